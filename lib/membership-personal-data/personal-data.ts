/**
 * Everything that is held about one person, as `person export` writes it. Names and values are those of the API and of
 * the archive; instants are ISO 8601 in UTC, dates `YYYY-MM-DD`. docs/personal-data.md describes each part.
 */
import type { OfficeRole } from '@/lib/membership-api/fields/role';
import type { SentMailTable, SignInMethod } from '@/lib/membership-schema/auth-schema';
import type { JournalKind, JournalTable, NoticeMailTable } from '@/lib/membership-schema/members-schema';
import type { AccountRow } from '@/lib/membership-store/account-journal';

export const personalDataFormat = 'chapterhouse-person-1';

/** The document is for the office or for the person. The person does not see what only the office may see. */
export type Reader = 'office' | 'person';

export interface PersonalData {
  Format: typeof personalDataFormat;
  CreatedAt: string;
  For: Reader;
  Organisation: Reference;
  Person: PersonPart;
  Memberships: MembershipPart[];
  CommitteeSeats: { Chapter: Reference | null; StartsOn: string | null; EndsOn: string | null }[];
  /** The office's notes about the person, oldest first. */
  Notes: { Text: string; WrittenAt: string; ChangedAt: string | null }[];
  /** The person's role in the office. null: none. `Chapters`: the chapters of an officer. */
  Role: { Role: OfficeRole; Chapters: Reference[] } | null;
  Account: AccountPart;
  /** Changes to the person's records, oldest first. */
  History: HistoryRow[];
  /** Changes that the person made to other records, oldest first, without the values of those records. */
  ChangesMade: Omit<HistoryRow, 'By' | 'Changes' | 'Reason'>[];
  /** The imports and merges that changed the person's records, or that the person started. */
  Imports: ImportPart[];
  /** The emails that were sent to the person, or could not be sent, oldest first, without subject and text. */
  EmailRecord: EmailRecordPart[];
  /** Reminders about the last day of the person's memberships, oldest first. */
  Reminders: ReminderPart[];
  /** Emails in the outbox of an installation without a mail server. null: it has a mail server. */
  Emails: SentEmail[] | null;
  Withheld: { What: string; Reason: string }[];
}

export interface Reference {
  ID: string;
  Name: string;
}

export interface ExternalIdPart {
  System: string;
  ID: string;
}

export interface PersonPart {
  ID: string;
  /** `removed`: only the journal has data about this ID. `erased`: the document has no other data. */
  State: 'stored' | 'removed' | 'erased';
  ErasedAt: string | null;
  /** IDs of records that were merged into this person. */
  MergedIDs: string[];
  /** The API's `User`. null: the person is not stored. */
  User: object | null;
  ExternalIDs: ExternalIdPart[];
  Sources: Source[];
}

/** The newest change that set these values. */
export interface Source {
  /** The names of the fields in the journal. null: all fields that no other source names. */
  Fields: string[] | null;
  /** null: the change is older than the journal's first row about this record. */
  At: string | null;
  By: Author | null;
}

/** Who made a change. The person does not learn who works in the office, only that it was the office. */
export interface Author {
  Kind: 'self' | 'person' | 'office' | 'command' | 'client' | 'import' | 'clock';
  /** The person's or client's ID, or the ID of the import. */
  ID: string | null;
  /** The name of the person, client or command. For an import: the file or the site. */
  Name: string | null;
}

export interface MembershipPart {
  /** The membership as in an archive, with exact points and without `User`. */
  Membership: object;
  Status: string;
  DateModified: string;
  /** The number of other memberships that are part of this one. Their holders are other people. */
  SubMembers: number;
  ExternalIDs: ExternalIdPart[];
  /** How often the membership card was replaced. */
  CardsReplaced: number;
  Public: PublicPart;
  Sources: Source[];
}

/** The parts of the membership that the public directory shows today. */
export interface PublicPart {
  InDirectory: boolean;
  /** The fields that are shown while the membership is in the directory. A field without a value is not shown. */
  Show: string[];
  /** The locations with their points and addresses as the directory may show them. */
  Locations: object[];
}

export interface Client {
  ID: string;
  /** null: the site is no longer registered. */
  Name: string | null;
}

