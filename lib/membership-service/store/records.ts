/**
 * What is written to the store: the inside form of an organisation, its structure and its members.
 * Imports, the demonstration and the operator's commands produce these; `write.ts` stores them.
 */
import type { FinancialStatus, LocationPrecision } from '@/lib/membership-api/resources';

export interface OrganisationRecord {
  id: number;
  name: string;
  /** IANA name, such as `Australia/Melbourne`. */
  timeZone: string;
  /** Name of the country as members' addresses have it. */
  country: string;
  /** ISO 4217 code. */
  currency: string;
  /** A membership is `expiring` in its last this many days. */
  noticeDays: number;
  /** The statuses with which a membership is in the public directory. */
  listedStatuses: FinancialStatus[];
  /** Accent colour as `#rrggbb`; null: our own. */
  colour: string | null;
  logoUrl: string | null;
  /** Templates such as `https://pay.example/{MembershipNumber}`; also `{ID}`. */
  invoiceUrlTemplate: string | null;
  paymentUrlTemplate: string | null;
}

export interface MembershipTypeRecord {
  id: number;
  name: string;
  /** Thousandths of the currency's unit. */
  costThousandths: number;
  description: string;
  isStudent: boolean;
  isSearchable: boolean;
  isVisible: boolean;
  hasAnniversaryExpiry: boolean;
  hasGst: boolean;
  /** The extras that this type asks. */
  extraIds: number[];
}

export interface CategoryRecord {
  id: number;
  name: string;
  description: string;
}

export interface ChapterRecord {
  id: number;
  name: string;
}

export interface AddonRecord {
  id: number;
  name: string;
  description: string;
  costThousandths: number;
  isSearchable: boolean;
  isVisible: boolean;
  hasGst: boolean;
}

export interface ExtraRecord {
  id: number;
  question: string;
  searchName: string;
  isSearchable: boolean;
  isAdminOnly: boolean;
  /** 0 free text, 1 one option, 2 any options, 3 yes/no, 4 number, 5 date. */
  answerType: number;
  options: string[];
}

export interface AddressRecord {
  address: string | null;
  suburb: string;
  postcode: string;
  state: string;
  country: string;
}

export interface PersonRecord {
  id: number;
  firstName: string;
  lastName: string;
  title: string;
  email: string;
  organisation: string;
  address: AddressRecord;
  mailingAddress: AddressRecord;
  phone: string;
  workPhone: string;
  mobile: string;
}

export interface AnswerRecord {
  extraId: number;
  answer: string;
}

export interface HeldAddonRecord {
  addonId: number;
  quantity: number;
  /** ISO date of the last day; null: without end. */
  expiryDate: string | null;
  answers: AnswerRecord[];
}

export interface LocationRecord {
  id: number;
  email: string;
  name: string;
  address: string;
  suburb: string;
  state: string;
  country: string;
  postcode: string;
  phone: string;
  website: string;
  latitude: number;
  longitude: number;
  precision: LocationPrecision;
}

export interface MembershipRecord {
  id: number;
  /** A person has at most one `individual` membership; `corporate` ones have the person as contact. */
  kind: 'individual' | 'corporate';
  /** The corporate membership of which this individual one is a sub-membership. */
  parentId: number | null;
  membershipNumber: string;
  /** ISO date of the last day; null: without end. A sub-membership takes its parent's. */
  expiryDate: string | null;
  joiningDate: string | null;
  typeId: number;
  chapterId: number | null;
  amountOutstandingThousandths: number;
  isApproved: boolean;
  /** ISO 4217 code; null: the organisation's. */
  currency: string | null;
  /** Imported addresses; null: from the organisation's templates. http and https only. */
  invoiceUrl: string | null;
  paymentUrl: string | null;
  /** What the member chose: listed at all, and the fields shown (null: the defaults of decisions.md 37). */
  isListed: boolean;
  show: string[] | null;
  categoryIds: number[];
  addons: HeldAddonRecord[];
  answers: AnswerRecord[];
  locations: LocationRecord[];
}

/** One membership with its person: the unit that is written. The same person may come with several memberships. */
export interface MemberRecord {
  person: PersonRecord;
  membership: MembershipRecord;
}

/** A seat on a committee. `chapterId` null: the organisation's own committee. Dates are inclusive; null: open. */
export interface CommitteeSeatRecord {
  personId: number;
  chapterId: number | null;
  startsOn: string | null;
  endsOn: string | null;
}
