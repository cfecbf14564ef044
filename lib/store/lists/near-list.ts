import { sql, type Kysely } from 'kysely';
import { distanceKm, toMetreKm } from '@/lib/map/geo/point';
import type { LocationsFilter } from '@/lib/contract/filter-types';
import { badCursor, type Page } from '@/lib/contract/page';
import type { Store } from '@/lib/store/database';
import { concatenated, locationPieces, locationSettings } from './document-sql';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { documentsAtOnce, openList, openRead, openWhole, take, type Hit, type OpenList } from './list';
import type { ListQuery } from './list-query';
import type { ListStatements } from './list-statements';
import { hasOnlyCircle, readFirst } from './long-reads';
import { byDistance, type NearHit } from './place-grid';
import { findPlaces } from './place-index';
import { locationsCondition, locationsTables } from './locations-conditions';
import { prepareStatement } from '@/lib/store/statement';
import { createPause, sortInSlices } from '@/lib/base/slices';

interface Place {
  id: number;
  latitude: number;
  longitude: number;
}

/** `document` is the JSON up to the distance. SQLite gives bytes, which need no decoding; PostgreSQL gives text. */
interface PlaceDocument extends Place {
  document: Uint8Array | string;
  /** What `Include[]` adds, as JSON that begins with a comma. Present if requested. */
  settings?: string;
}

/** With at most this many places in the box, one statement reads them with their documents. */
const shortBox = 100;
/** Computing this many distances takes less than a millisecond. */
const placesAtOnce = 1_024;

const place = sql`l.id as id, l.latitude as latitude, l.longitude as longitude`;

const readBox = prepareStatement(
  (query: ListQuery) => sql<Place>`select ${place}
    from ${locationsTables(query.filter)} where ${locationsCondition(query)}`,
);
const readShortBox = prepareStatement((query: ListQuery) => {
  const document = concatenated(locationPieces(query));
  return sql<PlaceDocument>`select ${place}, ${query.engine === 'sqlite' ? sql`cast(${document} as blob)` : document} as document
    ${query.includes.includes('Directory') ? sql`, ${concatenated(locationSettings(query.engine))} as settings` : sql``}
    from ${locationsTables(query.filter)}
    join membership_document d on d.organisation_id = m.organisation_id and d.membership_id = m.id
    where ${locationsCondition(query)} limit ${sql.lit(shortBox + 1)}`;
});

export async function openNearList(store: Store, given: NearRequest): Promise<OpenList> {
  const { beforeLong } = given.question;
  let started: Promise<void> | undefined;
  // A request may try several times to open the list, but it waits only once for its turn among the long lists.
  const once = beforeLong === undefined ? undefined : () => (started ??= beforeLong());
  const request = { ...given, question: { ...given.question, beforeLong: once } };
  return (await openFromGrid(store, request)) ?? openFromBox(store, request);
}

/**
 * The number of documents that a long list reads first. The number is small, so that other lists that begin at the same
 * time wait less.
 */
const firstDocuments = 20;
/** An attempt to open a list fails if somebody writes during it. */
const attempts = 3;

/**
 * Opens a list from the locations in memory. null: the request has other filters too, the locations are not in memory
 * yet, or the data changed during every attempt.
 */
async function openFromGrid(store: Store, request: NearRequest): Promise<OpenList | null> {
  const { question: query, near, page } = request;
  if (!hasOnlyCircle(query.filter)) return null;
  let { day } = query;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const index = await findPlaces(store, day);
    if (index === null) return null;
    // Another request may update the index while this one waits, so the version is read together with the hits.
    const { grid, version } = index;
    const { statuses } = query.filter.members;
    const found = grid.search({ near, statuses, day });
    const part = { ...toPage(found, page), total: found.total };
    const opened = await openHits(store, request, part);
    if (opened.version === version) return opened.list;
    await opened.list.close();
    day = { ...day, version: Math.max(opened.version, version) };
  }
  return null;
}

