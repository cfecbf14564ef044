/**
 * Bundles of Wild Apricot: a company, or a family, whose members share a bundle ID. The member role says who administers
 * the bundle: the contact of the company.
 */
import { textKey } from '@/lib/base/text-key';
import type { RowValues } from './row-values';

const administrators = /admin|coordinator|primary|head/;

/** Whether the row is about the company of a bundle, with its contact. */
export function isBundleCompany(values: RowValues): boolean {
  return values.text('Organisation') !== '' && administrators.test(textKey(values.text('MemberRole')));
}

/** The bundle of a row. '': none. */
export function bundleOf(values: RowValues): string {
  return values.text('MemberRole') === '' ? '' : values.text('BundleID');
}

/** Types of membership that are usually those of companies. */
const companyTypes =
  /compan|corporat|business|organi[sz]ation|firm|institution|enterprise|unternehm|betrieb|korperschaft|juristische|entreprise|societe|empresa|aziend|societa/;

/** A row with a company and a person, whose type is that of companies. */
export function mayBeCompany(values: RowValues): boolean {
  const hasPerson = values.text('FirstName') + values.text('LastName') !== '';
  if (!hasPerson || values.text('Organisation') === '' || values.get('Kind') !== null) return false;
  if (values.text('ParentNumber') + values.text('ExternalParentID') + bundleOf(values) !== '') return false;
  return companyTypes.test(textKey(values.text('MembershipType')));
}
