/**
 * The internal form of an organisation, its structure and its members, as defined by the tables of fields. Imports, the
 * demonstration and the operator's commands produce these records. `write.ts` stores them.
 */
import type { RecordOf } from '@/lib/membership-api/fields/field';
import type { locationFields } from '@/lib/membership-api/fields/location';
import type { membershipFields } from '@/lib/membership-api/fields/membership';
import type { organisationFields } from '@/lib/membership-api/fields/organisation';
import type { addressFields, personFields } from '@/lib/membership-api/fields/person';
import type {
  addonFields,
  categoryFields,
  chapterFields,
  committeeSeatFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/membership-api/fields/structure';

export type OrganisationRecord = RecordOf<typeof organisationFields>;
export type MembershipTypeRecord = RecordOf<typeof membershipTypeFields>;
export type CategoryRecord = RecordOf<typeof categoryFields>;
export type ChapterRecord = RecordOf<typeof chapterFields>;
/** A chapter to store. If `contact` is absent, the stored one is kept. */
export type ChapterToPut = Omit<ChapterRecord, 'contact'> & Partial<Pick<ChapterRecord, 'contact'>>;
export type AddonRecord = RecordOf<typeof addonFields>;
export type ExtraRecord = RecordOf<typeof extraFields>;
export type AddressRecord = RecordOf<typeof addressFields>;
export type PersonRecord = RecordOf<typeof personFields>;
export type LocationRecord = RecordOf<typeof locationFields>;
export type MembershipRecord = RecordOf<typeof membershipFields>;
export type AnswerRecord = MembershipRecord['answers'][number];
export type HeldAddonRecord = MembershipRecord['addons'][number];
export type CommitteeSeatRecord = RecordOf<typeof committeeSeatFields>;

/** One membership with its person: the unit that is written. A person may occur with several memberships. */
export interface MemberRecord {
  person: PersonRecord;
  membership: MembershipRecord;
}
