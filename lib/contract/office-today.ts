import { z } from 'zod';

const count = z.object({
  /** null: the caller may not see the number. */
  Count: z.number().nullable(),
  /**
   * The address of the office's list with exactly these members: path and query after `/office/`. null: the caller may
   * not see the list.
   */
  List: z.string().nullable(),
});

export const todaySchema = z.object({
  /** Today's date in the association's time zone. */
  Date: z.string(),
  Waiting: count,
  /** Members whose changes to their own entry wait for the office. Readers have no such list. */
  Proposed: count,
  /** Approved memberships that end within 30 days, today included. */
  Ending: count,
  /** Approved memberships that ended within the last 30 days. */
  Ended: count,
  /** Approved memberships whose members have said that they leave, and that have not ended. */
  Leaving: count,
  /** Approved members who owe something. */
  Owed: count,
  /** Approved members without an email address. */
  WithoutEmail: count,
  WithoutLocation: count,
  /** The number of emails of the last 30 days that could not be sent. null: the caller may not see this number. */
  FailedMails: count.nullable(),
  /** The number of emails of the last 30 days that wait for a mail server. null: the caller may not see this number. */
  WaitingMails: count.nullable(),
  /**
   * The types with members, by name. Each number has its list. `Joined` and `Left` are of the last twelve months. null:
   * the caller does not see dates or amounts.
   */
  Types: z.array(z.object({ Name: z.string(), Members: count, Joined: count, Left: count })).nullable(),
  LastImport: z
    .object({
      ID: z.string(),
      Time: z.string(),
      Source: z.string(),
      Read: z.number(),
      Created: z.number(),
      Updated: z.number(),
      Unchanged: z.number(),
      Removed: z.number(),
      /** The number of rows that were not imported because they could not be read. */
      Bad: z.number(),
      List: z.string(),
    })
    .nullable(),
  /** Whether the public directory shows nobody, until an owner opens it. */
  DirectoryClosed: z.boolean(),
  Problems: z.array(z.object({ Text: z.string(), Fix: z.string() })),
});
export type Today = z.infer<typeof todaySchema>;
