/** What members see and change of their own memberships: an extension of our own API, only for its own web app. */
import { z } from 'zod';
import { isDate } from './fields/date-kind';
import { leavingFields } from './fields/leaving';
import { ownRules } from './fields/field';
import { membershipFields } from './fields/membership';
import { fieldSchema } from './fields/wire-format';
import { leavingSchema, officeMemberSchema } from './office';
import { locationPrecisionSchema } from './words';

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

/** `PUT user/members/{MembershipID}/leaving`. `LastDay`: the last day that the member was told. */
export const leaveSchema = z.strictObject({
  LastDay: z.string().refine(isDate, { error: 'must be a date such as 2027-06-30' }).nullable(),
  Reason: fieldSchema(leavingFields.Reason.kind).transform((text) => text.trim()),
});

const { Show, ShowMembers } = membershipFields.Directory.inset;

/** `PUT user/members/{MembershipID}/audiences`. What is missing stays as it is. `Precisions`: by the locations' IDs. */
export const audiencesSchema = z.strictObject({
  Directory: z.strictObject({
    Listed: z.boolean().optional(),
    MembersListed: z.boolean().optional(),
    Show: fieldSchema(Show.kind).optional(),
    ShowMembers: fieldSchema(ShowMembers.kind).optional(),
  }),
  Precisions: z.record(z.string(), locationPrecisionSchema).default({}),
});

/** `GET user/members` */
export const ownEntriesSchema = z.object({
  Members: z.array(
    z.object({
      ETag: z.string(),
      Member: officeMemberSchema,
      Proposal: proposalSchema.nullable(),
      /** null: the member has not said that the membership ends at its last day. */
      Leaving: leavingSchema.nullable(),
      /** The member was asked whether the entry is right, and has not answered. */
      IsAsked: z.boolean(),
    }),
  ),
  /** The rule of each field, such as `User.Phone`. */
  Rules: z.record(z.string(), z.enum(ownRules)),
  Questions: z.array(
    z.object({
      ID: z.string(),
      Question: z.string(),
      Options: z.array(z.string()),
      MembersOnly: z.boolean(),
      IsOne: z.boolean(),
      /** The IDs of the membership types that ask the question. Empty: it is a question for everybody. */
      Types: z.array(z.string()),
      Rule: z.enum(ownRules),
    }),
  ),
  Categories: z.array(z.object({ ID: z.string(), Name: z.string() })),
});
export type OwnEntries = z.infer<typeof ownEntriesSchema>;
