/** Two members side by side, and the change that stores the chosen values. */
import { lookUp } from '@/lib/base/look-up';
import type { OfficeMember, OfficeStructure } from '@/lib/contract/office';
import { groupText } from '@/lib/messages/office-member';
import { mergeText } from '@/lib/messages/office-merge';
import { pictureText } from '@/lib/messages/picture';
import { say } from '@/lib/messages/say';
import {
  allFields,
  describeValue,
  toFormParts,
  toPatch,
  valuesOfRecord,
  type FormField,
  type FormValues,
} from './member-form';
import { textOf } from './form-text';
import type { KeptForm } from './kept-form';
import { membersPath } from './members-view';
import { takePrefix } from './merge-choice';
import { officePicturePath } from './picture-form';
import type { FormRefusal } from './send-form';

export interface MergeState {
  turn: number;
  /** The choice for each row: `this`, `other` or `both`. */
  taken: Readonly<Record<string, string>>;
  reason: string;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const noMerge: MergeState = { turn: 0, taken: {}, reason: '', refusal: null, kept: null };

export function sentMerge(form: FormData, turn: number): Omit<MergeState, 'refusal' | 'kept'> {
  const taken = [...form].flatMap(([name, value]) =>
    name.startsWith(takePrefix) && typeof value === 'string' ? [[name.slice(takePrefix.length), value]] : [],
  );
  return { turn: turn + 1, taken: Object.fromEntries(taken), reason: textOf(form, 'reason') };
}

/** @param other null: the page asks which member is the other one */
export function mergePath(id: string, other: string | null = null): string {
  const query = other === null ? '' : `?with=${encodeURIComponent(other)}`;
  return `${membersPath}/${encodeURIComponent(id)}/merge${query}`;
}

export interface MergeRow {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  hasBoth: boolean;
  /** Addresses of the two pictures. null: there is none. Absent: the row is not about pictures. */
  pictures?: { mine: string | null; theirs: string | null };
}

const locationsName = 'Locations';
const pictureName = 'Picture';

/** Two individual memberships become one. Otherwise only the persons are merged. */
export function isSameKind(mine: OfficeMember, theirs: OfficeMember): boolean {
  return mine.Kind === 'individual' && theirs.Kind === 'individual';
}

export function mergeRows(mine: OfficeMember, theirs: OfficeMember, structure: OfficeStructure): MergeRow[] {
  const [before, after] = [valuesOfRecord(mine), valuesOfRecord(theirs)];
  const rows = choices(mine, theirs).flatMap(({ name, label, fields }): MergeRow[] => {
    if (fields.every((field) => lookUp(before, field.name) === lookUp(after, field.name))) return [];
    const words = (values: FormValues) =>
      fields
        .map((field) => describeValue(field, lookUp(values, field.name) ?? '', structure))
        .filter((word) => word !== '')
        .join(', ');
    return [{ name, label, mine: words(before), theirs: words(after), hasBoth: false }];
  });
  if (isSameKind(mine, theirs) && hasPicture(theirs)) rows.push(pictureRow(mine, theirs));
  const count = (member: OfficeMember) => say(mergeText.locationCount, { count: member.Locations.length });
  if (!isSameKind(mine, theirs) || theirs.Locations.length === 0) return rows;
  const locations = { name: locationsName, label: mergeText.locations, hasBoth: true };
  return [...rows, { ...locations, mine: count(mine), theirs: count(theirs) }];
}

function hasPicture({ Picture: picture = null }: OfficeMember): boolean {
  return picture !== null;
}

function pictureRow(mine: OfficeMember, theirs: OfficeMember): MergeRow {
  const words = ({ Picture: picture = null }: OfficeMember) =>
    picture === null ? '' : picture.Description || pictureText.noDescription;
  const address = ({ ID: id, Picture: picture = null }: OfficeMember) =>
    picture === null ? null : officePicturePath(id, picture.ID);
  return {
    name: pictureName,
    label: pictureText.picture,
    mine: words(mine),
    theirs: words(theirs),
    hasBoth: false,
    pictures: { mine: address(mine), theirs: address(theirs) },
  };
}

/** This member's value or, if it is empty, the other member's. */
export function firstChoice({ mine, theirs, name }: MergeRow): 'this' | 'other' {
  const isEmpty = name === locationsName ? mine === say(mergeText.locationCount, { count: 0 }) : mine === '';
  return isEmpty && theirs !== '' ? 'other' : 'this';
}

/**
 * The patch for the member who remains.
 * @param chosen returns `this`, `other` or `both` for a row
 */
export function mergePatch(
  mine: OfficeMember,
  theirs: OfficeMember,
  chosen: (name: string) => string | null,
): Record<string, unknown> {
  const names = choices(mine, theirs)
    .filter(({ name }) => chosen(name) === 'other')
    .flatMap(({ fields }) => fields.map((field) => field.name));
  const takesPicture = isSameKind(mine, theirs) && hasPicture(theirs) && chosen(pictureName) === 'other';
  const patch = {
    ...toPatch(valuesOfRecord(theirs), names),
    ...(takesPicture && { Picture: theirs.Picture }),
  };
  const locations = chosen(locationsName);
  if (!isSameKind(mine, theirs) || (locations !== 'other' && locations !== 'both')) return patch;
  // A location without an ID is added as a new one.
  const added = theirs.Locations.map(({ ID: _, ...rest }) => rest);
  return { ...patch, Locations: locations === 'both' ? [...mine.Locations, ...added] : added };
}

/** What the other membership has and this one cannot take over. */
export function lostParts(mine: OfficeMember, theirs: OfficeMember): string[] {
  if (!isSameKind(mine, theirs)) return [];
  const answers = [...theirs.Extras, ...theirs.MembershipType.Extras];
  return [
    ...(answers.some(({ Answer }) => Answer !== '') ? [mergeText.answers] : []),
    ...(theirs.Addons.length > 0 ? [mergeText.addons] : []),
  ];
}

interface Choice {
  name: string;
  label: string;
  fields: readonly FormField[];
}

/** The fields of an address are chosen together, because parts of two addresses must not be mixed. */
function choices(mine: OfficeMember, theirs: OfficeMember): Choice[] {
  const fields = allFields
    .filter(({ isForNew, notIn }) => !isForNew && !notIn.includes('merge'))
    .filter(({ name }) => name.startsWith('User.') || isSameKind(mine, theirs));
  return toFormParts(fields).flatMap(({ group, fields: inGroup }): Choice[] =>
    group === 'address' || group === 'mailing'
      ? [{ name: addressOf[group], label: groupText[group], fields: inGroup }]
      : inGroup.map((field) => ({ name: field.name, label: field.caption, fields: [field] })),
  );
}

const addressOf = { address: 'User.Address', mailing: 'User.MailingAddress' } as const;
