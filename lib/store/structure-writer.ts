import type { Kysely } from 'kysely';
import { toColumns } from '@/lib/contract/fields/columns';
import { organisationFields } from '@/lib/contract/fields/organisation';
import {
  addonFields,
  categoryFields,
  chapterFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import { toChapter } from './documents';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterRecord,
  ExtraRecord,
  MembershipTypeRecord,
  OrganisationRecord,
} from '@/lib/store/schema/records';
import { upsertRows } from './upsert';

type Db = Kysely<MembersDatabase>;

/** A new organisation gets version 0. A stored one keeps its version. */
export async function writeOrganisation(db: Db, record: OrganisationRecord): Promise<void> {
  const { id, ...values } = toColumns(organisationFields, record);
  const columns = { ...values, listed_statuses: JSON.stringify(record.listedStatuses) };
  await db
    .insertInto('organisation')
    .values({ id, ...columns, version: 0, is_demonstration: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

export async function writeTypes(
  db: Db,
  organisationId: number,
  records: MembershipTypeRecord[],
): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    ...toColumns(membershipTypeFields, record),
  }));
  await upsertRows(db, 'membership_type', key, rows);
  await db
    .deleteFrom('membership_type_extra')
    .where('organisation_id', '=', organisationId)
    .where(
      'type_id',
      'in',
      records.map((record) => record.id),
    )
    .execute();
  const extrasOfTypes = records.flatMap((record) =>
    [...new Set(record.extraIds)].map((id) => ({
      organisation_id: organisationId,
      type_id: record.id,
      extra_id: id,
    })),
  );
  await upsertRows(db, 'membership_type_extra', ['organisation_id', 'type_id', 'extra_id'], extrasOfTypes);
}

export async function writeCategories(
  db: Db,
  organisationId: number,
  records: CategoryRecord[],
): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    ...toColumns(categoryFields, record),
  }));
  await upsertRows(db, 'category', key, rows);
}

export async function writeChapters(db: Db, organisationId: number, records: ChapterRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    ...toColumns(chapterFields, record),
    document: JSON.stringify(toChapter(record)),
  }));
  await upsertRows(db, 'chapter', key, rows);
}

export async function writeAddons(db: Db, organisationId: number, records: AddonRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    ...toColumns(addonFields, record),
  }));
  await upsertRows(db, 'addon', key, rows);
}

export async function writeExtras(db: Db, organisationId: number, records: ExtraRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    ...toColumns(extraFields, record),
    options: JSON.stringify(record.options),
    options_from_answers: JSON.stringify(record.optionsFromAnswers),
  }));
  await upsertRows(db, 'extra', key, rows);
}

const key = ['organisation_id', 'id'] as const;
