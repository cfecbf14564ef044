/** `GET office/members/{MembershipID}/account`, for the web app (docs/office.md). */
import { z } from 'zod';
import { mailOutcomes } from './office-mails';

export const officeAccountSchema = z.object({
  LastSignInAt: z.string().nullable(),
  /** The newest invitation or link that the office emailed. null: none is recorded. */
  InvitedAt: z.string().nullable(),
  /**
   * Until this time, sign-ins with a password are refused, because they were tried too often. The refusal may concern
   * only some networks or devices. null: no sign-in is refused.
   */
  LockedUntil: z.string().nullable(),
  PasswordSetAt: z.string().nullable(),
  /** The number of passkeys, without those that were disabled. */
  Passkeys: z.number().int(),
  /** Whether an invitation or a link to set a password is valid now. */
  HasLink: z.boolean(),
  /** The sessions that have not ended, newest first. */
  Sessions: z.array(z.object({ StartedAt: z.string(), Browser: z.string() })),
  /** The sites that the person has allowed to sign them in. */
  Sites: z.array(z.object({ Name: z.string(), Since: z.string() })),
  ErasureRequestedAt: z.string().nullable(),
});
export type OfficeAccount = z.infer<typeof officeAccountSchema>;

/** `failed`: the mail server did not accept the email. */
export const sentLinkSchema = z.object({ Mail: z.enum(mailOutcomes) });
