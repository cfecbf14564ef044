import type { Kysely } from 'kysely';
import { z } from 'zod';
import { fromColumns } from '@/lib/contract/fields/columns';
import type { WriteContext } from '@/lib/contract/fields/field';
import { organisationFields } from '@/lib/contract/fields/organisation';
import {
  addonFields,
  categoryFields,
  chapterFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import type { MembersDatabase, StructureTable } from '@/lib/store/schema/members-schema';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterRecord,
  ExtraRecord,
  MembershipTypeRecord,
  OrganisationRecord,
  Structure,
} from '@/lib/store/schema/records';
import { validStatuses } from './valid-values';

export function structureNames({ types, categories, chapters, addons, extras }: Structure): WriteContext {
  return {
    nameOf: (of, id) =>
      of === 'extra'
        ? (extras.get(id)?.question ?? '')
        : ({ type: types, category: categories, chapter: chapters, addon: addons }[of].get(id)?.name ?? ''),
  };
}

/** An organisation with everything that its members refer to. null: there is no such organisation. */
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

export async function readOrganisation(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<OrganisationRecord | null> {
  const row = await db
    .selectFrom('organisation')
    .selectAll()
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...fromColumns(organisationFields, row), listedStatuses: validStatuses(row.listed_statuses) };
}

/** Each type has the IDs of the extras that the type asks for. */
export async function readTypes(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<MembershipTypeRecord[]> {
  const rows = await readRows(db, 'membership_type', organisationId);
  const extrasOfTypes = await db
    .selectFrom('membership_type_extra')
    .select(['type_id', 'extra_id'])
    .where('organisation_id', '=', organisationId)
    .orderBy('extra_id')
    .execute();
  return rows.map((row) => ({
    ...fromColumns(membershipTypeFields, row),
    extraIds: extrasOfTypes.filter((one) => one.type_id === row.id).map((one) => one.extra_id),
  }));
}

export async function readCategories(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<CategoryRecord[]> {
  const rows = await readRows(db, 'category', organisationId);
  return rows.map((row) => fromColumns(categoryFields, row));
}

export async function readChapters(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<ChapterRecord[]> {
  const rows = await readRows(db, 'chapter', organisationId);
  return rows.map((row) => fromColumns(chapterFields, row));
}

export async function readAddons(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<AddonRecord[]> {
  const rows = await readRows(db, 'addon', organisationId);
  return rows.map((row) => fromColumns(addonFields, row));
}

/** Includes admin-only extras. */
export async function readExtras(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<ExtraRecord[]> {
  const rows = await readRows(db, 'extra', organisationId);
  return rows.map((row) => ({
    ...fromColumns(extraFields, row),
    options: textList.parse(JSON.parse(row.options)),
    optionsFromAnswers: textList.parse(JSON.parse(row.options_from_answers)),
  }));
}

async function readRows<T extends StructureTable>(
  db: Kysely<MembersDatabase>,
  table: T,
  organisationId: number,
): Promise<MembersDatabase[T][]> {
  const rows = await db
    // All of these tables have the columns that are named here.
    .selectFrom(table as StructureTable)
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .orderBy('id')
    .execute();
  return rows as MembersDatabase[T][];
}

const textList = z.array(z.string());

function byId<R extends { id: number }>(records: R[]): Map<number, R> {
  return new Map(records.map((record) => [record.id, record]));
}
