import { lookUp } from '@/lib/base/look-up';
import type { OfficeChange, UndoResult } from '@/lib/contract/office-journal';
import { formatDay } from '@/lib/messages/format';
import {
  authorKinds,
  changeKinds,
  changeOperations,
  journalText,
  undoText,
} from '@/lib/messages/office-journal';
import { locationFieldText } from '@/lib/messages/office-location';
import { groupText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { pictureText } from '@/lib/messages/picture';
import { pictureOf } from '@/lib/contract/fields/picture';
import { fieldWords } from './field-words';
import { allFields } from './member-form';

/** Changes that were saved together: one row of the list. */
export type ChangeGroup = readonly [OfficeChange, ...OfficeChange[]];

export function groupChanges(changes: readonly OfficeChange[]): ChangeGroup[] {
  const groups: [OfficeChange, ...OfficeChange[]][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (group !== undefined && isTogether(group[0], change)) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

/** An import saves everybody at once. Its list of changes has a row for each member. */
function isTogether(a: OfficeChange, b: OfficeChange): boolean {
  const isSameAction = a.Time === b.Time && a.Run?.ID === b.Run?.ID && a.Reason === b.Reason;
  if (!isSameAction || a.By.Kind !== b.By.Kind || a.By.ID !== b.By.ID) return false;
  return a.Run === null || (a.MembershipID !== null && a.MembershipID === b.MembershipID);
}

/** For example "Ada Brandt". */
export function nameOfChange({ Name, Kind, ID }: OfficeChange): string {
  return Name ?? say(journalText.unknownName, { kind: kindName(Kind), id: ID });
}

/** For example "membership changed". */
export function describeChange({ Kind, Operation }: OfficeChange): string {
  const operation = lookUp(changeOperations, Operation) ?? Operation;
  return say(journalText.operation, { kind: kindName(Kind), operation });
}

const namesShown = 2;
const valuesShown = 3;

/** Who or what was changed. */
export function titleOf(group: ChangeGroup): string {
  const names = [...new Set(group.map(nameOfChange))];
  const rest = names.length - namesShown;
  const shown = names.slice(0, namesShown).join(', ');
  return rest > 0 ? say(journalText.andMore, { names: shown, count: rest }) : shown;
}

/** What was changed, in one line: the values, if they are few. */
export function summarise(group: ChangeGroup): string {
  const updates = group.filter(({ Operation, Kind }) => Operation === 'updated' && lookUp(changeKinds, Kind));
  const isAllUpdates = updates.length === group.length;
  const values = updates.flatMap(({ Values }) => labelledValues(Values));
  const isOfMany = new Set(group.map(nameOfChange)).size > 1;
  if (!isAllUpdates || isOfMany || values.length === 0)
    return [...new Set(group.map(describeChange))].join('; ');
  if (values.length > valuesShown) return values.map(({ label }) => label).join(', ');
  return values
    .map(({ label, Before, After }) =>
      say(journalText.value, {
        field: label,
        before: shorten(showValue(Before)),
        after: shorten(showValue(After)),
      }),
    )
    .join('; ');
}

/**
 * The page that undoes everything of the group that can be undone. A merge is undone as a whole. null: nothing can be
 * undone.
 */
export function undoPath(group: ChangeGroup): string | null {
  const [{ Time: time, Run: run }] = group;
  const positions = group.flatMap(({ Position, CannotUndo }) =>
    CannotUndo === null ? (Position ?? []) : [],
  );
  if (positions.length === 0) return null;
  return run?.IsMerge === true
    ? undoRunPath(run.ID)
    : `/office/journal/undo?Position=${positions.join(',')}&At=${time}`;
}

export function undoRunPath(id: string): string {
  return `/office/journal/undo?Run=${id}`;
}

const maxShown = 60;

export function shorten(text: string, most = maxShown): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function kindName(kind: string): string {
  return lookUp(changeKinds, kind) ?? kind;
}

export function describeConflict({ Kind, ID, Name, Field, Reason: reason }: UndoResult['Conflicts'][number]) {
  const what = Name ?? say(journalText.unknownName, { kind: kindName(Kind), id: ID });
  if (Field === null) return say(undoText.conflict, { what, reason });
  return say(undoText.conflictField, { what, field: fieldName(Field), reason });
}

export function authorName({ Kind, ID, Name }: OfficeChange['By']): string {
  if (Kind === 'command') return say(authorKinds.command, { id: Name ?? '' });
  if (Kind === 'import') {
    const id = ID ?? '';
    return Name === null ? say(authorKinds.import, { id }) : say(authorKinds.importBy, { id, name: Name });
  }
  return Name ?? say(authorKinds[Kind], { id: ID ?? '' });
}

/** A value with its name on the page. Of locations, only what differs is shown. */
interface LabelledValue {
  label: string;
  Before: unknown;
  After: unknown;
}

export function labelledValues(values: OfficeChange['Values']): LabelledValue[] {
  return values.flatMap(({ Field, Before, After }) =>
    Field === 'Locations'
      ? locationValues(locationsOf(Before), locationsOf(After))
      : [{ label: fieldName(Field), Before, After }],
  );
}

type Location = ReadonlyMap<string, unknown>;

/** By their IDs. Latitude, longitude and what the public sees are fields of their own. */
function locationsOf(value: unknown): Map<unknown, Location> {
  if (!Array.isArray(value)) return new Map();
  return new Map(
    value.map((one: unknown) => {
      const { ID, Geolocation, ...rest }: Record<string, unknown> = Object(one);
      return [ID, new Map(Object.entries({ ...rest, ...Object(Geolocation) }))];
    }),
  );
}

function locationValues(before: Map<unknown, Location>, after: Map<unknown, Location>): LabelledValue[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [old, changed] = [before.get(id), after.get(id)];
    if (old === undefined || changed === undefined) {
      const [Before, After] = [old, changed].map((one) => one && showLocation(one));
      return [{ label: journalText.location, Before, After }];
    }
    const name = showValue(changed.get('Name') || changed.get('Address'));
    return [...new Set([...old.keys(), ...changed.keys()])].flatMap((key) => {
      const [Before, After] = [old.get(key), changed.get(key)];
      if (JSON.stringify(Before ?? '') === JSON.stringify(After ?? '')) return [];
      return [{ label: say(journalText.ofLocation, { name, field: locationFieldName(key) }), Before, After }];
    });
  });
}

function showLocation(location: Location): string {
  return [...location]
    .filter(([, one]) => one !== null && one !== '')
    .map(([key, one]) => `${locationFieldName(key)} ${showValue(one)}`)
    .join(', ');
}

function locationFieldName(name: string): string {
  return lookUp<string>(locationFieldText, name) ?? fieldName(name);
}

/** The field's name on the member's page. Other fields: "NounOne" becomes "Noun one". */
export function fieldName(name: string): string {
  const path = name.replace(/^User\./, '').replace(/\.ID$/, '');
  const field = allFields.find((one) => [path, `User.${path}`, `${path}.ID`].includes(one.name));
  if (field?.group === 'mailing')
    return say(journalText.mailingField, { group: groupText.mailing, field: field.caption });
  return field?.caption ?? fieldWords(path);
}

export function showValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return journalText.emptyValue;
  if (value === true) return journalText.yes;
  if (value === false) return journalText.no;
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value;
  if (Array.isArray(value))
    return value.length === 0 ? journalText.emptyValue : value.map((one) => showValue(one)).join('; ');
  if (typeof value === 'object') return showObject(value);
  return String(value);
}

function showObject(value: object): string {
  const picture = pictureOf(value);
  if (picture !== null) return picture.Description || pictureText.noDescription;
  const name: unknown = Reflect.get(value, 'Name');
  if (typeof name === 'string' && Object.keys(value).length <= 2) return name;
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== '')
    .map(([key, one]) => `${fieldName(key)} ${showValue(one)}`)
    .join(', ');
}
