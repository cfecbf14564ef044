import type { Kysely } from 'kysely';
import { toChapter } from './documents';
import type { MembersDatabase } from './members-schema';
import type {
  AddonRecord,
  CategoryRecord,
  ChapterRecord,
  ExtraRecord,
  MembershipTypeRecord,
  OrganisationRecord,
} from './records';
import { upsertRows } from './upsert';

type Db = Kysely<MembersDatabase>;

/** Stores an organisation. `version` is set only for a new one and not changed here. */
export async function writeOrganisation(db: Db, record: OrganisationRecord): Promise<void> {
  const columns = {
    name: record.name,
    time_zone: record.timeZone,
    country: record.country,
    currency: record.currency,
    notice_days: record.noticeDays,
    listed_statuses: JSON.stringify(record.listedStatuses),
    colour: record.colour,
    logo_url: record.logoUrl,
    invoice_url_template: record.invoiceUrlTemplate,
    payment_url_template: record.paymentUrlTemplate,
  };
  await db
    .insertInto('organisation')
    .values({ id: record.id, ...columns, version: 0, is_demonstration: 0 })
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
    id: record.id,
    name: record.name,
    cost_thousandths: record.costThousandths,
    description: record.description,
    is_student: flag(record.isStudent),
    is_searchable: flag(record.isSearchable),
    is_visible: flag(record.isVisible),
    has_anniversary_expiry: flag(record.hasAnniversaryExpiry),
    has_gst: flag(record.hasGst),
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
  const rows = records.map(({ id, name, description }) => ({
    organisation_id: organisationId,
    id,
    name,
    description,
  }));
  await upsertRows(db, 'category', key, rows);
}

export async function writeChapters(db: Db, organisationId: number, records: ChapterRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    id: record.id,
    name: record.name,
    document: JSON.stringify(toChapter(record)),
  }));
  await upsertRows(db, 'chapter', key, rows);
}

export async function writeAddons(db: Db, organisationId: number, records: AddonRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    id: record.id,
    name: record.name,
    description: record.description,
    cost_thousandths: record.costThousandths,
    is_searchable: flag(record.isSearchable),
    is_visible: flag(record.isVisible),
    has_gst: flag(record.hasGst),
  }));
  await upsertRows(db, 'addon', key, rows);
}

export async function writeExtras(db: Db, organisationId: number, records: ExtraRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    organisation_id: organisationId,
    id: record.id,
    question: record.question,
    search_name: record.searchName,
    is_searchable: flag(record.isSearchable),
    is_admin_only: flag(record.isAdminOnly),
    answer_type: record.answerType,
    options: JSON.stringify(record.options),
  }));
  await upsertRows(db, 'extra', key, rows);
}

const key = ['organisation_id', 'id'] as const;

function flag(value: boolean): number {
  return value ? 1 : 0;
}
