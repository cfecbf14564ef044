/** What each role of the office sees of the journals (docs/office.md). */
import type { Kysely } from 'kysely';
import { accessAt, type AccessToField } from '@/lib/contract/fields/access';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { isDeepStrictEqual } from 'node:util';
import { isHiddenAnswer, type OfficerAccess } from '@/lib/contract/officer-access';
import { readerSees, type ReaderAccess } from '@/lib/contract/reader-access';
import { readHolders } from '@/lib/store/lists/holders';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';
import type { AccountRow } from '@/lib/store/account-journal';
import { personIdName } from '@/lib/store/journal-fields';
import type { JournalRow } from '@/lib/store/journal-read';
import { journalKinds, kindOf } from '@/lib/store/record-kinds';
import type { Journal } from './journal-page';
import type { AccountKey } from './journal-sources';

/** Kinds of rows that a role sees. Empty: all kinds. */
interface Kinds {
  members: readonly JournalKind[];
  /** null: the role sees no rows about accounts. */
  accounts: readonly AccountRow['kind'][] | null;
}

const ofPersons = ['account', 'passkey', 'session', 'consent', 'erasure_request', 'personal_data'] as const;

export const kindsOf: Record<OfficeRole, Kinds> = {
  owner: { members: [], accounts: [] },
  secretary: { members: seenBy('secretary'), accounts: ofPersons },
  officer: { members: seenBy('officer'), accounts: ofPersons },
  reader: { members: seenBy('reader'), accounts: null },
};

function seenBy(role: Exclude<OfficeRole, 'owner'>): JournalKind[] {
  return journalKinds.filter((kind) => kindOf(kind).seenBy.includes(role));
}

export type FindKnown = (personIds: readonly number[]) => Promise<ReadonlySet<number>>;

/** What the reader sees of rows of members.db. null: the reader sees everything in these rows. */
export function viewOfMembers(
  db: Kysely<MembersDatabase>,
  {
    organisationId,
    findKnown,
    officer,
    reader,
  }: {
    organisationId: number;
    /** null: the caller knows everybody. */
    findKnown: FindKnown | null;
    officer: OfficerAccess | null;
    reader: ReaderAccess | null;
  },
): Journal<JournalRow, number>['show'] {
  if (reader !== null) {
    return async (rows) =>
      rows.flatMap(({ row, key }) => {
        const shown = toReaderRow(row, reader);
        return shown === null ? [] : [{ row: shown, key }];
      });
  }
  if (findKnown === null) return null;
  return async (rows) => {
    const ids = rows.filter(({ row }) => row.kind === 'membership').map(({ row }) => row.recordId);
    const rowsOfHolders = await readHolders(db, organisationId, { column: 'id', ids });
    const holders = new Map(rowsOfHolders.map(({ id, person_id }) => [id, person_id]));
    const personOf = ({ kind, recordId }: JournalRow) =>
      kind === 'membership' ? holders.get(recordId) : recordId;
    const persons = rows.flatMap(({ row }) => personOf(row) ?? []);
    const known = await findKnown([...new Set(persons)]);
    return rows.flatMap(({ row, key }) => {
      const person = personOf(row);
      if (person === undefined || !known.has(person)) return [];
      const shown = toOfficerRow(row, officer);
      return shown === null ? [] : [{ row: shown, key }];
    });
  };
}

/** What the reader sees of rows of auth.db. null: the reader sees everything in these rows. */
export function viewOfAccounts(
  findKnown: FindKnown | null,
  officer: OfficerAccess | null,
): Journal<AccountRow, AccountKey>['show'] {
  if (findKnown === null) return null;
  return async (rows) => {
    const known = await findKnown([...new Set(rows.flatMap(({ row }) => row.personId ?? []))]);
    const seen = rows.filter(({ row }) => row.personId !== null && known.has(row.personId));
    // The values and the reason may contain an address.
    if (officer?.isLimited !== true) return seen;
    return seen.map(({ row, key }) => ({ row: { ...row, changes: {}, reason: null }, key }));
  };
}

/**
 * Removes the fields that are hidden from the officer. If anything is hidden from officers, also removes the reason,
 * because it may contain hidden values. Always removes the ID of the membership's person. It could name a former or
 * next holder. Perhaps the officer is not allowed to see that holder. null: the officer sees nothing of this row.
 */
function toOfficerRow(row: JournalRow, officer: OfficerAccess | null): JournalRow | null {
  const changes = Object.entries(row.changes ?? {}).filter(([name]) => name !== personIdName);
  const all = row.changes === null ? null : Object.fromEntries(changes);
  if (officer?.isLimited !== true) return { ...row, changes: all };
  const { access } = kindOf(row.kind);
  if (access !== undefined && !officer.sees(access)) return null;
  // The date of a lapse reveals the last day of the membership.
  if (row.operation === 'lapsed' && !officer.sees('dates')) return null;
  const seen = changes.flatMap(([name, value]): [string, unknown][] => {
    if (!seesChange(row.kind, name, officer)) return [];
    const shown = withoutHiddenAnswers(value, officer);
    const isSame = Array.isArray(shown) && shown.length === 2 && isDeepStrictEqual(shown[0], shown[1]);
    return row.operation === 'updated' && isSame ? [] : [[name, shown]];
  });
  if (row.operation === 'updated' && seen.length === 0) return null;
  return { ...row, reason: null, changes: all === null ? null : Object.fromEntries(seen) };
}

/** A value is shown if the officer sees every part of it. `withoutHiddenAnswers` hides answers one by one. */
function seesChange(kind: JournalKind, name: string, { seesField }: OfficerAccess): boolean {
  const path = pathOf(kind, name);
  const parts = accessAt(path).filter(({ access }) => access !== 'answers');
  return path === 'Extras' || (seesField(path) && parts.every((part) => seesField(part.path)));
}

function withoutHiddenAnswers(value: unknown, officer: OfficerAccess): unknown {
  if (Array.isArray(value)) {
    const shown = value.filter((one) => !isHiddenAnswer(one, officer));
    return shown.map((one) => withoutHiddenAnswers(one, officer));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutHiddenAnswers(inner, officer)]),
  );
}

/** Answers are hidden as a whole, because a row does not say which of them are private. */
function isShownToReader(kind: JournalKind, name: string, reader: ReaderAccess): boolean {
  if (kind !== 'membership' && kind !== 'person') return kindOf(kind).readerField === name;
  if (name === personIdName) return false;
  const fields = accessAt(pathOf(kind, name));
  const isShown = (one: AccessToField) => one.access !== 'answers' && readerSees(one, reader);
  return fields.length > 0 && fields.every(isShown);
}

/** The path in a member record. A row has all locations as one value. */
function pathOf(kind: JournalKind, name: string): string {
  if (kind === 'person') return `User.${name}`;
  return name.startsWith('Locations.') ? 'Locations' : name;
}

/**
 * Removes the hidden fields. Also removes the reason of the change, because it may contain hidden values. Returns null
 * if only hidden fields have changed, so that a reader does not learn of the change.
 */
function toReaderRow(row: JournalRow, reader: ReaderAccess): JournalRow | null {
  const fields = Object.entries(row.changes ?? {}).filter(([name]) =>
    isShownToReader(row.kind, name, reader),
  );
  if (row.operation === 'updated' && fields.length === 0) return null;
  return { ...row, reason: null, changes: row.changes === null ? null : Object.fromEntries(fields) };
}
