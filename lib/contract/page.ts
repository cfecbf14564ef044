/** `Page[Size]` and `Page[After]`, for reading any list in pages (docs/decisions.md 20). */
import type { ApiError } from './errors';
import type { KnownParameter, QueryParameters } from './query-string';
import { mustBe } from './query-values';

/** `size` null: the whole list. `after` is a cursor from an earlier response. */
export interface Page {
  size: number | null;
  after: string | null;
}

export const pageParameters: readonly KnownParameter[] = [
  { name: 'Page[Size]', takes: 'one' },
  { name: 'Page[After]', takes: 'one' },
];

const maxPageSize = 1000;

/** The page that a query requests. @throws ApiError naming the parameter and what was expected */
export function readPage(query: QueryParameters): Page {
  const size = query.one('Page[Size]');
  const after = query.one('Page[After]');
  if (size === null && after !== null) throw mustBe('Page[Size]', 'sent together with "Page[After]"');
  if (size !== null && !(/^\d{1,4}$/.test(size) && Number(size) >= 1 && Number(size) <= maxPageSize)) {
    throw mustBe('Page[Size]', `an integer from 1 to ${maxPageSize}`);
  }
  return { size: size === null ? null : Number(size), after };
}

/**
 * The ID in a cursor of a list that is ordered by ID. 0: the query has no cursor.
 * @throws ApiError when the cursor is not ours
 */
export function readIdCursor({ after }: Page): number {
  if (after === null) return 0;
  if (!/^\d{1,15}$/.test(after)) throw badCursor();
  return Number(after);
}

export function badCursor(): ApiError {
  return mustBe('Page[After]', 'a cursor from the "Link" header of the previous response');
}
