/**
 * The internal form of an organisation, its structure and its members. The tables of fields define it. `write.ts` in
 * the store writes these records.
 */
import type { RecordOf } from '@/lib/contract/fields/field';
import type { locationFields } from '@/lib/contract/fields/location';
import type { membershipFields } from '@/lib/contract/fields/membership';
import type { organisationFields } from '@/lib/contract/fields/organisation';
import type { addressFields, personFields } from '@/lib/contract/fields/person';
import type {
  addonFields,
  categoryFields,
  chapterFields,
  committeeSeatFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import type { NoticeSettings } from '@/lib/contract/notice-settings';
import type { roleFields } from '@/lib/contract/fields/role';

export type OrganisationRecord = RecordOf<typeof organisationFields>;
export type MembershipTypeRecord = RecordOf<typeof membershipTypeFields>;
/** A type to store. Without `maxSubMembers`, the stored limit stays. */
export type TypeToPut = Omit<MembershipTypeRecord, 'maxSubMembers'> &
  Partial<Pick<MembershipTypeRecord, 'maxSubMembers'>>;
export type CategoryRecord = RecordOf<typeof categoryFields>;
export type ChapterRecord = RecordOf<typeof chapterFields>;
/** A chapter to store. Without `contact`, the stored contact stays. */
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

/** The items to which an organisation's members refer, by ascending ID. */
export interface Structure {
  organisation: OrganisationRecord;
  types: Map<number, MembershipTypeRecord>;
  categories: Map<number, CategoryRecord>;
  chapters: Map<number, ChapterRecord>;
  addons: Map<number, AddonRecord>;
  extras: Map<number, ExtraRecord>;
}

/** `id` is the organisation's ID. */
export type NoticeRecord = NoticeSettings & { id: number };

export interface NoteRecord {
  /** Unique in the organisation, and higher than that of every earlier note. */
  id: number;
  text: string;
  /** The person who wrote the note, and the time in milliseconds since 1970. */
  writtenBy: number;
  writtenAt: number;
  /** The person who last changed the note, and the time. null: nobody has changed it. */
  changedBy: number | null;
  changedAt: number | null;
}

/** `id` is the person's ID. */
export interface NotesRecord {
  id: number;
  notes: readonly NoteRecord[];
}

export interface OrganisationMarks {
  /** The organisation's ID. */
  id: number;
  /** The members are invented. */
  isDemonstration: boolean;
  /** The time of the last complete reading of each site, by the site's clock. null: the site was not read. */
  readAt: Record<string, string | null>;
}

/** `id` is the person's ID. `role` null: the person has no role. `chapterIds`: an officer's chapters, in order. */
export type RoleRecord = RecordOf<typeof roleFields>;
