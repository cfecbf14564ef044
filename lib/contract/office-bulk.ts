import { z } from 'zod';
import { ownFields, type OwnField } from './fields/office-fields';

const id = z.string().regex(/^[1-9]\d{0,14}$/, { error: 'must be an ID' });
const day = z.iso.date({ error: 'must be a date such as 2027-06-30' });

const contractFields = [
  ...(['MembershipType', 'ExpiryDate', 'JoiningDate', 'AmountOutstanding'] as const),
  ...(['Listed', 'AddCategory', 'RemoveCategory', 'State', 'Country'] as const),
] as const;
export type BulkField = (typeof contractFields)[number] | OwnField;
export const bulkFields: readonly BulkField[] = [
  ...contractFields,
  ...ownFields('bulk').map(({ name }) => name),
];

export const bulkActionSchema = z.discriminatedUnion(
  'Do',
  [
    z.strictObject({ Do: z.literal('approve') }),
    /** `Date` is the new last day. A membership whose last day is earlier is not changed. */
    z.strictObject({ Do: z.literal('end'), Date: day }),
    z.strictObject({ Do: z.literal('chapter'), Chapter: id.nullable() }),
    /**
     * An empty `Value` removes the field's value. For `Listed`, `Value` says who sees the entry: `true` (everybody),
     * `members` or `false` (the office only). For a type or category, `Value` is an ID.
     */
    z.strictObject({
      Do: z.literal('set'),
      Field: z.enum(bulkFields, { error: `must be one of ${bulkFields.join(', ')}` }),
      Value: z.string().trim().max(300, { error: 'must be at most 300 characters long' }),
    }),
    /** A member without a location gets one: the area of the town, or of the postcode. */
    z.strictObject({ Do: z.literal('place') }),
    /** Each person gets an email with a link to set a password. */
    z.strictObject({ Do: z.literal('invite') }),
  ],
  { error: 'must have Do: approve, end, chapter, set, place or invite' },
);
export type BulkAction = z.infer<typeof bulkActionSchema>;

/** The highest number of IDs in one request. For more members, the request contains the query of a list instead. */
export const maxSelected = 1000;

export const newBulkSchema = z.strictObject({
  Members: z.union(
    [
      z.strictObject({ IDs: z.array(id).min(1).max(maxSelected) }),
      /** The parameters of `GET members`, without `Page` and `Sort`. The query selects all members on that list. */
      z.strictObject({ Query: z.string().max(8000) }),
    ],
    { error: `must have IDs, at most ${maxSelected}, or Query` },
  ),
  Action: bulkActionSchema,
});

const problem = z.object({
  /** The field with the problem. null: the problem concerns the whole member. */
  Field: z.string().nullable(),
  Reason: z.string(),
});
export type BulkProblem = z.infer<typeof problem>;

export const bulkSchema = z.object({
  ID: z.string(),
  Action: bulkActionSchema,
  /**
   * `stopped`: a person stopped the change, or the server restarted, before the change had ended. The change can be
   * continued.
   */
  State: z.enum(['checking', 'checked', 'running', 'done', 'stopped']),
  Members: z.number(),
  /**
   * The number of members that were checked. From the state `running` on: the number of members that were processed.
   */
  Done: z.number(),
  Changed: z.number(),
  Unchanged: z.number(),
  Refused: z.number(),
  /** A preview: the first members that the change concerns. */
  First: z.array(z.object({ ID: z.string(), Name: z.string(), Before: z.unknown(), After: z.unknown() })),
  Problems: z.array(z.object({ ID: z.string(), Name: z.string().nullable(), Problems: z.array(problem) })),
  /** The value of `After` for the next problems. null: there are no more problems. */
  NextProblem: z.string().nullable(),
  /** Before an approval: how many of those who would be approved have a membership that has ended. Otherwise 0. */
  Ended: z.number(),
  /** The ID that the change has in the journal. An undo needs this ID. null: nothing was changed. */
  Run: z.string().nullable(),
});
export type OfficeBulk = z.infer<typeof bulkSchema>;
