import { sql } from 'kysely';
import type { MembersFilter } from '@/lib/membership-api/filter-types';
import { readIdCursor, type Page } from '@/lib/membership-api/page';
import type { Store } from '@/lib/membership-store/database';
import { memberV1Pieces, membershipPieces } from './document-sql';
import type { OpenList } from './list';
import { openListById } from './list-by-id';
import { toQuery, type ListRequest } from './list-query';
import { documentOfMember, prepareList } from './list-statements';
import { organisationId } from './id-lists';
import { hasRanges, isNarrowing, membersCondition } from './members-conditions';
import { orderedMembers } from './ordered-members';

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
