import { z } from 'zod';
import { mailProblems } from './office-mails';
import { noticeSchema, noticeTextSchema, perMinuteSchema } from './notice-settings';

/**
 * `waiting`: the reminder will be sent. `sending`: it is being sent. `unreachable`: the member has no email address.
 * `skipped`: the membership was renewed, removed, withdrawn or excluded before the reminder was sent. `superseded`: a
 * later reminder about the same last day of the membership was already due. Only the later reminder is sent. `dropped`:
 * a person in the office cancelled the reminder.
 */
export const noticeMailStates = [
  'waiting',
  'sending',
  'sent',
  'failed',
  'unreachable',
  'skipped',
  'superseded',
  'dropped',
] as const;
export type NoticeMailState = (typeof noticeMailStates)[number];

export const noticesSchema = z.object({
  On: z.boolean(),
  PerMinute: z.number(),
  /** The notices are ordered by day. */
  Notices: z.array(noticeSchema),
  StoppedAt: z.string().nullable(),
  /**
   * If the server's date has jumped too far, `Text` describes the jump. No reminder is sent until somebody confirms the
   * new date. `Fix` says how to confirm the date. null: nothing has to be confirmed.
   */
  Clock: z.object({ Text: z.string(), Fix: z.string() }).nullable(),
  /** For each state, the number of reminders in the last 30 days. */
  Counts: z.record(z.enum(noticeMailStates), z.number()),
  /** The number of memberships that get no reminders. */
  Excluded: z.number(),
  /** The number of members whom the yearly question asks on the next day, if it is on. */
  YearlyDue: z.number(),
});
export type OfficeNotices = z.infer<typeof noticesSchema>;

/** The body of `PATCH notices`. */
export const noticesChangeSchema = z.strictObject({ PerMinute: perMinuteSchema });

/** The body of `POST notices/drop`: how many reminders waited when the caller decided to drop them. */
export const noticeDropSchema = z.strictObject({ Count: z.int().min(0) });

export const noticeDroppedSchema = z.object({ Count: z.int() });

/** The body of `POST notices` and `PUT notices/{NoticeID}`. */
export const noticeChangeSchema = noticeSchema.omit({ ID: true });
export type NoticeChange = z.infer<typeof noticeChangeSchema>;

/**
 * The body of a preview and of a test. `Member` is a membership number or ID. Without `Member`, the member whose
 * membership ends next is used.
 */
export const noticeSampleSchema = noticeTextSchema.extend({ Member: z.string().max(100).optional() });

export const noticePreviewSchema = z.object({
  MembershipID: z.string(),
  Name: z.string(),
  Subject: z.string(),
  Text: z.string(),
});
export type NoticePreview = z.infer<typeof noticePreviewSchema>;

/** `To` is the caller's email address. */

export const noticeMailSchema = z.object({
  /** An ID made from the membership, the notice and the last day. */
  ID: z.string(),
  MembershipID: z.string(),
  /** null: the person no longer exists. */
  Name: z.string().nullable(),
  LastDay: z.string(),
  Days: z.number(),
  Email: z.string(),
  State: z.enum(noticeMailStates),
  ChangedAt: z.string(),
  Attempts: z.number(),
  Problem: z.enum(mailProblems).nullable(),
  ReplyCode: z.number().nullable(),
});
export type OfficeNoticeMail = z.infer<typeof noticeMailSchema>;

export const noticeMailsSchema = z.object({ Mails: z.array(noticeMailSchema), Next: z.string().nullable() });

export const memberNoticesSchema = z.object({ Excluded: z.boolean(), Mails: z.array(noticeMailSchema) });
export type MemberNotices = z.infer<typeof memberNoticesSchema>;
