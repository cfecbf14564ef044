import type { OrganisationRecord } from '@/lib/store/schema/records';

export const blankSettings = {
  font: 'system',
  logo: null,
  darkLogo: null,
  squareLogo: null,
  socialPicture: null,
  heading: '',
  introduction: '',
  footerLinks: '',
  nounOne: '',
  nounMany: '',
  contactEmail: null,
  synonyms: '',
  areas: '',
  officerAccess: '',
  readersSeeContact: false,
  isTypeHidden: false,
  isDirectoryClosed: false,
  hasMembersDirectory: false,
  ownEntry: '',
} as const satisfies Partial<OrganisationRecord>;

/** Those of a new association. The demonstration has others. */
export const newSettings = {
  noticeDays: 30,
  listedStatuses: ['financial', 'expiring'],
  colour: null,
  logoUrl: null,
  invoiceUrlTemplate: null,
  paymentUrlTemplate: null,
  ...blankSettings,
  isTypeHidden: true,
} satisfies Partial<OrganisationRecord>;
