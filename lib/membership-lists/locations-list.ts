import { sql } from 'kysely';
import type { LocationsFilter } from '@/lib/membership-api/filter-types';
import { readIdCursor, type Page } from '@/lib/membership-api/page';
import type { Store } from '@/lib/membership-store/database';
import { locationPieces } from './document-sql';
import type { OpenList } from './list';
import { openListById } from './list-by-id';
import { toQuery, type ListRequest } from './list-query';
import { prepareList } from './list-statements';
import { locationsCondition, locationsTables } from './locations-conditions';
import { isNarrowing, organisationId } from './members-conditions';
import { openNearList } from './near-list';

export interface LocationsListRequest extends ListRequest {
  filter: LocationsFilter;
  page: Page;
}

const joined = sql`location l on l.organisation_id = ${organisationId} and l.id = e.id
  join membership m on m.organisation_id = l.organisation_id and m.id = l.membership_id
  join membership_document d on d.organisation_id = m.organisation_id and d.membership_id = m.id`;

const statements = prepareList('locations', {
  from: ({ filter }) => locationsTables(filter),
  id: sql`l.id`,
  condition: locationsCondition,
  isNarrowed: ({ filter }) => filter.state !== null || isNarrowing(filter.members),
  hasRanges: () => false,
  joined,
  found: { columns: sql`cast(null as text) as distance`, as: sql`e`, joined },
  pieces: (query) => [
    ...locationPieces(query),
    sql`',"Distance":' || coalesce('"' || e.distance || '"', 'null')`,
    ...(query.includesDirectory ? [sql`',"Precision":"'`, sql`l.precision`, sql`'"}'`] : [sql`'}'`]),
  ],
});

/** Opens the list of the matching locations, by distance and then ID if a point is given, else by ID. */
export async function openLocationsList(store: Store, request: LocationsListRequest): Promise<OpenList> {
  const { filter, page } = request;
  const { near } = filter;
  const after = near === null ? readIdCursor(page) : 0;
  const query = toQuery(store.engine, { ...request, version: 2, after, size: page.size });
  return near === null
    ? openListById(store, statements, query)
    : openNearList(store, { statements, question: query, near, page });
}
