/** As somebody types it. */
export interface NewAssociation {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  name: string;
  country: string;
  /** '': the default of the country. */
  timeZone: string;
}

/** Replaces the demonstration by an association, in this process. The page needs the link that a start prints (J27). */
export interface SetUp {
  isValid(token: string): Promise<boolean>;
  /**
   * `link`: it is unknown, used or expired, or the demonstration no longer exists. `problems`: sentences for the person;
   * nothing was done, and the link can still be used.
   */
  complete(token: string, association: NewAssociation): Promise<'done' | 'link' | { problems: string[] }>;
}
