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
import { locationsCondition, locationsTables } from './locations-conditions';
import { prepareStatement } from '@/lib/membership-store/statement';

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

const place = sql`l.id as id, l.latitude as latitude, l.longitude as longitude`;

const readBox = prepareStatement(
  (query: ListQuery) => sql<Place>`select ${place}
    from ${locationsTables(query.filter)} where ${locationsCondition(query)}`,
);
const readShortBox = prepareStatement((query: ListQuery) => {
  const document = concatenated(locationPieces(query));
  return sql<PlaceDocument>`select ${place}, ${query.engine === 'sqlite' ? sql`cast(${document} as blob)` : document} as document
    ${query.includesDirectory ? sql`, l.precision as precision` : sql``}
    from ${locationsTables(query.filter)}
    join membership_document d on d.organisation_id = m.organisation_id and d.membership_id = m.id
    where ${locationsCondition(query)} limit ${sql.lit(shortBox + 1)}`;
});

/** Opens a list sorted by distance and then ID. */
export async function openNearList(store: Store, request: NearRequest): Promise<OpenList> {
  const { statements, question: query } = request;
  const short = await readShortBox(store.members, query);
  if (short.length <= shortBox) {
    const { hits, ...rest } = toPart(short, request);
    return openWhole({ ...rest, documents: hits.length === 0 ? null : toJson(hits, short) });
  }
  return openRead(store, query, async (db) =>
    openList(db, toPart(await readBox(db, query), request), async (some) => {
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

/** The places in the box that are also in the circle, in order, after the cursor and at most one page. */
function toPart(
  places: readonly Place[],
  { near, page }: NearRequest,
): { hits: NearHit[]; total: number; next: string | null } {
  const after = readNearCursor(page);
  const all = inCircle(places, near);
  const rest = all.filter((hit) => after === null || byDistance(hit, after) > 0).sort(byDistance);
  const hits = page.size === null ? rest : rest.slice(0, page.size);
  const last = hits.at(-1);
  const next = hits.length < rest.length && last !== undefined ? `${last.distanceKm}~${last.id}` : null;
  return { hits, total: all.length, next };
}

/** The distance is computed here and not in the database, so that both engines agree to the last digit. */
function inCircle(places: readonly Place[], near: NearRequest['near']): NearHit[] {
  const hits: NearHit[] = [];
  for (const place of places) {
    const distance = distanceKm(near.point, place);
    if (distance <= near.distanceKm) hits.push({ id: place.id, distanceKm: distance });
  }
  return hits;
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
