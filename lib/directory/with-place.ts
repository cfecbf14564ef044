import type { FoundPlace } from '@/lib/map/geo/place';
import { filterText } from '@/lib/messages/filter';
import { say } from '@/lib/messages/say';
import { roundedPoint } from './filter';
import type { DirectoryFilter, NearFilter } from './search';

export function withPlace(
  filter: DirectoryFilter,
  { point, label, regionId, radiusKm: own }: Pick<FoundPlace, 'point' | 'label' | 'regionId' | 'radiusKm'>,
  { radiusKm, unit }: Pick<NearFilter, 'radiusKm' | 'unit'>,
): DirectoryFilter {
  if (regionId !== null) return { ...filter, near: null, inside: { id: regionId, label } };
  return {
    ...filter,
    inside: null,
    near: { point: roundedPoint(point), radiusKm: own ?? radiusKm, unit, label },
  };
}

/** If the place has another name than the typed one, because of a typing error, its label says so. */
export function withTyped(place: FoundPlace, typed: string): FoundPlace {
  if (place.match !== 'similar') return place;
  return { ...place, label: say(filterText.suburbOf, { place: place.label, address: typed }) };
}
