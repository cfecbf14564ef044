/** A view is a list of members that a person in the office has saved under a name (docs/office.md). */
import { z } from 'zod';
import { maxViewList, maxViewName } from './fields/saved-view';

const name = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(maxViewName, { error: `must be at most ${maxViewName} characters long` })
  .regex(/^[^\p{Cc}]*$/u, { error: 'must be one line' });
const list = z.string().max(maxViewList, { error: `must be at most ${maxViewList} characters long` });

export const newViewSchema = z.strictObject({
  Name: name,
  /** The query string of the list, with `Sort`, `Column` and the filters of `GET members`. */
  List: list,
  Shared: z.boolean().default(false),
});

export const viewChangeSchema = z.strictObject({
  Name: name.optional(),
  List: list.optional(),
  Shared: z.boolean().optional(),
});

export const viewSchema = z.object({
  ID: z.string(),
  Name: z.string(),
  List: z.string(),
  Shared: z.boolean(),
  Own: z.boolean(),
  /** Whether the caller may rename, share and delete the view. */
  MayChange: z.boolean(),
});
export type OfficeView = z.infer<typeof viewSchema>;

export const viewsSchema = z.object({ Views: z.array(viewSchema) });
