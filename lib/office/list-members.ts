import type { Context } from 'hono';
import type { Kysely, Transaction } from 'kysely';
import { findBySignIn, type PeopleBySignIn } from '@/lib/sign-in/accounts/sign-in-times';
import { findListField } from '@/lib/contract/fields/access';
import { writeRecord, type WriteContext } from '@/lib/contract/fields/field';
import { officeListFields } from '@/lib/contract/fields/office-list';
import {
  readListPosition,
  readOfficeMembersQuery,
  writeListPosition,
  type OfficeMembersFilter,
  type OfficeMembers,
} from '@/lib/contract/office-members';
import { readerSees } from '@/lib/contract/reader-access';
import { maxCount, readOfficeList } from '@/lib/store/lists/office-list';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readDay } from '@/lib/store/day';
import { readStructure, structureNames } from '@/lib/store/structure';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { checkOffice, readerOf, type OfficeAccess, type OfficeServices } from './office-check';
import { withExtras } from './list-extras';
import { readTypedQuery } from './read-typed';
import { requireSeen, seenFieldsOf } from './officer-limits';

/** GET: the members and fields that the caller's role may see. */
export async function listOfficeMembers(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listMembers');
  const { organisationId, onlyChapters: chapterIds } = access;
  const { filter, sort, size, after, columns, hasExactCount } = readOfficeMembersQuery(
    await readTypedQuery(services, access, rawQuery(context)),
  );
  requireSeen(access, { filter, sort, columns });
  const position = readListPosition(after, sort);
  const people = await findPeopleOf(services, access, filter);
  const read = async (db: Transaction<MembersDatabase>): Promise<OfficeMembers> => {
    const day = await readDay(db, organisationId, services.clock());
    if (day === null) return { Members: [], Next: null, Count: 0 };
    const list = await readOfficeList(db, {
      day,
      filter,
      sort,
      size,
      seen: seenFieldsOf(access),
      people,
      chapterIds,
      after: position,
      hasExactCount,
    });
    const names = await readNames(db, organisationId);
    const fields = seenListFields(access);
    return {
      Members: await withExtras(services.store.auth, db, { access, day, columns, rows: list.rows }, (row) =>
        writeRecord(fields, row, names),
      ),
      Next: list.next === null ? null : writeListPosition(list.next),
      Count: list.count > maxCount && !hasExactCount ? null : list.count,
    };
  };
  // The list waits for the caller's turn, because a search for a common word may compare every member.
  const body = await services.store.readInTurn(readerOf(access), (db) =>
    db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(read),
  );
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

/** The people whom the filter `SignIn` means. null: there is no such filter. */
export async function findPeopleOf(
  { store }: OfficeServices,
  { organisationId }: OfficeAccess,
  { signIn }: OfficeMembersFilter,
): Promise<PeopleBySignIn | null> {
  return signIn === null ? null : findBySignIn(store.auth, { organisationId, signIn });
}

/** The names of the types, chapters and categories. */
export async function readNames(db: Kysely<MembersDatabase>, organisationId: number): Promise<WriteContext> {
  const structure = await readStructure(db, organisationId);
  return structure === null ? { nameOf: () => '' } : structureNames(structure);
}

type ListFields = typeof officeListFields;

/** Officers and readers do not see any other field that the list computes. */
const openFields: readonly string[] = ['PersonID', 'Listed', 'Status'];

/** The fields of a row that the caller sees. Computed once for a list, because an export has many rows. */
export function seenListFields({ officer, reader }: Pick<OfficeAccess, 'officer' | 'reader'>): ListFields {
  if (officer === null && reader === null) return officeListFields;
  const sees = (name: string): boolean => {
    const one = findListField(name);
    if (one === null && !openFields.includes(name)) return name === 'Changed' && officer?.isLimited === false;
    if (reader !== null) return one === null || readerSees(one, reader);
    return officer === null || officer.seesField(one?.path ?? name);
  };
  // The cast is safe: in the schema, every field that can be hidden is optional.
  return Object.fromEntries(Object.entries(officeListFields).filter(([name]) => sees(name))) as ListFields;
}
