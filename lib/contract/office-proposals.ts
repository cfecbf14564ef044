import { z } from 'zod';
import { officeMemberSchema } from './office';

/** Changes to their own entry that a member proposed. */
const officeProposalSchema = z.object({
  /** Sent with the decision, so that nobody decides about something that they did not see. */
  Tag: z.string(),
  Member: officeMemberSchema,
  ProposedAt: z.string(),
  Changes: z.array(
    z.object({
      /** A field or group of fields, such as `User.Phone`, or a question, such as `question 13`. */
      Field: z.string(),
      /** The values when the change was proposed, as the member wants them, and today. */
      Before: z.unknown(),
      After: z.unknown(),
      Now: z.unknown(),
    }),
  ),
});
export type OfficeProposal = z.infer<typeof officeProposalSchema>;

/** `GET office/proposals`: those that wait, the oldest first. `More`: there are others. */
export const officeProposalsSchema = z.object({
  Proposals: z.array(officeProposalSchema),
  More: z.boolean(),
});

const tag = z.string().min(1).max(300);
export const maxProposalAnswer = 2000;

export const acceptProposalSchema = z.strictObject({ Tag: tag });
/** `Answer`: a sentence that the member reads. */
export const declineProposalSchema = z.strictObject({
  Tag: tag,
  Answer: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(maxProposalAnswer, { error: `must be at most ${maxProposalAnswer} characters long` }),
});
