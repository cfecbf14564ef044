/** Locations around a point, nearest first. */
import { sql } from 'kysely';
import { distanceKm } from '@/lib/geo/point';
import type { LocationsFilter } from '@/lib/membership-api/filter-types';
import { badCursor, type Page } from '@/lib/membership-api/page';
import type { Store } from '@/lib/membership-store/database';
import { concatenated, locationPieces } from './document-sql';
import { openList, openRead, openWhole, type Hit, type OpenList } from './list';
import type { ListQuery } from './list-query';
import type { ListStatements } from './list-statements';
import { databaseFor } from './long-reads';
import { locationsCondition, locationsTables } from './locations-conditions';
import { prepareStatement } from '@/lib/membership-store/statement';
import { createPause, sortInSlices } from '@/lib/slices';

interface Place {
  id: number;
  latitude: number;
  longitude: number;
}

/** Its JSON up to its distance: bytes from SQLite, which need no decoding, text from PostgreSQL. */
interface PlaceDocument extends Place {
  document: Uint8Array | string;
  /** Present if requested. */
  precision?: string;
}

/** If the box has at most this many places, one statement reads them with their documents. */
const shortBox = 100;
/** Their distances take less than a millisecond. */
const placesAtOnce = 1_024;

const place = sql`l.id as id, l.latitude as latitude, l.longitude as longitude`;

const readBox = prepareStatement(
  (query: ListQuery) => sql<Place>`select ${place}
    from ${locationsTables(query.filter)} where ${locationsCondition(query)}`,
);
const readShortBox = prepareStatement((query: ListQuery) => {
  const document = concatenated(locationPieces(query));
  return sql<PlaceDocument>`select ${place}, ${query.engine === 'sqlite' ? sql`cast(${document} as blob)` : document} as document
    ${query.includes.includes('Directory') ? sql`, l.precision as precision` : sql``}
    from ${locationsTables(query.filter)}
    join membership_document d on d.organisation_id = m.organisation_id and d.membership_id = m.id
    where ${locationsCondition(query)} limit ${sql.lit(shortBox + 1)}`;
});

/** Opens a list sorted by distance and then ID. */
export async function openNearList(store: Store, request: NearRequest): Promise<OpenList> {
  const { statements, question: query } = request;
  const short = await readShortBox(databaseFor(store, query, false), query);
  if (short.length <= shortBox) {
    const { hits, ...rest } = await toPart(short, request);
    return openWhole({ ...rest, documents: hits.length === 0 ? null : toJson(hits, short) });
  }
  return openRead(store, query, async (db) =>
    openList(db, await toPart(await readBox(db, query), request), async (some) => {
      const [part] = await statements.readHits(db, { ...query, hits: some });
      return part?.documents ?? '';
    }),
  );
}

interface NearRequest {
  statements: ListStatements;
  question: ListQuery;
  near: NonNullable<LocationsFilter['near']>;
  page: Page;
}

interface NearHit extends Hit {
  distanceKm: number;
}

/** The places in the box that are also in the circle, in order, after the cursor and at most one page. In slices. */
async function toPart(
  places: readonly Place[],
  { near, page }: NearRequest,
): Promise<{ hits: NearHit[]; total: number; next: string | null }> {
  const after = readNearCursor(page);
  const pause = createPause();
  const nearest = nearestHits(page.size);
  let [total, rest] = [0, 0];
  for (const [at, place] of places.entries()) {
    // The distance is computed here and not in the database, so that both engines agree to the last digit.
    const hit = { id: place.id, distanceKm: distanceKm(near.point, place) };
    if (hit.distanceKm <= near.distanceKm) {
      total += 1;
      if (after === null || byDistance(hit, after) > 0) {
        rest += 1;
        nearest.add(hit);
      }
    }
    if (at % placesAtOnce === 0) await pause();
  }
  const hits = page.size === null ? await sortInSlices(nearest.hits, byDistance, pause) : nearest.hits;
  const last = hits.at(-1);
  const next = hits.length < rest && last !== undefined ? `${last.distanceKm}~${last.id}` : null;
  return { hits, total, next };
}

/** Collects hits: all in any order, or the nearest `size`, nearest first. */
function nearestHits(size: number | null) {
  const hits: NearHit[] = [];
  const add = (hit: NearHit) => {
    if (size === null) return void hits.push(hit);
    const last = hits[size - 1];
    if (last !== undefined && byDistance(hit, last) > 0) return;
    hits.splice(positionIn(hits, hit), 0, hit);
    if (hits.length > size) hits.pop();
  };
  return { hits, add };
}

/** The index at which a hit must be inserted into sorted hits. */
function positionIn(hits: readonly NearHit[], hit: NearHit): number {
  let [from, to] = [0, hits.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = hits[middle];
    if (other !== undefined && byDistance(other, hit) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The records of the hits, separated by commas. `read` contains them all. */
function toJson(hits: readonly NearHit[], read: readonly PlaceDocument[]): Buffer {
  const byId = new Map(read.map((one) => [one.id, one]));
  const parts: Uint8Array[] = [];
  for (const { id, distanceKm } of hits) {
    const { document = '', precision } = byId.get(id) ?? {};
    const isPrecise = precision === undefined ? '' : `,"Precision":"${precision}"`;
    parts.push(typeof document === 'string' ? Buffer.from(document) : document);
    parts.push(Buffer.from(`,"Distance":"${distanceKm.toFixed(3)}"${isPrecise}},`));
  }
  return Buffer.concat(parts).subarray(0, -1);
}

function byDistance(a: NearHit, b: NearHit): number {
  return a.distanceKm - b.distanceKm || a.id - b.id;
}

/** `{distance}~{ID}`. The distance is complete, because two locations may differ only in the last digit. */
function readNearCursor({ after }: Page): NearHit | null {
  if (after === null) return null;
  const match = /^(\d{1,5}(?:\.\d{1,20})?(?:e-\d{1,2})?)~(\d{1,15})$/.exec(after);
  if (match === null) throw badCursor();
  return { distanceKm: Number(match[1]), id: Number(match[2]) };
}
