import { sql } from 'kysely';
import type { LocationsFilter } from '@/lib/contract/filter-types';
import { readIdCursor, type Page } from '@/lib/contract/page';
import type { Store } from '@/lib/store/database';
import { locationPieces, locationSettings } from './document-sql';
import type { OpenList } from './list';
import { openListById } from './list-by-id';
import { toQuery, type ListQuery, type ListRequest } from './list-query';
import { documentOfMember, prepareList, type OrderedSource } from './list-statements';
import { locationsCondition, locationsTables } from './locations-conditions';
import { organisationId } from './id-lists';
import { isNarrowing } from './members-conditions';
import { openNearList } from './near-list';

export interface LocationsListRequest extends ListRequest {
  filter: LocationsFilter;
  page: Page;
}

const joined = [
  { table: sql`location`, as: sql`l`, on: sql`l.organisation_id = ${organisationId} and l.id = e.id` },
  {
    table: sql`membership`,
    as: sql`m`,
    on: sql`m.organisation_id = l.organisation_id and m.id = l.membership_id`,
  },
  documentOfMember,
];

const statements = prepareList('locations', {
  from: ({ filter }) => locationsTables(filter),
  id: sql`l.id`,
  condition: locationsCondition,
  isNarrowed: ({ filter }) => filter.state !== null || isNarrowing(filter.members),
  inOrder: orderedLocations,
  hasRanges: () => false,
  joined,
  pieces: (query) => [
    ...locationPieces(query),
    sql`',"Distance":' || coalesce('"' || e.distance || '"', 'null')`,
    ...(query.includes.includes('Directory') ? locationSettings(query.engine) : []),
    sql`'}'`,
  ],
});

/**
 * With a filter by state, SQLite can read locations in order of ID from the index of states. If the query also filters
 * by membership, few locations match. Then null is returned: the locations are found first and sorted afterwards.
 */
function orderedLocations(query: ListQuery): OrderedSource | null {
  const { state, members } = query.filter;
  if (query.engine !== 'sqlite' || state === null || isNarrowing(members)) return null;
  const { filter } = query;
  return {
    from: locationsTables(filter),
    condition: locationsCondition(query),
    order: sql`order by l.id`,
  };
}

/** If a point is given, the list is sorted by distance and then by ID. Otherwise it is sorted by ID. */
export async function openLocationsList(store: Store, request: LocationsListRequest): Promise<OpenList> {
  const { filter, page } = request;
  const { near } = filter;
  const after = near === null ? readIdCursor(page) : 0;
  const query = toQuery(store.engine, { ...request, version: 2, after, size: page.size });
  return near === null
    ? openListById(store, statements, query)
    : openNearList(store, { statements, question: query, near, page });
}
