import { lookUp } from '@/lib/base/look-up';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { Changes } from '@/lib/store/flat-record';
import { toFlat } from '@/lib/store/record-kinds';
import { changesBetween } from '@/lib/store/journal-fields';
import type { MemberRecord, PersonRecord, Structure } from '@/lib/store/schema/records';
import { structureNames } from '@/lib/store/structure';
import { textKey } from '@/lib/base/text-key';
import type { Survey } from './survey';

export interface RowChange {
  line: number;
  number: string;
  name: string;
  /** The stored and the new value of each field. null: a new member. */
  changes: Changes | null;
}

export interface RemovedMember {
  number: string;
  name: string;
}

export type NewNames = Record<'types' | 'categories' | 'chapters' | 'addons' | 'extras', string[]>;

/**
 * The names in a file that the organisation does not have.
 * @param before null: the organisation does not exist yet
 */
export function findNewNames(survey: Survey, before: Structure | null): NewNames {
  const added = (found: Iterable<[key: string, name: string]>, known: Iterable<string>) => {
    const keys = new Set([...known].map(textKey));
    return [...found].flatMap(([key, name]) => (keys.has(key) ? [] : name));
  };
  const names = (surveyed: Survey['types']) =>
    [...surveyed].map(([key, { name }]): [string, string] => [key, name]);
  const namesOf = (records: ReadonlyMap<number, { name: string }> | undefined) =>
    [...(records?.values() ?? [])].map(({ name }) => name);
  const questions = [...(before?.extras.values() ?? [])].map(({ question }) => question);
  return {
    types: added(names(survey.types), namesOf(before?.types)),
    categories: added(names(survey.categories), namesOf(before?.categories)),
    chapters: added(names(survey.chapters), namesOf(before?.chapters)),
    addons: added(names(survey.addons), namesOf(before?.addons)),
    extras: added(
      [...survey.extras.keys()].map((question) => [textKey(question), question]),
      questions,
    ),
  };
}

/** How many changes of each kind there are, and the first ones of each kind. */
export interface ImportPreview {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  newNames: NewNames;
  createdRows: RowChange[];
  updatedRows: RowChange[];
  removedMembers: RemovedMember[];
}

export class RowChanges {
  readonly created: RowChange[] = [];
  readonly updated: RowChange[] = [];

  constructor(readonly limit: number) {}

  /** @param before the stored membership and the person before this row; null: the person is new */
  note(
    line: number,
    {
      record,
      stored,
      before,
    }: { record: MemberRecord; stored: MemberRecord | null; before: PersonRecord | null },
    writer: MembersWriter,
  ): void {
    const rows = stored === null ? this.created : this.updated;
    if (rows.length >= this.limit) return;
    const changes =
      stored === null ? null : named(differences(record, stored, before), writer.structure.current);
    rows.push({ line, ...describeMember(record), changes });
  }
}

export function describeMember({ membership, person }: MemberRecord): RemovedMember {
  const name =
    membership.kind === 'corporate' ? person.organisation : `${person.firstName} ${person.lastName}`.trim();
  return { number: membership.membershipNumber, name };
}

function differences(record: MemberRecord, stored: MemberRecord, before: PersonRecord | null): Changes {
  const person = changesBetween(toFlat('person', before ?? stored.person), toFlat('person', record.person));
  const membership = changesBetween(toFlat('membership', stored), toFlat('membership', record));
  return { ...person, ...membership };
}

const referred = { MembershipType: 'type', Chapter: 'chapter', Categories: 'category' } as const;

/** The changes with the names of types, chapters and categories. */
export function named(changes: Changes, structure: Structure | null): Changes {
  if (structure === null) return changes;
  const { nameOf } = structureNames(structure);
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => {
      const kind = lookUp(referred, field);
      const toName = (value: unknown): unknown => {
        if (kind === undefined || value === null || value === undefined) return value;
        if (Array.isArray(value)) return value.map(toName);
        const id: unknown = typeof value === 'object' ? Reflect.get(value, 'ID') : value;
        return nameOf(kind, Number(id));
      };
      return [field, [toName(before), toName(after)]];
    }),
  );
}
