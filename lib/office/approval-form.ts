import type { KeptForm } from './kept-form';

/** What the forms to approve or refuse one member contain. */
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
  /** IDs; an empty chapter: none. */
  Type: string;
  Chapter: string;
  /** An ISO day; empty: no end. */
  ExpiryDate: string;
  Reason: string;
}

/** A form as it is shown, with why it was not carried out when it was last sent. */
export interface ApprovalState {
  values: ApprovalValues;
  problems: string[];
  needsSignIn: boolean;
  /** The form as it was sent, if there was no session for it. */
  kept: KeptForm | null;
}
