/** The numbers on the office's first page, as the endpoint sends them (docs/office.md). */
import { z } from 'zod';

const count = z.object({
  /** null: it is hidden from the caller. */
  Count: z.number().nullable(),
  /** The office's list of exactly these members: path and query after `/office/`. null: the caller may not see it. */
  List: z.string().nullable(),
});

export const todaySchema = z.object({
  /** The association's date. */
  Date: z.string(),
  Waiting: count,
  /** Approved memberships that end within 30 days, today included. */
  Ending: count,
  /** Approved memberships that ended within the last 30 days. */
  Ended: count,
  /** Approved members without an email address. */
  WithoutEmail: count,
  WithoutLocation: count,
  /** Emails of the last 30 days that could not be sent. null: the caller may not see them. */
  FailedMails: count.nullable(),
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
      /** Rows that could not be read and so were not imported. */
      Bad: z.number(),
      List: z.string(),
    })
    .nullable(),
  /** Problems with the data or the clock. Each has advice. */
  Problems: z.array(z.object({ Text: z.string(), Fix: z.string() })),
});
export type Today = z.infer<typeof todaySchema>;
