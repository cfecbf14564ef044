import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

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
  /** `Type` and `Chapter` are IDs. An empty `Chapter` means no chapter. */
  Type: string;
  Chapter: string;
  /** An ISO day. Empty: the membership has no end. */
  ExpiryDate: string;
  Reason: string;
}

export interface ApprovalState {
  values: ApprovalValues;
  problems: string[];
  needsSignIn: FormRefusal['needsSignIn'];
  kept: KeptForm | null;
}
