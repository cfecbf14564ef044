import { areaCentre } from '@/lib/map/geo/area-centre';
import { loadPlaceTables } from '@/lib/map/geo/places';
import type { Point } from '@/lib/map/geo/point';
import type { AreaCentre } from './location-document';

/** Finds the gazetteer's fixed point of an area. An operator can add areas in `dataDir`. Each point is read once. */
export function createAreaCentre(dataDir: string): AreaCentre {
  const known = new Map<string, Point | null>();
  return ({ precision, suburb, state, postcode, country }) => {
    if (precision === 'exact') return null;
    const area = precision === 'state' ? [state, country] : [postcode, state, country];
    const key = [precision, precision === 'suburb' ? suburb : '', ...area].join('\n');
    const found = known.get(key);
    if (found !== undefined) return found;
    const centre = areaCentre({ precision, suburb, state, postcode, country }, loadPlaceTables({ dataDir }));
    known.set(key, centre);
    return centre;
  };
}
