import type { LatLngBounds } from 'leaflet';
import type { Box } from '@/lib/map/geo/box';

// A web map ends a little beyond this latitude (lib/map/geo/mercator.ts). Points nearer to a pole are drawn on the map's edge.
const mapEdge = 85.05;

/**
 * Returns the map's view as a box for the page's URL. The coordinates are rounded outwards to two decimals, so that the
 * box contains the whole view.
 */
export function boxOfView(view: Pick<LatLngBounds, 'getSouth' | 'getNorth' | 'getWest' | 'getEast'>): Box {
  const south = view.getSouth() <= -mapEdge ? -90 : down(view.getSouth());
  const north = view.getNorth() >= mapEdge ? 90 : up(view.getNorth());
  if (view.getEast() - view.getWest() >= 360) return { south, north, west: -180, east: 180 };
  return { south, north, west: down(wrap(view.getWest())), east: up(wrap(view.getEast())) };
}

/** Wraps a longitude to -180 to 180, because Leaflet counts past the 180th meridian. */
function wrap(longitude: number): number {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return wrapped === -180 && longitude > 0 ? 180 : wrapped;
}

const down = (degrees: number) => Math.max(-180, Math.floor(degrees * 100) / 100);
const up = (degrees: number) => Math.min(180, Math.ceil(degrees * 100) / 100);

/**
 * The map repeats the earth from west to east. Returns the longitude on the copy that is in view. If the map's centre
 * is just past the 180th meridian, -179 becomes 181.
 */
export function nearestTurn(longitude: number, centre: number): number {
  return longitude + 360 * Math.round((centre - longitude) / 360);
}