export interface AccountPart {
  HasPassword: boolean;
  /** The last change to the account, usually a new password. null: there is no account. */
  UpdatedAt: string | null;
  /** When a page asked the person whether they want a passkey. null: no page has asked. */
  PasskeyOfferedAt: string | null;
  SignedInAt: string | null;
  Passkeys: {
    Name: string;
    /** The ways in which the passkey's device can be reached: `internal`, `hybrid`, `usb` and others. */
    Transports: string[];
    /** How often the passkey was used, if its device counts. */
    Uses: number;
    CreatedAt: string;
    LastUsedAt: string | null;
    /** When the passkey was disabled, because it may have been copied. null: it works. */
    RefusedAt: string | null;
  }[];
  /** When the person asked to be erased. null: no request is open. */
  ErasureRequestedAt: string | null;
  /** Data of the merged records' accounts, which is stored so that the merge can be undone. */
  MergedAccounts: {
    PersonID: string;
    HadPassword: boolean;
    UpdatedAt: string | null;
    ConnectedSites: ConnectedSite[];
  }[];
  /** `pwd`: password, `otp`: code by email, `pop`: passkey, null: not known. */
  Sessions: { SignedInBy: SignInMethod | null; Browser: string; CreatedAt: string; ExpiresAt: string }[];
  ConnectedSites: ConnectedSite[];
  Tokens: {
    Client: Client;
    Scope: string;
    IssuedAt: string;
    ExpiresAt: string;
    RevokedAt: string | null;
  }[];
  /** Access that a site has even while the person is not signed in. */
  LastingAccess: {
    Client: Client;
    Scope: string;
    IssuedAt: string;
    LastUsedAt: string;
    ExpiresAt: string;
    RevokedAt: string | null;
  }[];
  /** Codes that sites exchange for tokens. */
  Codes: {
    Client: Client;
    Scope: string;
    RedirectURI: string | null;
    IssuedAt: string;
    ExpiresAt: string;
    UsedAt: string | null;
  }[];
  /** Codes and links that were emailed to the person. */
  EmailedCodes: {
    Purpose: 'sign-in' | 'reset' | 'invite';
    Email: string;
    Attempts: number;
    CreatedAt: string;
    ExpiresAt: string;
    UsedAt: string | null;
  }[];
  /** Sign-ins in progress in which several people match, so that one of them must be chosen. */
  PendingSignIns: { Client: Client | null; Source: string; CreatedAt: string; ExpiresAt: string }[];
}

export interface ConnectedSite {
  Client: Client;
  /** Space-separated. */
  Scope: string;
  GivenAt: string;
  LastUsedAt: string | null;
}

export interface HistoryRow {
  /** null: a change to the account, which has no position. */
  Position: number | null;
  At: string;
  By: Author;
  /** The ID of the import or merge that the change belongs to. */
  ImportID: string | null;
  Reason: string | null;
  Record: { Kind: JournalKind | AccountRow['kind']; ID: string };
  Operation: JournalTable['operation'] | AccountRow['operation'];
  /**
   * For `updated`: the old and the new value of each field, as [old, new]. For `removed`: the last value of each field.
   */
  Changes: Record<string, unknown> | null;
}

export interface ImportPart {
  ID: string;
  At: string;
  /** The file's name or the site's address. */
  Source: string;
  FileSHA256: string | null;
  IsMerge: boolean;
  IsBulk: boolean;
}

export interface ReminderPart {
  MembershipID: string;
  LastDay: string;
  /** Days after the last day. A negative number means days before it. */
  Days: number;
  Email: string;
  State: NoticeMailTable['state'];
  RecordedAt: string;
  ChangedAt: string;
  Problem: NoticeMailTable['problem'];
  ReplyCode: number | null;
}

export interface EmailRecordPart {
  At: string;
  Kind: SentMailTable['kind'];
  MembershipID: string | null;
  Email: string;
  /** Why the email was not sent. null: it was sent. */
  Problem: SentMailTable['problem'];
  /** The mail server's reply. */
  ReplyCode: number | null;
}

/** An email without its text, which may contain a code or a link that opens the account. */
export interface SentEmail {
  At: string;
  Subject: string;
}
