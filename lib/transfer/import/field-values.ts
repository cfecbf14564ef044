import type { LocationPrecision } from '@/lib/contract/words';

/** The type of the parsed value for each kind of cell. `read-value.ts` parses the cells. An empty cell is null. */
export interface FieldValues {
  text: string;
  email: string;
  phone: string;
  integer: number;
  /** `YYYY-MM-DD`. */
  date: string;
  /** In thousandths of the currency. A negative amount is a credit. */
  amount: number;
  boolean: boolean;
  /**
   * The cell contains "yes", "no" or a date. A date means yes. For example, it is the date on which the member was
   * suspended.
   */
  flag: boolean;
  status: StatusCell;
  latitude: number;
  longitude: number;
  web: string;
  kind: 'individual' | 'corporate';
  precision: LocationPrecision;
  /** Names of fields. If the cell contains "none", the list is empty. */
  show: string[];
  addons: AddonCell[];
  seats: SeatCell[];
  names: string[];
}

export type FieldKind = keyof FieldValues;

/** `renewal`: a member who owes something, and is one until the last day. */
export type MemberStatus =
  'current' | 'renewal' | 'lapsed' | 'applicant' | 'suspended' | 'cancelled' | 'deceased';

export interface StatusCell {
  means: MemberStatus;
  /** The cell as it is in the file. */
  word: string;
}

export interface AddonCell {
  name: string;
  quantity: number;
  expiryDate: string | null;
}

export interface SeatCell {
  /** A name that belongs to no chapter means the organisation's own committee. */
  name: string;
  startsOn: string | null;
  endsOn: string | null;
}
