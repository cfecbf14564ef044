import type { Kysely } from 'kysely';
import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import { externalIdSchema, externalIdsName, type ExternalKind } from './external-ids';
import { readFormerHoldings, type FormerHolding } from './former-holdings';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';
import { readMemberRecords, readPersons } from './member-records';
import { readAliases } from './person-aliases';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import type { Identifier } from './tombstone';

type Db = Kysely<MembersDatabase>;

export interface ErasureSubject {
  /** The IDs of the persons and of the persons who were merged into them. */
  personIds: number[];
  /** The stored persons, in the order of their IDs. Only the journal still has data about removed or merged persons. */
  persons: PersonRecord[];
  members: MemberRecord[];
  former: FormerHolding[];
  identifiers: Identifier[];
  /** The identifiers of companies, by membership ID. The companies themselves may be kept. */
  ofCompanies: Map<number, Identifier[]>;
  emails: string[];
  /** Each text consists of a first and a last name. */
  names: string[];
}

/**
 * Reads all data that may identify a person in files, emails and other records. Includes the data of persons who were
 * merged into this person. Reads no rows of other persons. Returns null if neither the tables nor the journal have such
 * data.
 * @param ofPerson the person's ID, or several IDs if an older backup has several records of the person
 */
export async function readErasureSubject(
  db: Db,
  organisationId: number,
  ofPerson: readonly number[],
): Promise<ErasureSubject | null> {
  const personIds = [...new Set([...ofPerson, ...(await readAliases(db, organisationId, ofPerson))])];
  const found = await readPersons(db, organisationId, personIds);
  const persons = [...found.values()].sort((a, b) => a.id - b.id);
  const history = await readValues(db, organisationId, { kind: 'person', ids: personIds });
  if (persons.length === 0 && history === null) return null;
  const held = await db
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('id')
    .execute();
  const members = await readMemberRecords(
    db,
    organisationId,
    held.map(({ id }) => id).sort((one, other) => one - other),
  );
  const former = await readFormerHoldings(db, organisationId, personIds);
  const removed = await readFormerValues(db, organisationId, former);
  const emails = distinct([...persons.map(({ email }) => email), ...valuesOf(history ?? [], 'Email')]);
  const firstNames = distinct(
    [...persons.map((one) => one.firstName), ...valuesOf(history ?? [], 'FirstName')],
    mayBeEmpty,
  );
  const lastNames = distinct(
    [...persons.map((one) => one.lastName), ...valuesOf(history ?? [], 'LastName')],
    mayBeEmpty,
  );
  const pairs = firstNames.flatMap((firstName) => lastNames.map((lastName) => ({ firstName, lastName })));
  const ofMembers = new Map<number, Identifier[]>();
  for (const member of members)
    ofMembers.set(member.membership.id, await readMembershipIdentifiers(db, organisationId, member));
  const companies = members.filter(({ membership }) => membership.kind === 'corporate');
  const ofCompanies = new Map(companies.map(({ membership: { id } }) => [id, ofMembers.get(id) ?? []]));
  const own = members.filter(({ membership }) => !ofCompanies.has(membership.id));
  const identifiers: Identifier[] = [
    ...own.flatMap(({ membership }) => ofMembers.get(membership.id) ?? []),
    ...toNumbers(valuesOf(removed, 'MembershipNumber')),
    ...(await readExternalIds(db, organisationId, { kind: 'person', ids: personIds })),
    ...externalIdsOf('membership', removed),
    ...externalIdsOf('person', history ?? []),
    ...pairs.flatMap((pair) => emails.map((email) => ({ kind: 'person' as const, email, ...pair }))),
    ...pairs.flatMap((pair) => personIds.map((personId) => ({ kind: 'name' as const, personId, ...pair }))),
  ];
  const names = pairs.filter((pair) => pair.firstName !== '' && pair.lastName !== '');
  return {
    personIds,
    persons,
    members,
    former,
    identifiers,
    ofCompanies,
    emails,
    names: names.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  };
}

/** Current and earlier membership numbers, and the IDs that other systems give to the membership. */
async function readMembershipIdentifiers(
  db: Db,
  organisationId: number,
  { membership }: MemberRecord,
): Promise<Identifier[]> {
  const ids = [membership.id];
  const history = (await readValues(db, organisationId, { kind: 'membership', ids })) ?? [];
  return [
    ...toNumbers([membership.membershipNumber, ...valuesOf(history, 'MembershipNumber')]),
    ...(await readExternalIds(db, organisationId, { kind: 'membership', ids })),
  ];
}

function toNumbers(values: readonly unknown[]): Identifier[] {
  return distinct(values).map((number) => ({ kind: 'number', number }));
}

const changesSchema = z.record(z.string(), z.unknown());
type Values = Record<string, unknown>;

/** null: the journal has no row about these records. */
async function readValues(
  db: Db,
  organisationId: number,
  { kind, ids }: { kind: JournalKind; ids: readonly number[] },
): Promise<Values[] | null> {
  if (ids.length === 0) return null;
  const rows = await db
    .selectFrom('journal')
    .select('changes')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .orderBy('record_id')
    .orderBy('position')
    .execute();
  if (rows.length === 0) return null;
  return rows.map(({ changes }) => changesSchema.parse(JSON.parse(changes ?? '{}')));
}

async function readFormerValues(
  db: Db,
  organisationId: number,
  former: readonly FormerHolding[],
): Promise<Values[]> {
  const found: Values[] = [];
  for (const { membershipId, from, through } of former) {
    const rows = await db
      .selectFrom('journal')
      .select('changes')
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'membership')
      .where('record_id', '=', membershipId)
      .where('position', '>=', from)
      .where('position', '<=', through)
      .execute();
    found.push(...rows.map(({ changes }) => changesSchema.parse(JSON.parse(changes ?? '{}'))));
  }
  return found;
}

async function readExternalIds(
  db: Db,
  organisationId: number,
  { kind, ids }: { kind: ExternalKind; ids: readonly number[] },
): Promise<Identifier[]> {
  const rows = await db
    .selectFrom('external_id')
    .select(['source', 'external_id as externalId'])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute();
  return rows.map((one) => ({ kind: 'external', of: kind, ...one }));
}

function externalIdsOf(of: 'membership' | 'person', rows: readonly Values[]): Identifier[] {
  return rows.flatMap((row) => {
    const found = z.array(externalIdSchema).safeParse(lookUp(row, externalIdsName));
    return (found.data ?? []).map((one) => ({ kind: 'external' as const, of, ...one }));
  });
}

/**
 * The values of the field `name` in journal rows. An `updated` row has the values before and after the change. A
 * `removed` row has the last value.
 */
function valuesOf(rows: readonly Values[], name: string): unknown[] {
  return rows.flatMap((row) => [lookUp(row, name)].flat());
}

const mayBeEmpty = { mayBeEmpty: true };

function distinct(values: readonly unknown[], { mayBeEmpty = false } = {}): string[] {
  const texts = values.filter((value) => typeof value === 'string');
  return [...new Set(texts.filter((text) => mayBeEmpty || text !== ''))];
}
