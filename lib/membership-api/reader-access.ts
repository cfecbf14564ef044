/** What readers of the office may see of members, and what is hidden from them. */
import {
  isByChange,
  parametersOf,
  type FilterName,
  type MemberColumn,
  type OfficeMembersQuery,
} from './office-members';

export interface ReaderAccess {
  /** Whether the association lets readers see private contact fields (`ReadersSeeContact`). */
  seesContact: boolean;
}

/** The private contact fields of a row of the list of members. */
export const contactFields = ['Email', 'Phone', 'WorkPhone', 'Mobile', 'Address', 'Postcode'] as const;

const contactFilters: readonly FilterName[] = [
  ...(['HasEmail', 'Email', 'Postcode', 'Phone', 'Street', 'MailingAddress'] as const),
];
const contactColumns: readonly MemberColumn[] = ['address', 'email', 'phone', 'mobile', 'work'];

/** The filters that would reveal to a reader what is hidden from them. */
export function filtersHiddenFrom({ seesContact }: ReaderAccess): readonly string[] {
  return ['Committee', ...(seesContact ? [] : contactFilters)];
}

/**
 * Columns that a reader does not see. The date of the last change is hidden too, because the change may be to a private
 * answer or an invoice.
 */
export function columnsHiddenFrom({ seesContact }: ReaderAccess): readonly MemberColumn[] {
  return ['changed', ...(seesContact ? [] : contactColumns)];
}

/** The first of a list's parameters that would reveal something hidden to a reader. null: no parameter would. */
export function partHiddenFrom(
  reader: ReaderAccess,
  { filter, sort }: Partial<Pick<OfficeMembersQuery, 'filter' | 'sort'>>,
): string | null {
  const given = filter === undefined ? [] : parametersOf(filter);
  const asked = filter !== undefined && filter.committee !== null ? [...given, 'Committee'] : given;
  const hidden = asked.find((name) => filtersHiddenFrom(reader).includes(name));
  if (hidden !== undefined) return hidden;
  // Readers cannot sort by the last change: `Next` would contain the time of that change, even if the changed value is
  // hidden from readers.
  return sort !== undefined && isByChange(sort) ? 'Sort' : null;
}
