/** Decides what each role of the office sees of the journals (docs/office.md). */
import type { Kysely } from 'kysely';
import type { OfficeRole } from '@/lib/membership-api/fields/role';
import { lookUp } from '@/lib/look-up';
import type { JournalKind, MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { AccountRow } from '@/lib/membership-store/account-journal';
import { personIdName } from '@/lib/membership-store/journal-fields';
import type { JournalRow } from '@/lib/membership-store/journal-read';
import type { Journal } from './journal-page';
import type { AccountKey } from './journal-sources';

/** Kinds of rows that a role sees. If the list is empty, all kinds. */
interface Kinds {
  members: readonly JournalKind[];
  /** null: no rows of accounts. */
  accounts: readonly AccountRow['kind'][] | null;
}

/** Only owners see roles and settings of the installation. */
const withoutRoles: readonly JournalKind[] = [
  'membership',
  'person',
  'committee',
  'alias',
  'note',
  'organisation',
  'membership_type',
  'category',
  'chapter',
  'addon',
  'extra',
  'notice',
  'notice_exclusion',
];
const ofPersons = ['account', 'passkey', 'session', 'consent', 'erasure_request'] as const;

export const kindsOf: Record<OfficeRole, Kinds> = {
  owner: { members: [], accounts: [] },
  secretary: { members: withoutRoles, accounts: ofPersons },
  officer: { members: ['membership', 'person', 'committee', 'note'], accounts: ofPersons },
  reader: { members: ['membership', 'person', 'membership_type', 'category', 'chapter'], accounts: null },
};

/** Why a role may not undo a row that it sees. null: it may. */
export function whyMayNotUndo(role: OfficeRole, { kind }: Pick<JournalRow, 'kind'>): string | null {
  if (role === 'owner') return null;
  if (role === 'secretary' && withoutRoles.includes(kind) && kind !== 'organisation') return null;
  return 'only an owner may undo it';
}

/** Finds those of these persons whom the reader may see. */
export type FindKnown = (personIds: readonly number[]) => Promise<ReadonlySet<number>>;

/** A function that returns what the reader sees of rows of members.db. null: the reader sees everything in them. */
export function viewOfMembers(
  role: OfficeRole,
  db: Kysely<MembersDatabase>,
  { organisationId, findKnown }: { organisationId: number; findKnown: FindKnown },
): Journal<JournalRow, number>['show'] {
  if (role === 'reader') {
    return async (rows) =>
      rows.flatMap(({ row, key }) => {
        const shown = toReaderRow(row);
        return shown === null ? [] : [{ row: shown, key }];
      });
  }
  if (role !== 'officer') return null;
  return async (rows) => {
    const ids = rows.filter(({ row }) => row.kind === 'membership').map(({ row }) => row.recordId);
    const holders = await readHolders(db, organisationId, ids);
    const personOf = ({ kind, recordId }: JournalRow) =>
      kind === 'membership' ? holders.get(recordId) : recordId;
    const persons = rows.flatMap(({ row }) => personOf(row) ?? []);
    const known = await findKnown([...new Set(persons)]);
    return rows.flatMap(({ row, key }) => {
      const person = personOf(row);
      return person !== undefined && known.has(person) ? [{ row: toOfficerRow(row), key }] : [];
    });
  };
}

/** A function that returns what the reader sees of rows of auth.db. null: the reader sees everything in them. */
export function viewOfAccounts(
  role: OfficeRole,
  findKnown: FindKnown,
): Journal<AccountRow, AccountKey>['show'] {
  if (role !== 'officer') return null;
  return async (rows) => {
    const known = await findKnown([...new Set(rows.flatMap(({ row }) => row.personId ?? []))]);
    return rows.filter(({ row }) => row.personId !== null && known.has(row.personId));
  };
}

/** The person of each membership that exists. */
async function readHolders(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('membership')
    .select(['id', 'person_id'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, person_id }) => [id, person_id]));
}

/** The former or the next holder of a membership may be a person whom the officer may not see. */
function toOfficerRow(row: JournalRow): JournalRow {
  if (row.changes === null) return row;
  const changes = Object.entries(row.changes).filter(([name]) => name !== personIdName);
  return { ...row, changes: Object.fromEntries(changes) };
}

/** The fields that `withoutContactDetails` shows of the record itself. */
const readerFields: Partial<Record<JournalKind, readonly string[]>> = {
  membership: [
    'MembershipNumber',
    'ExpiryDate',
    'JoiningDate',
    'Chapter',
    'MembershipType',
    'AmountOutstanding',
    'Currency',
    'Kind',
    'ParentID',
    'Checked',
    'Categories',
    'Directory.Listed',
    'Directory.Show',
  ],
  person: [
    'FirstName',
    'LastName',
    'Title',
    'Organisation',
    'Address.Suburb',
    'Address.State',
    'Address.Country',
  ],
  membership_type: ['Type'],
  category: ['Name'],
  chapter: ['Name'],
};

/**
 * The row without contact details and without its reason, which may contain some. null: nothing else has changed. A
 * reader does not learn that a hidden value has changed.
 */
function toReaderRow(row: JournalRow): JournalRow | null {
  const shown = lookUp(readerFields, row.kind) ?? [];
  const fields = Object.entries(row.changes ?? {}).filter(([name]) => shown.includes(name));
  if (row.operation === 'updated' && fields.length === 0) return null;
  return { ...row, reason: null, changes: row.changes === null ? null : Object.fromEntries(fields) };
}
