import { sql, type Kysely, type RawBuilder } from 'kysely';
import { badCursor, readIdCursor, type LocationsFilter, type Page } from '@/lib/membership-api/filters';
import { distanceKm } from '@/lib/geo/point';
import type { Store } from './database';
import { membershipSql, type DocumentOptions } from './document-sql';
import { countRecords, openList, openRead, readDocuments, readIds, type Hit, type OpenList } from './list';
import { isNarrowing, locationsCondition } from './members-conditions';
import type { MembersDatabase } from './members-schema';

export interface LocationsListRequest extends DocumentOptions {
  filter: LocationsFilter;
  page: Page;
}

/** Opens the list of the locations that fit a filter, by distance and then ID when a point is given, else by ID. */
export async function openLocationsList(store: Store, request: LocationsListRequest): Promise<OpenList> {
  const { day, includesDirectory, filter, page } = request;
  const precision = sql`|| ',"Precision":"' || l.precision || '"'`;
  const document = sql<string>`l.document_head || ${membershipSql(request)} || ',"Distance":'
    || coalesce('"' || e.distance || '"', 'null') ${includesDirectory ? precision : sql``} || '}'`;
  const joined = sql`location l on l.organisation_id = ${day.organisationId} and l.id = e.id
    join membership m on m.organisation_id = l.organisation_id and m.id = l.membership_id
    join membership_document d on d.organisation_id = m.organisation_id and d.membership_id = m.id`;
  const readHits =
    filter.near === null
      ? readById(store, request, readIdCursor(page))
      : readNear(request, filter.near, readNearCursor(page));
  return openRead(store, async (db) => {
    const found = await readHits(db);
    const hits = page.size === null ? found.hits : found.hits.slice(0, page.size);
    const next = hits.length < found.hits.length ? writeCursor(hits.at(-1)) : null;
    return openList(db, { hits, total: found.total, next }, (some) =>
      readDocuments(db, store.engine, { hits: some, from: joined, document }),
    );
  });
}

/**
 * The tables of a location and its membership. When only the membership's filters are narrow, SQLite is made to begin
 * with it: a cross join is taken from left to right.
 */
export function locationsTables({ members, near, state }: LocationsFilter): RawBuilder<unknown> {
  if (isNarrowing(members) && near === null && state === null) {
    return sql`membership m cross join location l`;
  }
  return sql`location l join membership m on m.organisation_id = l.organisation_id and m.id = l.membership_id`;
}

type ReadHits = (db: Kysely<MembersDatabase>) => Promise<{ hits: Hit[]; total: number }>;

function readById(
  store: Store,
  { filter, day, seesAdminExtras, page }: LocationsListRequest,
  after: number,
): ReadHits {
  const condition = locationsCondition(filter, day, seesAdminExtras);
  const isNarrowed = filter.state !== null || isNarrowing(filter.members);
  const limit = page.size === null ? null : page.size + 1;
  return async (db) => {
    const ids = await readIds(db, store.engine, {
      from: locationsTables(filter),
      id: sql`l.id`,
      condition,
      isNarrowed,
      after,
      limit,
    });
    const total =
      page.size === null
        ? ids.length
        : await countRecords(db, {
            store,
            key: ['locations', day, seesAdminExtras, filter],
            from: locationsTables(filter),
            condition,
          });
    return { hits: ids.map((id) => ({ id, distanceKm: null })), total };
  };
}

/** The distance is computed here and not by the database, so that both engines agree to the last digit. */
function readNear(
  { filter, day, seesAdminExtras }: LocationsListRequest,
  near: NonNullable<LocationsFilter['near']>,
  after: NearHit | null,
): ReadHits {
  const condition = locationsCondition(filter, day, seesAdminExtras);
  const points = sql<{ id: number; latitude: number; longitude: number }>`
    select l.id as id, l.latitude as latitude, l.longitude as longitude from ${locationsTables(filter)} where ${condition}`;
  return async (db) => {
    const { rows } = await points.execute(db);
    const all: NearHit[] = [];
    for (const row of rows) {
      const distance = distanceKm(near.point, row);
      if (distance <= near.distanceKm) all.push({ id: row.id, distanceKm: distance });
    }
    all.sort(byDistance);
    return {
      hits: after === null ? all : all.filter((hit) => byDistance(hit, after) > 0),
      total: all.length,
    };
  };
}

interface NearHit extends Hit {
  distanceKm: number;
}

function byDistance(a: NearHit, b: NearHit): number {
  return a.distanceKm - b.distanceKm || a.id - b.id;
}

/** `{distance}~{ID}`; a distance in full, because two locations may differ in the last digit only. */
function readNearCursor({ after }: Page): NearHit | null {
  if (after === null) return null;
  const match = /^(\d{1,5}(?:\.\d{1,20})?(?:e-\d{1,2})?)~(\d{1,15})$/.exec(after);
  if (match === null) throw badCursor();
  return { distanceKm: Number(match[1]), id: Number(match[2]) };
}

function writeCursor(last: Hit | undefined): string | null {
  if (last === undefined) return null;
  return last.distanceKm === null ? String(last.id) : `${last.distanceKm}~${last.id}`;
}
