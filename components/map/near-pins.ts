import type { Pin } from '@/lib/directory-model/pins';
import type { MapFeature } from '@/lib/directory/directory';
import { pinsOf, placeOf } from './features';

// More cards than a visitor swipes through.
const mostCards = 20;

/** The pins of a feature, then the other pins in view: first those that are nearest to the feature. */
export function pinsFrom(chosen: MapFeature, features: MapFeature[]): Pin[] {
  const from = placeOf(chosen);
  // Degrees of longitude are shorter away from the equator. This is exact enough to sort by within one view.
  const shortening = Math.cos((from.latitude * Math.PI) / 180);
  const distance = ({ latitude, longitude }: Pin) =>
    Math.hypot(latitude - from.latitude, (longitude - from.longitude) * shortening);
  const others = features.filter((feature) => feature !== chosen).flatMap(pinsOf);
  const sorted = others.sort((a, b) => distance(a) - distance(b) || (a.entryId < b.entryId ? -1 : 1));
  return [...pinsOf(chosen), ...sorted].slice(0, mostCards);
}
