/** Pages for members, as the office and members read them: extensions of our own API, only for its own web app. */
import { z } from 'zod';
import { audiencePattern, maxPageText, maxPageTitle } from './fields/page';

const file = z.object({ ID: z.string(), Name: z.string(), Bytes: z.number() });

/** `GET user/pages`: the pages that concern the member. */
export const memberPagesSchema = z.object({
  Pages: z.array(z.object({ ID: z.string(), Title: z.string() })),
  /** Whether members see more of each other than the public: a directory, or answers to questions. */
  HasMembers: z.boolean(),
});

/** `GET user/pages/ID`. `Text` is Markdown. */
export const memberPageSchema = z.object({
  ID: z.string(),
  Title: z.string(),
  Text: z.string(),
  Files: z.array(file),
});

/** `GET office/pages` */
export const officePagesSchema = z.object({
  Pages: z.array(z.object({ ID: z.string(), Title: z.string(), Audience: z.string(), Files: z.array(file) })),
});

/** `GET office/pages/ID`. `Tag`: the entity tag, for the `If-Match` header of a change. */
export const officePageSchema = memberPageSchema.extend({ Audience: z.string(), Tag: z.string() });
export type OfficePage = z.infer<typeof officePageSchema>;

const title = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(maxPageTitle, { error: `must be at most ${maxPageTitle} characters long` });
const text = z.string().max(maxPageText, { error: `must be at most ${maxPageText} characters long` });
const audience = z.string().regex(audiencePattern, {
  error: 'must be "members", "committee", or "type", "chapter" or "committee" with an ID',
});

/** `POST office/pages` */
export const newPageSchema = z.strictObject({ Title: title, Text: text, Audience: audience });
/** `PATCH office/pages/ID`. `RemoveFile`: the ID of a download. */
export const pageChangeSchema = z.strictObject({
  Title: title.optional(),
  Text: text.optional(),
  Audience: audience.optional(),
  RemoveFile: z.string().optional(),
});
