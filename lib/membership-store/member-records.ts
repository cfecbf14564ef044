import { sql, type Kysely } from 'kysely';
import { fromColumns } from '@/lib/membership-api/fields/columns';
import { locationFields } from '@/lib/membership-api/fields/location';
import { membershipFields } from '@/lib/membership-api/fields/membership';
import { userFields } from '@/lib/membership-api/fields/person';
import type {
  AnswerTable,
  LocationTable,
  MembershipAddonTable,
  MembersDatabase,
  PersonTable,
} from './members-schema';
import type { HeldAddonRecord, LocationRecord, MemberRecord, PersonRecord } from './records';

/** IDs per query, below both engines' limits on parameters. */
const idsAtOnce = 500;

/**
 * Members as they were written, in order of ID, without those that do not exist. They have exact locations: use them
 * for exports and for rewriting, never for a response of the API.
 */
export async function readMemberRecords(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<MemberRecord[]> {
  const records: MemberRecord[] = [];
  for (let start = 0; start < membershipIds.length; start += idsAtOnce) {
    records.push(...(await readChunk(db, organisationId, membershipIds.slice(start, start + idsAtOnce))));
  }
  return records;
}

/** The IDs of all memberships of an organisation, in order. */
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

/** Persons by ID, without those that do not exist. */
export async function readPersons(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<Map<number, PersonRecord>> {
  const persons = new Map<number, PersonRecord>();
  for (let start = 0; start < personIds.length; start += idsAtOnce) {
    const rows = await db
      .selectFrom('person')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', personIds.slice(start, start + idsAtOnce))
      .execute();
    for (const row of rows) persons.set(row.id, toPerson(row));
  }
  return persons;
}

async function readChunk(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<MemberRecord[]> {
  const ofMembers = sql<boolean>`organisation_id = ${organisationId} and membership_id in (${sql.join(membershipIds)})`;
  const memberships = await db
    .selectFrom('membership')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', membershipIds)
    .orderBy('id')
    .execute();
  if (memberships.length === 0) return [];
  const personIds = [...new Set(memberships.map((row) => row.person_id))];
  const personsById = await readPersons(db, organisationId, personIds);
  const categories = grouped(
    await db.selectFrom('membership_category').where(ofMembers).selectAll().orderBy('category_id').execute(),
  );
  const addons = grouped(
    await db.selectFrom('membership_addon').where(ofMembers).selectAll().orderBy('position').execute(),
  );
  const answers = grouped(
    await db.selectFrom('answer').where(ofMembers).selectAll().orderBy('position').execute(),
  );
  const locations = grouped(
    await db.selectFrom('location').where(ofMembers).selectAll().orderBy('position').execute(),
  );
  return memberships.map((row) => {
    const person = personsById.get(row.person_id);
    if (person === undefined) throw new Error(`membership ${row.id} belongs to nobody`);
    const given = answers.get(row.id) ?? [];
    const lists = {
      categoryIds: (categories.get(row.id) ?? []).map((one) => one.category_id),
      addons: (addons.get(row.id) ?? []).map((held) => toHeldAddon(held, given)),
      answers: given.filter((one) => one.addon_position === -1).map(toAnswer),
      locations: (locations.get(row.id) ?? []).map(toLocation),
    };
    return { person, membership: { ...fromColumns(membershipFields, row), ...lists } };
  });
}

function toPerson(row: PersonTable): PersonRecord {
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

/** With its exact point. */
export function toLocation(row: LocationTable): LocationRecord {
  return fromColumns(locationFields, row);
}

/** By the membership they belong to, in the same order. */
export function grouped<R extends { membership_id: number }>(rows: R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of rows) {
    const group = groups.get(row.membership_id);
    if (group === undefined) groups.set(row.membership_id, [row]);
    else group.push(row);
  }
  return groups;
}
