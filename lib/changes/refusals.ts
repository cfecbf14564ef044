import { ApiError } from '@/lib/contract/errors';
import { FieldError, maxProblems, type FieldProblem } from '@/lib/contract/fields/field-error';
import { recentSignInSeconds, RefusedWrite, refusalTexts, type Refusal } from '@/lib/store/write-rights';
import { recordTag } from '@/lib/contract/record-tag';
import type { MemberDocument } from '@/lib/store/member-documents';

/**
 * The error is the same for a membership that does not exist, belongs to another organisation or is hidden from the
 * caller.
 */
export function noSuchMembership(): ApiError {
  return new ApiError('not_found', 'There is no membership with this ID');
}

/** Names at most 1,000 wrong fields. The values are not repeated: they may be another person's data. */
export function invalidRecord(problems: readonly FieldProblem[]): ApiError {
  const fields = problems.slice(0, maxProblems).map(({ path, reason }) => ({ field: path, reason }));
  const names = fields.map(({ field }) => (field === '' ? 'the record' : field));
  const shown = names.slice(0, 10).join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return new ApiError(
    'invalid_record',
    `These fields are wrong: ${shown}${more}. See fields for the reasons`,
    {},
    { fields },
  );
}

/** @param field the name in the API */
export function refusedBy(refusal: Refusal, field: string): ApiError {
  if (refusal === 'sign-in') return tooLongAgo();
  if (refusal === 'role' || refusal === 'manager') return noRole();
  return invalidRecord([{ path: field, value: '', reason: refusalTexts[refusal] }]);
}

/** The same response for everybody whose role does not allow the request, and for people without a role. */
export function noRole(): ApiError {
  return new ApiError('insufficient_role', 'Your role in the office does not allow this');
}

/** @see RFC 9470 §3 */
export function tooLongAgo(): ApiError {
  const description = `Sign in again: the last sign-in must be at most ${recentSignInSeconds} seconds ago`;
  return new ApiError('insufficient_user_authentication', description, {
    'WWW-Authenticate': `Bearer realm="membership-api", error="insufficient_user_authentication", error_description="${description}", max_age="${recentSignInSeconds}"`,
  });
}

/** @throws the error itself, if it is neither an ApiError, a FieldError nor a RefusedWrite */
export function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof RefusedWrite) return refusedBy(error.refusal, error.of.field);
  if (error instanceof FieldError) return invalidRecord(error.problems);
  throw error;
}

/** The errors of refused changes, by the index of the change. */
export class Refusals {
  readonly byIndex = new Map<number, ApiError>();
  #problems = 0;

  /** More wrong fields would make the response too long. */
  get isFull(): boolean {
    return this.#problems >= 10 * maxProblems;
  }

  add(index: number, error: ApiError): void {
    const { fields } = error.details;
    this.byIndex.set(index, error);
    this.#problems += Array.isArray(fields) ? fields.length : 1;
  }
}

/**
 * Compares entity tags strongly (RFC 9110 §13.1.1). The office's forms send the tag of what is stored.
 * @throws ApiError 412 with the current record, or 428 if a change has no tag
 */
export function requireMatch(
  ifMatch: string | null,
  { etag, record }: MemberDocument,
  operation: 'change' | 'remove',
): void {
  if (ifMatch === null) {
    if (operation === 'remove') return;
    throw new ApiError(
      'precondition_required',
      'If-Match is missing. Send the ETag of the record that the change is based on, or *',
    );
  }
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etag)) return;
  if (tags.some((tag) => tag.startsWith('"record-')) && tags.includes(recordTag(record))) return;
  const description = tags.every((tag) => tag.startsWith('W/'))
    ? 'If-Match has only weak tags, which never match. A proxy that compresses responses makes tags weak'
    : 'The member has changed since you read it. See Member for the current record';
  throw new ApiError('precondition_failed', description, { ETag: etag }, { Member: record });
}

export function hasParts(parts: number[]): ApiError {
  const description =
    'Individual memberships are part of this one. Send SubMembers=detach to keep them on their own, or SubMembers=remove to remove them too';
  return new ApiError('conflict', description, {}, { SubMembers: parts.map(String) });
}
