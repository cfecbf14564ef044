import { z } from 'zod';

/**
 * Why an email was sent. The record of emails contains this reason instead of the text, because the text may contain a
 * code or a link.
 */
export const mailKinds = [
  'notice',
  'notice test',
  'invitation',
  'password link',
  'sign-in code',
  'passkey',
  'account change',
  'refusal',
  'proposal',
  'erasure request',
  'message',
  'report',
  'test',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * Why an email was not sent. `waiting`: no mail server is set. `expired`: the email waited longer than its code, link or
 * news is valid. `refused`: permanently, for example because the address is unknown. `deferred`: the mail
 * server asks to try later. `unreachable`: the server cannot be reached, or refuses our sign-in. `uncertain`: the
 * connection broke before the server responded. `interrupted`: our server stopped while it sent the email. In the last
 * two cases the email may have been sent.
 */
export const mailProblems = [
  'waiting',
  'expired',
  'refused',
  'deferred',
  'unreachable',
  'uncertain',
  'interrupted',
] as const;
export type MailProblem = (typeof mailProblems)[number];

export const officeMailSchema = z.object({
  At: z.string(),
  Kind: z.enum(mailKinds),
  /**
   * The person's name. null: several people have the address, the address is the association's, or the person no longer
   * exists.
   */
  PersonName: z.string().nullable(),
  /** A membership of the person. null: there is none. */
  MembershipID: z.string().nullable(),
  Email: z.string(),
  /** null: the email was sent. */
  Problem: z.enum(mailProblems).nullable(),
  /** The mail server's reply code. null: the server did not reply. */
  ReplyCode: z.number().nullable(),
});
export type OfficeMail = z.infer<typeof officeMailSchema>;

/** `Next` is the value of `After` for the next page. null: there is no next page. */
export const officeMailsSchema = z.object({ Mails: z.array(officeMailSchema), Next: z.string().nullable() });
export type OfficeMails = z.infer<typeof officeMailsSchema>;

/** How this server sends emails. There is no password, and no name of a user. */
export const mailSettingsSchema = z.object({
  /** `off`: no mail server is set. `failing`: the mail server could not be used for the last email. */
  State: z.enum(['works', 'failing', 'off']),
  /** null: no mail server is set. */
  Server: z
    .object({ Host: z.string(), Port: z.number(), Encrypted: z.boolean(), SignsIn: z.boolean() })
    .nullable(),
  From: z.string(),
  /** The address that a test is sent to. null: the caller has none. */
  To: z.string().nullable(),
  /** What is wrong and what to do. null: nothing. */
  Problem: z.object({ Text: z.string(), Fix: z.string() }).nullable(),
});
export type OfficeMailSettings = z.infer<typeof mailSettingsSchema>;

/** What became of an email that the office asked for. `waiting`: no mail server is set. */
export const mailOutcomes = ['sent', 'waiting', 'failed'] as const;
export const mailTestSchema = z.object({ To: z.string(), Mail: z.enum(mailOutcomes) });
