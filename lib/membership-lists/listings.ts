/** The four short listings in the contract's format, in order of ID. */
import type { Kysely } from 'kysely';
import type { ListingFilter } from '@/lib/membership-api/filter-types';
import type {
  AddonListing,
  Category,
  ExtraListing,
  MembershipTypeListing,
} from '@/lib/membership-api/resources';
import { toAmount } from '@/lib/membership-store/documents';
import type { MembersDatabase } from '@/lib/membership-store/members-schema';
import { readAddons, readCategories, readExtras, readTypes } from '@/lib/membership-store/structure';

type Db = Kysely<MembersDatabase>;

export interface ListingRequest {
  organisationId: number;
  filter: ListingFilter;
  seesAdminExtras: boolean;
}

export async function listCategories(db: Db, { organisationId }: ListingRequest): Promise<Category[]> {
  const records = await readCategories(db, organisationId);
  return records.map(({ id, name, description }) => ({ ID: id, Name: name, Description: description }));
}

export async function listTypes(
  db: Db,
  { organisationId, filter }: ListingRequest,
): Promise<MembershipTypeListing[]> {
  const records = await readTypes(db, organisationId);
  return records.filter(fits(filter)).map((record) => ({
    ID: record.id,
    Name: record.name,
    Cost: toAmount(record.costThousandths, 2),
    Searchable: record.isSearchable,
    Visible: record.isVisible,
    AnniversaryExpiry: record.hasAnniversaryExpiry,
    GST: record.hasGst,
  }));
}

export async function listAddons(
  db: Db,
  { organisationId, filter }: ListingRequest,
): Promise<AddonListing[]> {
  const records = await readAddons(db, organisationId);
  return records.filter(fits(filter)).map((record) => ({
    ID: record.id,
    Name: record.name,
    Cost: toAmount(record.costThousandths, 2),
    Searchable: record.isSearchable,
    Visible: record.isVisible,
    GST: record.hasGst,
  }));
}

/** Admin-only extras exist only for clients that may see them. */
export async function listExtras(db: Db, request: ListingRequest): Promise<ExtraListing[]> {
  const records = await readExtras(db, request.organisationId);
  const isSeen = (record: { isAdminOnly: boolean }) => request.seesAdminExtras || !record.isAdminOnly;
  const fitting = records.filter(
    (record) => isSeen(record) && (!request.filter.isSearchable || record.isSearchable),
  );
  return fitting.map((record) => ({
    ID: record.id,
    Question: record.question,
    Searchable: record.isSearchable,
    SearchName: record.searchName,
    AdminOnly: record.isAdminOnly,
    AnswerType: record.answerType,
    Options: record.options,
  }));
}

function fits(filter: ListingFilter) {
  return (record: { isVisible: boolean; isSearchable: boolean }) =>
    (filter.includesHidden || record.isVisible) && (!filter.isSearchable || record.isSearchable);
}
