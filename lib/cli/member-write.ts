import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import type { ApiError } from '@/lib/contract/errors';
import { field, inset } from '@/lib/contract/fields/field';
import type { FieldProblem } from '@/lib/contract/fields/field-error';
import { memberFields } from '@/lib/contract/fields/membership';
import { recordId } from '@/lib/contract/fields/number-kinds';
import { optional } from '@/lib/contract/fields/text-kinds';
import type { MemberChange } from '@/lib/changes/member-change';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { writeMembers, type MadeChange } from '@/lib/changes/write-members';
import { changedFields } from '@/lib/changes/routes/changed-fields';
import type { Cause } from '@/lib/store/journal';
import { toPatch, wrongFields } from './field-values';
import { fullView } from './find-member';
import { CommandError, type Session } from './session';

/** The fields that a command line can set, by name. A type or chapter is given by its ID. */
export const settableFields = {
  ...memberFields,
  Chapter: inset({ ID: field('chapterId', optional(recordId)) }),
  MembershipType: inset({ ID: field('typeId', recordId), Extras: memberFields.Extras }),
};

export type Pairs = readonly [string, string][];

export interface Written {
  made: MadeChange;
  /** The old and the new value of each changed field. */
  changes: Record<string, [unknown, unknown]>;
  alsoChanged: number[];
}

interface Request {
  organisationId: number;
  cause: Cause;
  isValidateOnly?: boolean;
}

/**
 * Adds a membership, or changes the one with this ID.
 * @throws UsageError with a line for each wrong field
 */
export async function writeFields(
  session: Session,
  { membershipId, pairs, ...request }: Request & { membershipId: number | null; pairs: Pairs },
): Promise<Written> {
  const { patch, problems } = toPatch(settableFields, pairs);
  // For a member without a chapter, the API expects null as `Chapter`, not as the chapter's `ID`.
  const isWithoutChapter = lookUp(Object(patch.Chapter), 'ID') === null;
  const body = isWithoutChapter ? { ...patch, Chapter: null } : patch;
  const change: MemberChange =
    membershipId === null
      ? { operation: 'create', body }
      : { operation: 'change', membershipId, ifMatch: '*', body };
  // `toPatch` finds wrong field names, and the writer finds wrong values. If a name is wrong, the writer checks the
  // values but writes nothing. The command then reports all problems together.
  const isValidateOnly = problems.length > 0;
  try {
    const written = await writeChange(session, { ...request, change, isValidateOnly });
    if (problems.length === 0) return written;
  } catch (error) {
    if (!(error instanceof RefusedFields)) throw error;
    problems.push(...withValues(error.problems, pairs));
  }
  throw wrongFields(problems);
}

class RefusedFields extends Error {
  constructor(readonly problems: FieldProblem[]) {
    super('some fields are wrong');
  }
}

/** @throws CommandError if the change is refused for a reason other than its fields */
export async function writeChange(
  session: Session,
  { organisationId, cause, change, isValidateOnly = false }: Request & { change: MemberChange },
): Promise<Written> {
  const request = { organisationId, cause, view: fullView, changes: [change], isValidateOnly };
  try {
    const { changes, alsoChanged } = await writeMembers(session, { ...request, key: null, status: 200 });
    const [made] = changes;
    if (made === undefined) throw new Error('the result has no element for the change');
    return { made, changes: changedFields(made.before, made.after), alsoChanged };
  } catch (error) {
    const refused = error instanceof RefusedChanges ? error.refused.get(0) : undefined;
    throw refused === undefined ? error : toFailure(refused);
  }
}

const refusedFields = z.array(z.object({ field: z.string(), reason: z.string() }));

function toFailure({ code, description, details }: ApiError): Error {
  if (code === 'invalid_record') {
    const fields = refusedFields.parse(details['fields']);
    return new RefusedFields(fields.map((one) => ({ path: one.field, value: '', reason: one.reason })));
  }
  if (code === 'conflict') {
    const parts = z.array(z.string()).parse(details['SubMembers']).join(', ');
    return new CommandError(
      `Individual memberships are part of this one: ${parts}. Add --sub-members detach to keep them on their own, or --sub-members remove to remove them too`,
    );
  }
  return new CommandError(description);
}

function withValues(problems: readonly FieldProblem[], pairs: Pairs): FieldProblem[] {
  const typed = new Map(pairs);
  return problems.map((problem) => ({ ...problem, value: typed.get(problem.path) ?? '' }));
}
