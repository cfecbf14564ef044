import { kilometresInUnit, radiusChoices, type DistanceUnit } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { changed } from './addresses';
import { radiusIn } from './distance-text';

/** `radius` is in the unit of the filter. Without a point to search near, the filter is unchanged. */
export function withRadius(filter: DirectoryFilter, radius: number): DirectoryFilter {
  const { near } = filter;
  if (near === null) return filter;
  return changed(filter, { near: { ...near, radiusKm: radius * kilometresInUnit[near.unit] } });
}

/**
 * Changes the unit, and chooses the round radius that is closest to the previous radius. Without a point to search
 * near, the filter is unchanged.
 */
export function withUnit(filter: DirectoryFilter, value: string): DirectoryFilter {
  const { near } = filter;
  if (near === null) return filter;
  const unit = value === 'mi' ? 'mi' : 'km';
  const radius = nearestRound(radiusIn(near.radiusKm, near.unit), { from: near.unit, to: unit });
  return changed(filter, { near: { ...near, radiusKm: radius * kilometresInUnit[unit], unit } });
}

/** The round value closest to a radius in another unit: 25 miles for 50 km. */
function nearestRound(radius: number, { from, to }: { from: DistanceUnit; to: DistanceUnit }): number {
  const inUnit = (radius * kilometresInUnit[from]) / kilometresInUnit[to];
  const { choices, usual } = radiusChoices[to];
  // Ratios are compared: 5 is further from 10 than 100 is from 150.
  const off = (choice: number) => Math.abs(Math.log(choice / inUnit));
  return choices.reduce((best, choice) => (off(choice) < off(best) ? choice : best), usual);
}