/** For a whole list, only the first hits are found here. The others are found while the list is read. */
function toPage(
  { nearestFirst }: { nearestFirst: () => Generator<NearHit> },
  page: Page,
): { hits: NearHit[]; rest: Iterable<NearHit>; next: string | null } {
  const after = readNearCursor(page);
  const all = nearestFirst();
  const later = after === null ? all : withoutFirst(all, (hit) => byDistance(hit, after) <= 0);
  if (page.size === null) return { hits: take(later, documentsAtOnce + 1), rest: later, next: null };
  const hits = take(later, page.size + 1);
  const isLast = hits.length <= page.size;
  const shown = hits.slice(0, page.size);
  return { hits: shown, rest: [], next: isLast ? null : toCursor(shown.at(-1)) };
}

async function openHits(
  store: Store,
  { statements, question: query }: NearRequest,
  {
    hits,
    rest,
    total,
    next,
  }: { hits: NearHit[]; rest: Iterable<NearHit>; total: number; next: string | null },
): Promise<{ list: OpenList; version: number }> {
  const read = async (db: Kysely<MembersDatabase>, some: readonly Hit[]) => {
    const [part] = await statements.readHits(db, { ...query, hits: some });
    return part ?? { documents: null, version: 0 };
  };
  if (hits.length <= documentsAtOnce) {
    const { documents, version } = await read(store.members, hits);
    return { list: openWhole({ documents, total, next }), version };
  }
  return openRead(store, query, async (db) => {
    const first = await read(db, hits.slice(0, firstDocuments));
    const later = concatenate(hits.slice(firstDocuments), rest);
    const list = openList(db, { hits: later, total, next }, async (some) => {
      return (await read(db, some)).documents ?? '';
    });
    let hasStarted = false;
    const readNext = () => {
      if (hasStarted) return list.read();
      hasStarted = true;
      return Promise.resolve(first.documents);
    };
    return { list: { ...list, read: readNext }, version: first.version };
  });
}

function* concatenate<T>(...parts: Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}

function* withoutFirst<T>(values: Iterable<T>, isEarlier: (value: T) => boolean): Generator<T> {
  for (const value of values) if (!isEarlier(value)) yield value;
}

async function openFromBox(store: Store, request: NearRequest): Promise<OpenList> {
  const { statements, question: query } = request;
  const short = await readFirst(store, { query, counts: false }, (db) => readShortBox(db, query));
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

/**
 * Finds the places in the circle, nearest first. Returns the hits after the page's cursor, and at most one page of
 * them. `places` are the places in the box around the circle. They are processed in slices.
 */
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
    const km = distanceKm(near.point, place);
    if (km <= near.distanceKm) {
      const hit = { id: place.id, distanceKm: toMetreKm(km) };
      total += 1;
      if (after === null || byDistance(hit, after) > 0) {
        rest += 1;
        nearest.add(hit);
      }
    }
    if (at % placesAtOnce === 0) await pause();
  }
  const hits = page.size === null ? await sortInSlices(nearest.hits, byDistance, pause) : nearest.hits;
  const next = hits.length < rest ? toCursor(hits.at(-1)) : null;
  return { hits, total, next };
}

/** Collects all hits in any order, or the nearest `size`, nearest first. */
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

function toJson(hits: readonly NearHit[], read: readonly PlaceDocument[]): Buffer {
  const byId = new Map(read.map((one) => [one.id, one]));
  const parts: Uint8Array[] = [];
  for (const { id, distanceKm } of hits) {
    const { document = '', settings = '' } = byId.get(id) ?? {};
    parts.push(typeof document === 'string' ? Buffer.from(document) : document);
    parts.push(Buffer.from(`,"Distance":"${distanceKm.toFixed(3)}"${settings}},`));
  }
  return Buffer.concat(parts).subarray(0, -1);
}

function toCursor(last: NearHit | undefined): string | null {
  return last === undefined ? null : `${last.distanceKm}~${last.id}`;
}

/** `{distance}~{ID}`. */
function readNearCursor({ after }: Page): NearHit | null {
  if (after === null) return null;
  const match = /^(\d{1,5}(?:\.\d{1,20})?(?:e-\d{1,2})?)~(\d{1,15})$/.exec(after);
  if (match === null) throw badCursor();
  return { distanceKm: Number(match[1]), id: Number(match[2]) };
}
