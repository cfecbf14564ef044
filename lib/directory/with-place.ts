import type { FoundPlace } from '@/lib/geo/place';
import { roundedPoint } from './filter';
import type { DirectoryFilter, NearFilter } from './search';

export function withPlace(
  filter: DirectoryFilter,
  { point, label, regionId }: Pick<FoundPlace, 'point' | 'label' | 'regionId'>,
  { radiusKm, unit }: Pick<NearFilter, 'radiusKm' | 'unit'>,
): DirectoryFilter {
  if (regionId !== null) return { ...filter, near: null, inside: { id: regionId, label } };
  return { ...filter, inside: null, near: { point: roundedPoint(point), radiusKm, unit, label } };
}
