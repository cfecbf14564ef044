import type { OrganisationRecord } from './records';

/** The settings that a new organisation has not chosen. */
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
  officerAccess: '',
  readersSeeContact: false,
} as const satisfies Partial<OrganisationRecord>;
