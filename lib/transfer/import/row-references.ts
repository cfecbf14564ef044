import { bundleOf, isBundleCompany } from './bundles';
import type { MemberRow } from './member-row';

/** How sub-members may name a row's membership: our ID, another system's ID, or its number. */
export function referencesOf({ identity, values }: Pick<MemberRow, 'identity' | 'values'>): string[] {
  const references: string[] = [];
  if (identity.by === 'id') references.push(ownReference(identity.id));
  const externalId = values.text('ExternalID');
  if (externalId !== '') references.push(externalReference(externalId));
  const number = values.text('MembershipNumber') || (identity.by === 'number' ? identity.number : '');
  if (number !== '') references.push(numberReference(number));
  const bundle = isBundleCompany(values) ? bundleOf(values) : '';
  if (bundle !== '') references.push(bundleReference(bundle));
  return references;
}

/** Also the ID under which the bundle of a company is stored. */
export const bundleReference = (bundle: string) => `bundle ${bundle}`;
export const ownReference = (id: number) => `own ${id}`;
export const externalReference = (externalId: string) => `external ${externalId}`;
export const numberReference = (number: string) => `number ${number}`;
