/**
 * Everything that is held about one person, as `person export` writes it. Names and values are those of the API and of
 * the archive; instants are ISO 8601 in UTC, dates `YYYY-MM-DD`. docs/personal-data.md describes each part.
 */
import type { OfficeRole } from '@/lib/contract/fields/role';
import type { SentMailTable, SignInMethod } from '@/lib/store/schema/auth-schema';
import type { JournalKind, JournalTable, NoticeMailTable } from '@/lib/store/schema/members-schema';
import type { AccountRow } from '@/lib/store/account-journal';

export const personalDataFormat = 'chapterhouse-person-1';

/** Who reads the personal data. If the reader is the person, data that only the office may see is left out. */
export type Reader = 'office' | 'person';

export interface PersonalData {
  Format: typeof personalDataFormat;
  CreatedAt: string;
  For: Reader;
  Organisation: Reference;
  Person: PersonPart;
  Memberships: MembershipPart[];
  CommitteeSeats: { Chapter: Reference | null; StartsOn: string | null; EndsOn: string | null }[];
  /** Notes about the person, the oldest first. */
  Notes: { Text: string; WrittenAt: string; ChangedAt: string | null }[];
  /** The person's role in the office. null: the person has no role. `Chapters`: the chapters of an officer. */
  Role: { Role: OfficeRole; Chapters: Reference[] } | null;
  Account: AccountPart;
  /** Changes to the person's records, oldest first. */
  History: HistoryRow[];
  /** Changes that the person made to other records, oldest first, without the values of those records. */
  ChangesMade: Omit<HistoryRow, 'By' | 'Changes' | 'Reason'>[];
  /** Imports and merges that changed the person's records, or that the person started. */
  Imports: ImportPart[];
  /** Emails to the person, sent or not, oldest first, without subject and text. */
  EmailRecord: EmailRecordPart[];
  /** Reminders about the last day of the person's memberships, the oldest first. */
  Reminders: ReminderPart[];
  /** Emails in the outbox. null: the installation has a mail server and no outbox. */
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
  /**
   * `removed`: only the journal has data about this ID. `erased`: the person was erased, and the document has no other
   * data.
   */
  State: 'stored' | 'removed' | 'erased';
  ErasedAt: string | null;
  /** Records that were merged into this person. */
  MergedIDs: string[];
  /** The API's `User`. null: the person is not stored. */
  User: object | null;
  ExternalIDs: ExternalIdPart[];
  Sources: Source[];
}

/** The newest change to the fields in `Fields`. */
export interface Source {
  /**
   * The fields that this change set, by their names in the journal. null: all fields of the record that no other
   * element of `Sources` names.
   */
  Fields: string[] | null;
  /** null: the change is older than the journal's first row about this record. */
  At: string | null;
  By: Author | null;
}

/** People do not learn who works in the office. They learn only that the office made a change. */
export interface Author {
  Kind: 'self' | 'person' | 'office' | 'command' | 'client' | 'import' | 'clock';
  /** The ID of the person, client or import. */
  ID: string | null;
  /** The name of the person, client or command, or the file or site of an import. */
  Name: string | null;
}

export interface MembershipPart {
  /** The membership as in an archive, with exact points and without `User`. */
  Membership: object;
  Status: string;
  DateModified: string;
  /** The number of other memberships that are part of this membership. Other people hold them. */
  SubMembers: number;
  ExternalIDs: ExternalIdPart[];
  /** Pictures that were uploaded, also those that are not shown. The files are in base64, by their names. */
  Pictures: { ID: string; AddedAt: string; Files: object }[];
  /** How often the membership card was replaced. */
  CardsReplaced: number;
  Public: PublicPart;
  Sources: Source[];
}

/** What the public directory shows of the membership today. */
export interface PublicPart {
  InDirectory: boolean;
  /** Fields that are shown while the membership is in the directory. A field without a value is not shown. */
  Show: string[];
  /** The locations, with the points and addresses that the directory may show. */
  Locations: object[];
}

export interface Client {
  ID: string;
  /** null: the site is no longer registered. */
  Name: string | null;
}

export interface AccountPart {
  HasPassword: boolean;
  /** When the account was last changed, usually by a new password. null: there is no account. */
  UpdatedAt: string | null;
  /** When a page asked the person whether they want a passkey. null: no page has asked. */
  PasskeyOfferedAt: string | null;
  SignedInAt: string | null;
  /** The email address that the person has proved to be theirs, with the time. */
  ProvenEmail: { Email: string; At: string } | null;
  Passkeys: {
    Name: string;
    /** How the passkey's device can be reached: `internal`, `hybrid`, `usb` and others. */
    Transports: string[];
    /** How often the passkey was used, according to its device. Not all devices count the uses. */
    Uses: number;
    CreatedAt: string;
    LastUsedAt: string | null;
    /** When the passkey was disabled, because it may have been copied. null: the passkey works. */
    RefusedAt: string | null;
  }[];
  /** null: the person has no open request to be erased. */
  ErasureRequestedAt: string | null;
  /** Always empty, because the accounts of merged records end. Earlier releases stored them. */
  MergedAccounts: never[];
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
  /** A site has this access even while the person is not signed in. */
  LastingAccess: {
    Client: Client;
    Scope: string;
    IssuedAt: string;
    LastUsedAt: string;
    ExpiresAt: string;
    RevokedAt: string | null;
  }[];
  /** Sites exchange these codes for tokens. */
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
    Purpose: 'sign-in' | 'reset' | 'invite' | 'email';
    Email: string;
    /** The address that the person wanted instead. null: the code or link is for something else. */
    NewEmail: string | null;
    Attempts: number;
    CreatedAt: string;
    ExpiresAt: string;
    UsedAt: string | null;
  }[];
  /** Sign-ins in progress in which one of several people must be chosen. */
  PendingSignIns: { Client: Client | null; Source: string; CreatedAt: string; ExpiresAt: string }[];
}

export interface ConnectedSite {
  Client: Client;
  Scope: string;
  GivenAt: string;
  LastUsedAt: string | null;
}

export interface HistoryRow {
  /** null: the row is a change to the account. Changes to accounts have no position. */
  Position: number | null;
  At: string;
  By: Author;
  /** The import or merge that the change belongs to. */
  ImportID: string | null;
  Reason: string | null;
  Record: { Kind: JournalKind | AccountRow['kind']; ID: string };
  Operation: JournalTable['operation'] | AccountRow['operation'];
  /** `updated`: the old and the new value of each field, as [old, new]. `removed`: the last value of each field. */
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
  /** Days after the membership's last day. A negative number means days before the last day. */
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
  /** null: the email was sent. */
  Problem: SentMailTable['problem'];
  /** The code that the mail server replied with. */
  ReplyCode: number | null;
}

/** An email without its text, which may contain a code or a link that opens the account. */
export interface SentEmail {
  At: string;
  Subject: string;
}
