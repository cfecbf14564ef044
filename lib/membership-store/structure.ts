import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { MembersDatabase, OrganisationTable } from './members-schema';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterRecord,
  ExtraRecord,
  MembershipTypeRecord,
  OrganisationRecord,
} from './records';
import { validStatuses } from './valid-values';

/** What an organisation's members refer to, by ID, in order of ID. */
export interface Structure {
  organisation: OrganisationRecord;
  types: Map<number, MembershipTypeRecord>;
  categories: Map<number, CategoryRecord>;
  chapters: Map<number, ChapterRecord>;
  addons: Map<number, AddonRecord>;
  extras: Map<number, ExtraRecord>;
}

/** An organisation with everything that its members refer to. null: there is none with that ID. */
export async function readStructure(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<Structure | null> {
  const organisation = await readOrganisation(db, organisationId);
  if (organisation === null) return null;
  return {
    organisation,
    types: byId(await readTypes(db, organisationId)),
    categories: byId(await readCategories(db, organisationId)),
    chapters: byId(await readChapters(db, organisationId)),
    addons: byId(await readAddons(db, organisationId)),
    extras: byId(await readExtras(db, organisationId)),
  };
}

/** Only the organisation. null: there is none with that ID. */
export async function readOrganisation(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<OrganisationRecord | null> {
  const row = await db
    .selectFrom('organisation')
    .selectAll()
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return row === undefined ? null : toOrganisation(row);
}

/** Membership types with the extras they ask for, in order of ID. */
export async function readTypes(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<MembershipTypeRecord[]> {
  const rows = await db
    .selectFrom('membership_type')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .orderBy('id')
    .execute();
  const extrasOfTypes = await db
    .selectFrom('membership_type_extra')
    .select(['type_id', 'extra_id'])
    .where('organisation_id', '=', organisationId)
    .orderBy('extra_id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    costThousandths: row.cost_thousandths,
    description: row.description,
    isStudent: row.is_student === 1,
    isSearchable: row.is_searchable === 1,
    isVisible: row.is_visible === 1,
    hasAnniversaryExpiry: row.has_anniversary_expiry === 1,
    hasGst: row.has_gst === 1,
    extraIds: extrasOfTypes.filter((one) => one.type_id === row.id).map((one) => one.extra_id),
  }));
}

/** In order of ID. */
export async function readCategories(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<CategoryRecord[]> {
  const rows = await db
    .selectFrom('category')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, description }) => ({ id, name, description }));
}

/** In order of ID. */
async function readChapters(db: Kysely<MembersDatabase>, organisationId: number): Promise<ChapterRecord[]> {
  const rows = await db
    .selectFrom('chapter')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .orderBy('id')
    .execute();
  return rows.map(({ id, name }) => ({ id, name }));
}

/** In order of ID. */
export async function readAddons(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<AddonRecord[]> {
  const rows = await db
    .selectFrom('addon')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    costThousandths: row.cost_thousandths,
    isSearchable: row.is_searchable === 1,
    isVisible: row.is_visible === 1,
    hasGst: row.has_gst === 1,
  }));
}

/** In order of ID, including admin-only ones. */
export async function readExtras(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<ExtraRecord[]> {
  const rows = await db
    .selectFrom('extra')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    question: row.question,
    searchName: row.search_name,
    isSearchable: row.is_searchable === 1,
    isAdminOnly: row.is_admin_only === 1,
    answerType: row.answer_type,
    options: textList.parse(JSON.parse(row.options)),
  }));
}

const textList = z.array(z.string());

function byId<R extends { id: number }>(records: R[]): Map<number, R> {
  return new Map(records.map((record) => [record.id, record]));
}

function toOrganisation(row: OrganisationTable): OrganisationRecord {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    country: row.country,
    currency: row.currency,
    noticeDays: row.notice_days,
    listedStatuses: validStatuses(row.listed_statuses),
    colour: row.colour,
    logoUrl: row.logo_url,
    invoiceUrlTemplate: row.invoice_url_template,
    paymentUrlTemplate: row.payment_url_template,
  };
}
