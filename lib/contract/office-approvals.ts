import { z } from 'zod';
import { officeMemberSchema } from './office';
import { mailOutcomes } from './office-mails';

export const waitingMembersSchema = z.object({
  /**
   * The members who wait for approval, ordered by membership ID. To approve or refuse a member, a client sends the
   * member's `ETag` as `IfMatch`. If the record has changed since the office saw it, the request is then refused.
   * `Received`: the day of the application. null: unknown, or the caller does not see dates.
   */
  Members: z.array(
    z.object({ ETag: z.string(), Received: z.string().nullable(), Member: officeMemberSchema }),
  ),
  /** The value of `After` for the next page. null: there is no next page. */
  Next: z.string().nullable(),
});
export type WaitingMembers = z.infer<typeof waitingMembersSchema>;

const id = z.string().regex(/^[1-9]\d{0,14}$/, { error: 'must be an ID' });
const ifMatch = z.string().min(1).max(300).optional();

const maxApprovals = 500;

export const approvalSchema = z.strictObject({
  Members: z
    .array(z.strictObject({ ID: id, IfMatch: ifMatch }))
    .min(1)
    .max(maxApprovals),
  /**
   * A merge patch that is applied with the approval. A patch is allowed only if the request approves a single member.
   */
  Changes: z.record(z.string(), z.unknown()).optional(),
});

const maxRefusalLength = 2000;

export const refusalSchema = z.strictObject({
  ID: id,
  IfMatch: ifMatch,
  /** The reason is emailed to the person, and recorded in the journal. */
  Reason: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(maxRefusalLength, { error: `must be at most ${maxRefusalLength} characters long` }),
});

export const refusedSchema = z.object({
  ID: z.string(),
  /**
   * Whether the reason was emailed. `no address`: the person has no email address. `failed`: the mail server did not
   * accept the email. null: the caller does not see contact details, so the response does not tell whether there is an
   * address.
   */
  Mail: z.enum([...mailOutcomes, 'no address']).nullable(),
});
export type RefusedMember = z.infer<typeof refusedSchema>;
