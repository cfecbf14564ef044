/** Areas that the association has named in its settings, by listing their suburbs or towns. */
import type { FoundPlace } from '@/lib/map/geo/place';
import { placeKey } from '@/lib/map/geo/place-key';
import type { Places } from '@/lib/map/geo/places';
import { distanceKm, meanPoint } from '@/lib/map/geo/point';
import { parseAreas, type NamedArea } from '@/lib/contract/fields/named-areas';

/** Around the middles of the outermost places, because an area does not end there. */
const edgeKm = 3;

interface Found {
  lines: string;
  country: string | null;
  areas: FoundPlace[];
}

/** The areas are placed when the settings change. Places that the gazetteer does not know are left out. */
export function createOwnAreas(places: Pick<Places, 'suggest'>, lines: () => string) {
  let last: Found | null = null;
  return (text: string, { country, isComplete }: { country: string | null; isComplete: boolean }) => {
    const now = lines();
    if (now === '') return [];
    if (last?.lines !== now || last.country !== country) {
      const areas = parseAreas(now).flatMap((area) => placed(area, places, country) ?? []);
      last = { lines: now, country, areas };
    }
    const key = placeKey(text);
    if (key === '') return [];
    return last.areas.flatMap((area): FoundPlace[] => {
      const own = placeKey(area.name);
      if (own === key) return [area];
      return !isComplete && own.startsWith(key) ? [{ ...area, match: 'prefix' }] : [];
    });
  };
}

function placed(
  { name, places: names }: NamedArea,
  places: Pick<Places, 'suggest'>,
  country: string | null,
): FoundPlace | null {
  const found = names.flatMap(
    (place) => places.suggest(place, { country, limit: 1, isComplete: true, isExact: true })[0] ?? [],
  );
  const [first] = found;
  if (first === undefined) return null;
  const point = meanPoint(found.map((place) => place.point));
  const reach = Math.max(...found.map((place) => distanceKm(point, place.point)));
  return {
    id: `own-area-${placeKey(name).replaceAll(' ', '-')}`,
    label: name,
    name,
    state: '',
    postcode: '',
    country: first.country,
    point,
    population: 0,
    match: 'exact',
    regionId: null,
    radiusKm: Math.ceil(reach + edgeKm),
  };
}
