import type { KeptForm } from './kept-form';

/** The values of the forms that approve or refuse one member. */
export interface ApprovalValues {
  ID: string;
  ETag: string;
  FirstName: string;
  LastName: string;
  Organisation: string;
  Email: string;
  Phone: string;
  Mobile: string;
  MembershipNumber: string;
  /** IDs. If `Chapter` is empty, the member has no chapter. */
  Type: string;
  Chapter: string;
  /** An ISO day. Empty: the membership has no end. */
  ExpiryDate: string;
  Reason: string;
}

/** A form as it is shown, with the reason why it failed when it was last sent. */
export interface ApprovalState {
  values: ApprovalValues;
  problems: string[];
  needsSignIn: boolean;
  /** The sent form, if it must be shown again because nobody was signed in or the API did not respond. */
  kept: KeptForm | null;
}
