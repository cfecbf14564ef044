/** What members see and change of their own memberships: an extension of our own API, only for its own web app. */
import { z } from 'zod';
import { ownRules } from './fields/field';
import { officeMemberSchema } from './office';

const change = z.object({ Field: z.string(), Before: z.unknown(), After: z.unknown() });

export const proposalSchema = z.object({
  Changes: z.array(change),
  ProposedAt: z.iso.datetime(),
  /** null: the office has not decided yet. */
  DeclinedAt: z.iso.datetime().nullable(),
  /** What the office wrote. */
  Answer: z.string(),
});
export type OwnProposal = z.infer<typeof proposalSchema>;

/** `GET user/members` */
export const ownEntriesSchema = z.object({
  Members: z.array(
    z.object({ ETag: z.string(), Member: officeMemberSchema, Proposal: proposalSchema.nullable() }),
  ),
  /** The rule of each field, such as `User.Phone`. */
  Rules: z.record(z.string(), z.enum(ownRules)),
  Questions: z.array(
    z.object({
      ID: z.string(),
      Question: z.string(),
      Options: z.array(z.string()),
      MembersOnly: z.boolean(),
      Rule: z.enum(ownRules),
    }),
  ),
  Categories: z.array(z.object({ ID: z.string(), Name: z.string() })),
});
export type OwnEntries = z.infer<typeof ownEntriesSchema>;
