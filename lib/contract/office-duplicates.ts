/** `GET office/duplicates`: pairs of members who may be the same person, for the web app (docs/office.md). */
import { z } from 'zod';
import { likenesses } from './possible-duplicates';

const member = z.object({
  /** The first membership of the person. */
  ID: z.string(),
  Name: z.string(),
  Organisation: z.string(),
  Email: z.string(),
  Phone: z.string(),
  Suburb: z.string(),
});
export type DuplicateMember = z.infer<typeof member>;

export const duplicatesSchema = z.object({
  Pairs: z.array(z.object({ By: z.array(z.enum(likenesses)), Members: z.tuple([member, member]) })),
  /** The number of all pairs. The list has at most 100. */
  Count: z.number(),
});
export type Duplicates = z.infer<typeof duplicatesSchema>;
