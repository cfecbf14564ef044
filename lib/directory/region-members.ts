import { LRUCache } from 'lru-cache';
import { boxHolds } from '@/lib/map/geo/box';
import { loadPlaceTables } from '@/lib/map/geo/places';
import { regionJudge, type RegionVerdict } from '@/lib/map/geo/regions';
import { shapeOfRegion } from '@/lib/map/geo/region-shapes';
import type { FacetColumn } from '@/lib/directory/model/facet-index';
import type { Model } from '@/lib/directory/model/model';

// Cached, because a visitor turns pages and ticks boxes within one region. A region has a byte for each member.
const maxRegions = 4;
const cached = new WeakMap<Model, LRUCache<string, Uint8Array>>();

/**
 * 1 for each member with a location in the region. A member without locations gets 1 if the member's address is in the
 * region. For a location, the state and country decide first. If they leave it open, the point must be inside the
 * region's shape. The shape is exact to about a kilometre.
 */
export function membersInside(model: Model, id: string): Uint8Array {
  const byId = cached.get(model) ?? new LRUCache({ max: maxRegions });
  cached.set(model, byId);
  const known = byId.get(id);
  if (known !== undefined) return known;
  const flags = findInside(model, id);
  byId.set(id, flags);
  return flags;
}

function findInside({ points, store, facets }: Model, id: string): Uint8Array {
  const flags = new Uint8Array(store.positionCount);
  const judge = regionJudge(loadPlaceTables(), id);
  const shape = shapeOfRegion(id);
  if (judge === null || shape === null) return flags;
  const verdicts = points.stateNames.map(judge);
  const { latitudes, longitudes, states } = points;
  for (let at = 0; at < latitudes.length; at += 1) {
    const verdict = verdicts[states[at]!]; // The index is in range.
    if (verdict === 'outside') continue;
    const point = { latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 };
    const isIn = verdict === 'inside' || (boxHolds(shape.box, point) && shape.holds(point));
    if (isIn) flags[points.memberOf(at)] = 1;
  }
  const isThere = addressJudge(facets.columns, judge);
  for (const member of points.unplaced) if (isThere(member)) flags[member] = 1;
  return flags;
}

/**
 * The returned function is for members without a location. The function reads facets, because reading entries one by
 * one would be slow.
 */
function addressJudge(
  columns: FacetColumn[],
  judge: (address: { state: string | null; country: string | null }) => RegionVerdict,
): (member: number) => boolean {
  const [states, countries] = ['state', 'country'].map((key) =>
    nameReader(columns.find((one) => one.key === key)),
  );
  const verdicts = new Map<string, boolean>();
  return (member) => {
    const [state, country] = [states?.(member) ?? null, countries?.(member) ?? null];
    if (state === null && country === null) return false;
    const key = `${state}\n${country}`;
    let isThere = verdicts.get(key);
    if (isThere === undefined) verdicts.set(key, (isThere = judge({ state, country }) === 'inside'));
    return isThere;
  };
}

/**
 * Returns a function that reads the name of a member's option. In the facet, each member must have at most one option.
 */
function nameReader(column: FacetColumn | undefined): (member: number) => string | null {
  if (column === undefined) return () => null;
  const names = new Map([...column.codes].map((code, at) => [code, column.options[at]?.name ?? null]));
  return (member) => names.get(column.values[column.starts?.[member] ?? member] ?? 0) ?? null;
}
