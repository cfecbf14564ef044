import type { Kysely } from 'kysely';
import { fromColumns } from '@/lib/contract/fields/columns';
import { locationFields } from '@/lib/contract/fields/location';
import { membershipFields } from '@/lib/contract/fields/membership';
import { userFields } from '@/lib/contract/fields/person';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { MemberLists } from './member-rows';
import type {
  AnswerTable,
  LocationTable,
  MembershipAddonTable,
  MembershipTable,
  MembersDatabase,
  PersonTable,
} from '@/lib/store/schema/members-schema';
import { compileByIds } from '@/lib/store/sql/prepared-query';
import type { HeldAddonRecord, LocationRecord, MemberRecord, PersonRecord } from '@/lib/store/schema/records';

export interface StoredMember {
  record: MemberRecord;
  membership: MembershipTable;
  person: PersonTable;
  lists: MemberLists;
}

/**
 * Reads members with exact locations, in the order of their IDs. IDs without a member are left out. The result is for
 * exports and for rewriting, never for a response of the API.
 */
export async function readMemberRecords(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<MemberRecord[]> {
  return (await readStoredMembers(db, organisationId, membershipIds)).map(({ record }) => record);
}

export async function readStoredMembers(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<StoredMember[]> {
  const members: StoredMember[] = [];
  for (const ids of inChunks(membershipIds)) members.push(...(await readChunk(db, organisationId, ids)));
  return members;
}

/** Returns the IDs in ascending order. */
export async function readMembershipIds(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function findPerson(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personId: number,
): Promise<PersonRecord | null> {
  return (await readPersons(db, organisationId, [personId])).get(personId) ?? null;
}

export async function readPersons(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<Map<number, PersonRecord>> {
  const persons = new Map<number, PersonRecord>();
  for (const ids of inChunks(personIds)) {
    for (const row of await readPersonRows(db, organisationId, ids)) persons.set(row.id, toPerson(row));
  }
  return persons;
}

type Db = Kysely<MembersDatabase>;

const readMemberships = compileByIds((db: Db, hasIds) =>
  db.selectFrom('membership').selectAll().where(hasIds('id')).orderBy('id'),
);
export const readPersonRows = compileByIds((db: Db, hasIds) =>
  db.selectFrom('person').selectAll().where(hasIds('id')),
);
export const readCategories = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom('membership_category')
    .selectAll()
    .where(hasIds('membership_id'))
    .orderBy('membership_id')
    .orderBy('category_id'),
);
const readAddons = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom('membership_addon')
    .selectAll()
    .where(hasIds('membership_id'))
    .orderBy('membership_id')
    .orderBy('position'),
);
const readAnswers = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom('answer')
    .selectAll()
    .where(hasIds('membership_id'))
    .orderBy('membership_id')
    .orderBy('addon_position')
    .orderBy('position'),
);
export const readLocations = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom('location')
    .selectAll()
    .where(hasIds('membership_id'))
    .orderBy('membership_id')
    .orderBy('position'),
);

async function readChunk(
  db: Db,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<StoredMember[]> {
  const memberships = await readMemberships(db, organisationId, membershipIds);
  if (memberships.length === 0) return [];
  const personIds = [...new Set(memberships.map((row) => row.person_id))];
  const persons = new Map(
    (await readPersonRows(db, organisationId, personIds)).map((row) => [
      row.id,
      { row, person: toPerson(row) },
    ]),
  );
  const categories = grouped(await readCategories(db, organisationId, membershipIds));
  const addons = grouped(await readAddons(db, organisationId, membershipIds));
  const answers = grouped(await readAnswers(db, organisationId, membershipIds));
  const locations = grouped(await readLocations(db, organisationId, membershipIds));
  return memberships.map((membership): StoredMember => {
    const of = persons.get(membership.person_id);
    if (of === undefined) throw new Error(`membership ${membership.id} belongs to nobody`);
    const lists: MemberLists = {
      membership_category: categories.get(membership.id) ?? [],
      membership_addon: addons.get(membership.id) ?? [],
      answer: answers.get(membership.id) ?? [],
      location: locations.get(membership.id) ?? [],
    };
    return { record: toRecord(membership, of.person, lists), membership, person: of.row, lists };
  });
}

function toRecord(row: MembershipTable, person: PersonRecord, lists: MemberLists): MemberRecord {
  const given = lists.answer;
  return {
    person,
    membership: {
      ...fromColumns(membershipFields, row),
      categoryIds: lists.membership_category.map((one) => one.category_id),
      addons: lists.membership_addon.map((held) => toHeldAddon(held, given)),
      answers: given.filter((one) => one.addon_position === -1).map(toAnswer),
      locations: lists.location.map(toLocation),
    },
  };
}

export function toPerson(row: PersonTable): PersonRecord {
  return { ...fromColumns(userFields, row), id: row.id };
}

function toHeldAddon(row: MembershipAddonTable, answers: AnswerTable[]): HeldAddonRecord {
  return {
    addonId: row.addon_id,
    quantity: row.quantity,
    expiryDate: row.expiry_date,
    answers: answers.filter((one) => one.addon_position === row.position).map(toAnswer),
  };
}

function toAnswer(row: AnswerTable) {
  return { extraId: row.extra_id, answer: row.answer };
}

/** The result has the exact point. */
export function toLocation(row: LocationTable): LocationRecord {
  return fromColumns(locationFields, row);
}

export function grouped<R extends { membership_id: number }>(rows: R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of rows) {
    const group = groups.get(row.membership_id);
    if (group === undefined) groups.set(row.membership_id, [row]);
    else group.push(row);
  }
  return groups;
}
