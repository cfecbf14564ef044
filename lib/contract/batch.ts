import { z } from 'zod';

/** What to do with sub-memberships when their corporate membership is removed. */
export const subMembersValues = ['detach', 'remove'] as const;

const text = z.string('must be text in quotation marks');
const operations = {
  create: z.strictObject({ Operation: z.literal('create'), Member: z.unknown() }),
  change: z.strictObject({
    Operation: z.literal('change'),
    MembershipID: text,
    IfMatch: text.optional(),
    Member: z.unknown(),
  }),
  remove: z.strictObject({
    Operation: z.literal('remove'),
    MembershipID: text,
    IfMatch: text.optional(),
    SubMembers: z.enum(subMembersValues, `must be one of ${subMembersValues.join(', ')}`).optional(),
  }),
};

export const batchItemSchema = z.discriminatedUnion(
  'Operation',
  [operations.create, operations.change, operations.remove],
  `must be one of ${Object.keys(operations).join(', ')}`,
);
