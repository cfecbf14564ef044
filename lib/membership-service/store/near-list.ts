/** Locations around a point, nearest first. */
import { sql } from 'kysely';
import { distanceKm } from '@/lib/geo/point';
import type { LocationsFilter } from '@/lib/membership-api/filter-types';
import { badCursor, type Page } from '@/lib/membership-api/page';
import type { Store } from './database';
import { openList, openRead, type Hit, type OpenList } from './list';
import type { ListQuestion } from './list-question';
import type { ListStatements } from './list-statements';
import { locationsCondition, locationsTables } from './locations-conditions';
import { prepareStatement } from './statement';

interface Place {
  id: number;
  latitude: number;
  longitude: number;
}

const readBox = prepareStatement(
  (question: ListQuestion) => sql<Place>`select l.id as id, l.latitude as latitude, l.longitude as longitude
    from ${locationsTables(question.filter)} where ${locationsCondition(question)}`,
);

/** Opens a list in order of distance and then ID. */
export async function openNearList(
  store: Store,
  {
    statements,
    question,
    near,
    page,
  }: {
    statements: ListStatements;
    question: ListQuestion;
    near: NonNullable<LocationsFilter['near']>;
    page: Page;
  },
): Promise<OpenList> {
  const after = readNearCursor(page);
  return openRead(store, async (db) => {
    const all = inCircle(await readBox(db, question), near);
    const rest = all.filter((hit) => after === null || byDistance(hit, after) > 0).sort(byDistance);
    const hits = page.size === null ? rest : rest.slice(0, page.size);
    const last = hits.at(-1);
    const next = hits.length < rest.length && last !== undefined ? `${last.distanceKm}~${last.id}` : null;
    return openList(db, { hits, total: all.length, next }, async (some) => {
      const [part] = await statements.readHits(db, { ...question, hits: some });
      return part?.documents ?? '';
    });
  });
}

interface NearHit extends Hit {
  distanceKm: number;
}

/** The distance is computed here and not by the database, so that both engines agree to the last digit. */
function inCircle(places: readonly Place[], near: NonNullable<LocationsFilter['near']>): NearHit[] {
  const hits: NearHit[] = [];
  for (const place of places) {
    const distance = distanceKm(near.point, place);
    if (distance <= near.distanceKm) hits.push({ id: place.id, distanceKm: distance });
  }
  return hits;
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
