import type { Kysely } from 'kysely';
import type { ListingFilter } from '@/lib/contract/filter-types';
import type { AddonListing, Category, ExtraListing, MembershipTypeListing } from '@/lib/contract/resources';
import { toWire } from '@/lib/contract/fields/wire-format';
import {
  categoryFields,
  listedExtraFields,
  listedAddonFields,
  listedTypeFields,
} from '@/lib/contract/fields/structure';
import { toAmount } from '@/lib/store/documents';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readAddons, readCategories, readExtras, readTypes } from '@/lib/store/structure';

type Db = Kysely<MembersDatabase>;

export interface ListingRequest {
  organisationId: number;
  filter: ListingFilter;
  seesAdminExtras: boolean;
}

export async function listCategories(db: Db, { organisationId }: ListingRequest): Promise<Category[]> {
  const records = await readCategories(db, organisationId);
  return records.map((record) => toWire(categoryFields, record));
}

export async function listTypes(
  db: Db,
  { organisationId, filter }: ListingRequest,
): Promise<MembershipTypeListing[]> {
  const records = await readTypes(db, organisationId);
  return records.filter(fits(filter)).map((record) => ({
    ...toWire(listedTypeFields, record),
    Cost: toAmount(record.costThousandths, 2),
  }));
}

export async function listAddons(
  db: Db,
  { organisationId, filter }: ListingRequest,
): Promise<AddonListing[]> {
  const records = await readAddons(db, organisationId);
  return records.filter(fits(filter)).map((record) => ({
    ...toWire(listedAddonFields, record),
    Cost: toAmount(record.costThousandths, 2),
  }));
}

/** Leaves out admin-only extras, unless the client is allowed to see them. */
export async function listExtras(db: Db, request: ListingRequest): Promise<ExtraListing[]> {
  const records = await readExtras(db, request.organisationId);
  const isSeen = (record: { isAdminOnly: boolean }) => request.seesAdminExtras || !record.isAdminOnly;
  const fitting = records.filter(
    (record) => isSeen(record) && (!request.filter.isSearchable || record.isSearchable),
  );
  return fitting.map((record) => toWire(listedExtraFields, record));
}

function fits(filter: ListingFilter) {
  return (record: { isVisible: boolean; isSearchable: boolean }) =>
    (filter.includesHidden || record.isVisible) && (!filter.isSearchable || record.isSearchable);
}
