import type { MapFeature } from '@/lib/directory/directory';
import type { Box } from '@/lib/map/geo/box';
import { mercatorRow } from '@/lib/map/geo/mercator';
import { boxOfFeatures } from './features';

/** The whole earth. Its features decide the first view of a search. They are about as large as a city with its surroundings. */
export const everywhere = { view: { south: -90, west: -180, north: 90, east: 180 }, zoom: 4 };

/** The share of the locations that the first view may leave out, if they are far from the others. */
const leftOut = 0.05;
/** Leaving out a feature must make the view at least this much smaller. */
const worthwhile = 0.9;

/**
 * The box around the densest 95 % of the members. A few members far away would otherwise make the view so wide that the
 * others are one mark. null: there are no features.
 */
export function boxOfDensest(features: MapFeature[]): Box | null {
  const counts = features.map(countOf);
  let spare = Math.floor(leftOut * counts.reduce((sum, count) => sum + count, 0));
  let kept = features;
  let box = boxOfFeatures(kept);
  for (;;) {
    const found = box;
    if (found === null) return null;
    const edges = (['south', 'west', 'north', 'east'] as const).flatMap((edge) => {
      const outermost = kept.find((one) => edgeOf(one, edge) === found[edge]);
      if (outermost === undefined || countOf(outermost) > spare) return [];
      const others = kept.filter((one) => one !== outermost);
      const smaller = boxOfFeatures(others);
      return smaller === null ? [] : [{ outermost, others, smaller, size: sizeOf(smaller) }];
    });
    const [best] = edges.sort((a, b) => a.size - b.size);
    if (best === undefined || best.size > worthwhile * sizeOf(found)) return found;
    spare -= countOf(best.outermost);
    kept = best.others;
    box = best.smaller;
  }
}

function countOf(feature: MapFeature): number {
  return feature.kind === 'pin' ? 1 : feature.count;
}

function edgeOf(feature: MapFeature, edge: keyof Box): number {
  if (feature.kind === 'cluster') return feature.box[edge];
  return edge === 'south' || edge === 'north' ? feature.pin.latitude : feature.pin.longitude;
}

/** The longer side on a web map, because this side decides the zoom. */
function sizeOf({ south, west, north, east }: Box): number {
  const width = (east - west + 360) % 360;
  return Math.max(width / 360, mercatorRow(south) - mercatorRow(north));
}
