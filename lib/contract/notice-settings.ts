/** A notice is a reminder that an association sends around the last day of a membership. */
import { z } from 'zod';
import { noticeDayLimit, yearlyDays } from './notice-days';

export const noticePlaceholders = {
  name: 'the member’s name',
  organisation: 'the association’s name',
  type: 'the membership type',
  number: 'the membership number',
  lastDay: 'the last day of the membership',
  amount: 'the amount owed, with its currency',
  renewalLink: 'the address where the member renews',
  entryLink: 'the address where the member looks at their entry',
} as const;

export type NoticePlaceholder = keyof typeof noticePlaceholders;

export const maxNotices = 20;
/** The sender looks for the next email only once per second. */
export const maxPerMinute = 60;

function findWrongPlaceholder(text: string): string | null {
  for (const [part, name] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (name !== undefined && Object.hasOwn(noticePlaceholders, name)) continue;
    const known = Object.keys(noticePlaceholders).map((one) => `{${one}}`);
    return `has ${part}, which is not a placeholder. Use ${known.join(', ')}`;
  }
  return /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
    ? 'has a curly bracket that does not belong to a placeholder'
    : null;
}

const template = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must be at most ${max} characters long` })
    .refine((text) => !text.includes('\0'), { error: 'has a control character, which is not text' })
    .superRefine((text, context) => {
      const reason = findWrongPlaceholder(text);
      if (reason !== null) context.addIssue({ code: 'custom', message: reason });
    });

export const noticeTextSchema = z.strictObject({
  Subject: template(200).refine((text) => !/\p{C}/u.test(text), { error: 'must be one line' }),
  Text: template(10_000),
});

export const noticeSchema = noticeTextSchema.extend({
  ID: z.number().int().min(1).max(999),
  /** Days after the last day of the membership. A negative number means days before it. `yearlyDays`: once a year. */
  Days: z
    .number({ error: 'must be a number of days' })
    .int({ error: 'must be a whole number of days' })
    .min(yearlyDays, { error: `must be at most ${noticeDayLimit} days before` })
    .max(noticeDayLimit, { error: `must be at most ${noticeDayLimit} days after` }),
  On: z.boolean(),
});
export type NoticeSetting = z.infer<typeof noticeSchema>;

export const perMinuteSchema = z
  .number({ error: 'must be a number' })
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be at least 1' })
  .max(maxPerMinute, { error: `must be at most ${maxPerMinute}` });

/** `notices` is ordered by day. */
export interface NoticeSettings {
  isOn: boolean;
  /** How many emails are sent in a minute. The number is limited because the mail server also sends other emails. */
  perMinute: number;
  notices: readonly NoticeSetting[];
}

export function parseNotices(value: unknown): NoticeSettings['notices'] {
  return z.array(noticeSchema).parse(value);
}
