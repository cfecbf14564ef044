import { sql } from 'kysely';
import type { MembersFilter } from '@/lib/contract/filter-types';
import { readIdCursor, type Page } from '@/lib/contract/page';
import type { Store } from '@/lib/store/database';
import { memberV1Pieces, membershipPieces } from './document-sql';
import type { OpenList } from './list';
import { openListById } from './list-by-id';
import { toQuery, type ListRequest, type ListQuery } from './list-query';
import { documentOfMember, prepareList, after, type OrderedSource } from './list-statements';
import { organisationId, idLists } from './id-lists';
import { hasRanges, isNarrowing, membersCondition } from './members-conditions';

export interface MembersListRequest extends ListRequest {
  filter: MembersFilter;
  page: Page;
  version: 1 | 2;
}

const statements = prepareList('members', {
  from: () => sql`membership m`,
  id: sql`m.id`,
  condition: membersCondition,
  isNarrowed: ({ filter }) => isNarrowing(filter.members),
  inOrder: orderedMembers,
  hasRanges: ({ filter }) => hasRanges(filter.members),
  joined: [
    { table: sql`membership`, as: sql`m`, on: sql`m.organisation_id = ${organisationId} and m.id = e.id` },
    documentOfMember,
  ],
  pieces: (query) => (query.version === 1 ? memberV1Pieces(query) : membershipPieces(query)),
});

export async function openMembersList(store: Store, request: MembersListRequest): Promise<OpenList> {
  const { page, filter: members } = request;
  const filter = { members, near: null, name: null, state: null };
  const query = toQuery(store.engine, {
    ...request,
    filter,
    after: readIdCursor(page),
    size: page.size,
  });
  return openListById(store, statements, query);
}

/**
 * Chooses an index from which SQLite reads the memberships of a page in order of ID. SQLite then reads no more
 * memberships than the page needs. PostgreSQL chooses this index without help.
 * null: the matches are found first and then sorted.
 */
function orderedMembers(query: ListQuery): OrderedSource | null {
  // With a filter on persons, the matches are found first: there are usually few, and persons are in another order than
  // memberships.
  if (query.engine !== 'sqlite' || !hasRanges(query.filter.members)) return null;
  const lists = idLists(query, (id) => sql`${id} > ${after}`);
  if (lists.length === 0) return orderedByIndex(query);
  const leading = lists.findIndex(({ isOrdered }) => isOrdered);
  const list = lists[leading];
  if (list === undefined) return null;
  // A list may contain a membership several times, for example if a member gave an answer twice. `group by` keeps one
  // row for each membership.
  return {
    from: sql`(${list.select} group by membership_id) as listed cross join membership m`,
    condition: sql`m.id = listed.membership_id and ${membersCondition(query, null, leading)}`,
    order: sql``,
  };
}

/**
 * The index of types has the memberships of one type in order of ID. The index of chapters has the memberships of one
 * chapter in the same order. null: the filter names no type and no chapter, or several types or several chapters.
 */
function orderedByIndex(query: ListQuery): OrderedSource | null {
  const { typeIds, chapterIds } = query.filter.members;
  const counts = [typeIds.length, chapterIds.length];
  if (!counts.includes(1) || counts.some((count) => count > 1)) return null;
  return { from: sql`membership m`, condition: membersCondition(query), order: sql`order by m.id` };
}
