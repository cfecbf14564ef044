/** The query and the resource of the list of changes, an extension of the contract (docs/decisions.md, J11 to J13). */
import { z } from 'zod';
import { QueryParameters } from './query-string';
import { mustBe, readWhole } from './query-values';
import { memberResourceSchema } from './resources';

const changeKinds = [
  'Member',
  'Person',
  'Organisation',
  'MembershipType',
  'Category',
  'Chapter',
  'Addon',
  'Extra',
] as const;

const text = z.string();

/** One change, or several changes to one record. `Position` and `Time` are those of the newest change. */
export const changeSchema = z.object({
  Position: text,
  Time: text,
  Kind: z.enum(changeKinds),
  ID: text,
  Operation: z.enum(['created', 'updated', 'lapsed', 'removed', 'erased']),
  /** Whether the public directory shows the member today (docs/decisions.md 35). */
  Listed: z.boolean(),
  /** The member as it is now. null: the member was removed or erased, or the change is not to a member. */
  Member: memberResourceSchema.nullable(),
  /**
   * The lists that the client must read again, as paths below the organisation's address. The path `members` has the
   * parameters that select the affected members.
   */
  Reload: z.array(text),
});
export type ApiChange = z.infer<typeof changeSchema>;

export const changesSchema = z.object({ Changes: z.array(changeSchema), Next: text, HasMore: z.boolean() });
export type ApiChanges = z.infer<typeof changesSchema>;

export interface ChangesQuery {
  /** null: the client asks for the newest position. */
  after: number | null;
  limit: number;
  waitSeconds: number;
}

export const defaultChanges = 100;
export const maxChanges = 1000;
export const maxWaitSeconds = 30;

/** @throws ApiError naming the parameter and what was expected */
export function parseChangesQuery(raw: string): ChangesQuery {
  const names = ['After', 'Limit', 'Wait'];
  const query = new QueryParameters(
    raw,
    names.map((name) => ({ name, takes: 'one' })),
  );
  const after = query.one('After');
  if (after !== null && !/^\d{1,15}$/.test(after)) {
    throw mustBe('After', 'a position: the "Next" of an earlier response');
  }
  return {
    after: after === null ? null : Number(after),
    limit: readWhole(query, 'Limit', { from: 1, to: maxChanges, missing: defaultChanges }),
    waitSeconds: readWhole(query, 'Wait', { from: 0, to: maxWaitSeconds, missing: 0 }),
  };
}
