/**
 * What the account's page “What is held about you” reads and does. The page calls it in this process: no token of any
 * client, not even of the directory's own, gets a person's whole data by HTTP (docs/decisions.md, O7).
 */
export interface OwnData {
  /** null: the token is not, or no longer, that of a person at the directory's own client. */
  read(accessToken: string): Promise<OwnDataPage | null>;
  /** null: as for `read`, or the sign-in is not recent, or the person has read the data too often. */
  download(accessToken: string, format: 'html' | 'json'): Promise<OwnDataFile | null>;
  /**
   * Does nothing if a request is open, if the sign-in is not recent, or for somebody else than the person whom the page
   * named.
   */
  requestErasure(accessToken: string, personId: string): Promise<void>;
  withdrawErasure(accessToken: string, personId: string): Promise<void>;
}

export interface OwnDataPage {
  personId: string;
  name: string;
  /** The person has no membership, committee seat or role any more. */
  isRemoved: boolean;
  /** The person may download the data, and ask for erasure or withdraw the request. */
  isRecent: boolean;
  /** The day on which the person asked for erasure, as `2026-06-30`. null: no request is open. */
  requestedOn: string | null;
  /** The newest changes, newest first. null: the person has read the data too often. */
  history: readonly OwnChange[] | null;
  hasMoreHistory: boolean;
  /** Until the person may read the data again. */
  waitSeconds: number;
}

/** `day`: as `2026-06-30`. */
export interface OwnChange {
  day: string;
  by: string;
  what: string;
}

export interface OwnDataFile {
  name: string;
  type: string;
  text: string;
}
