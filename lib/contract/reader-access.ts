/** What readers of the office see of members, and what is hidden from them. */
import type { AccessToField } from './fields/access';
import type { FieldAccess } from './fields/field';
import { ownFields } from './fields/office-fields';
import {
  isByChange,
  parametersOf,
  type FilterName,
  type MemberColumn,
  type OfficeMembersQuery,
} from './office-members';

export interface ReaderAccess {
  /** The association lets readers see private contact fields (`ReadersSeeContact`). */
  seesContact: boolean;
}

const seenByAll: readonly FieldAccess[] = ['open', 'names', 'directory', 'answers', 'dates'];
const seenWithContact: readonly FieldAccess[] = ['contact', 'addresses'];

export function readerSees(
  { path, access }: Pick<AccessToField, 'path' | 'access'>,
  { seesContact }: ReaderAccess,
): boolean {
  // Readers see how much somebody owes, but no links to invoices.
  if (access === null || path === 'AmountOutstanding') return access !== null;
  return seenByAll.includes(access) || (seesContact && seenWithContact.includes(access));
}

const contactFilters: readonly FilterName[] = [
  ...(['HasEmail', 'Email', 'Postcode', 'Phone', 'Street', 'MailingAddress'] as const),
];
const contactColumns: readonly MemberColumn[] = ['address', 'mailing', 'email', 'phone', 'mobile', 'work'];
/** Readers do not see how members sign in. */
const signInColumns: readonly MemberColumn[] = ['signedIn', 'invited'];

/** These filters would reveal what is hidden from the reader. */
export function filtersHiddenFrom(reader: ReaderAccess): readonly string[] {
  return [
    'Committee',
    'SignIn',
    ...(reader.seesContact ? [] : contactFilters),
    ...ownHiddenFrom(reader, 'filter'),
  ];
}

function ownHiddenFrom(reader: ReaderAccess, part: 'filter' | 'list') {
  return ownFields(part).flatMap((own) => (readerSees(own, reader) ? [] : own.name));
}

/** The date of the last change is hidden too, because a private answer or an invoice may have changed on that date. */
export function columnsHiddenFrom(reader: ReaderAccess): readonly MemberColumn[] {
  return [
    'changed',
    ...signInColumns,
    ...(reader.seesContact ? [] : contactColumns),
    ...ownHiddenFrom(reader, 'list'),
  ];
}

/**
 * The first parameter of a list that would reveal something hidden. null: no parameter would reveal anything hidden.
 */
export function partHiddenFrom(
  reader: ReaderAccess,
  { filter, sort }: Partial<Pick<OfficeMembersQuery, 'filter' | 'sort'>>,
): string | null {
  const given = filter === undefined ? [] : parametersOf(filter);
  const asked = filter !== undefined && filter.committee !== null ? [...given, 'Committee'] : given;
  const hidden = asked.find((name) => filtersHiddenFrom(reader).includes(name));
  if (hidden !== undefined) return hidden;
  // If the list is sorted by the last change, `Next` contains the time of a change. The changed value may be hidden
  // from readers. Readers therefore must not sort by the last change.
  return sort !== undefined && isByChange(sort) ? 'Sort' : null;
}
