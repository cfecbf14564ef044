import type { FoundPlace } from '@/lib/geo/place';
import { roundedPoint } from './filter';
import type { DirectoryFilter, NearFilter } from './search';

/** The filter at a place: around a point, or inside a region. */
export function withPlace(
  filter: DirectoryFilter,
  { point, label, regionId }: Pick<FoundPlace, 'point' | 'label' | 'regionId'>,
  { radiusKm, unit }: Pick<NearFilter, 'radiusKm' | 'unit'>,
): DirectoryFilter {
  if (regionId !== null) return { ...filter, near: null, inside: { id: regionId, label } };
  return { ...filter, inside: null, near: { point: roundedPoint(point), radiusKm, unit, label } };
}
