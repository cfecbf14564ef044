import type { Pin } from '@/lib/directory/model/pins';
import type { MapFeature } from '@/lib/directory/directory';
import { pinsOf, placeOf } from './features';

// Visitors do not swipe through more cards than this.
const maxCards = 20;

/** Returns the pins of the chosen feature, then the other pins in view, nearest first. */
export function pinsFrom(chosen: MapFeature, features: MapFeature[]): Pin[] {
  const from = placeOf(chosen);
  // Away from the equator, a degree of longitude is shorter. This estimate is exact enough to sort within one view.
  const shortening = Math.cos((from.latitude * Math.PI) / 180);
  const distance = ({ latitude, longitude }: Pin) =>
    Math.hypot(latitude - from.latitude, (longitude - from.longitude) * shortening);
  const others = features.filter((feature) => feature !== chosen).flatMap(pinsOf);
  const sorted = others.sort((a, b) => distance(a) - distance(b) || (a.entryId < b.entryId ? -1 : 1));
  return [...pinsOf(chosen), ...sorted].slice(0, maxCards);
}
