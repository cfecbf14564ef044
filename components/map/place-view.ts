import { latitudeOfRow, mercatorRow } from '@/lib/map/geo/mercator';
import type { Point } from '@/lib/map/geo/point';

/** The size in pixels for which the view of a small map is computed. A map of another size shows the same middle. */
export const placeMapSize = { width: 640, height: 240 };
// Free space around the outermost pins.
const margin = 48;

export interface PlaceView {
  center: Point;
  /** A whole zoom of the map, whose whole world at zoom 0 is 256 pixels wide. */
  zoom: number;
}

/** The closest view that shows all the points. */
export function viewOfPlaces(points: readonly Point[], closestZoom: number): PlaceView {
  const xs = points.map(({ longitude }) => (longitude + 180) / 360);
  const ys = points.map(({ latitude }) => mercatorRow(latitude));
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = { width: placeMapSize.width - 2 * margin, height: placeMapSize.height - 2 * margin };
  const fits = Math.min(
    closestZoom,
    Math.log2(room.width / (256 * (east - west))),
    Math.log2(room.height / (256 * (south - north))),
  );
  return {
    center: { longitude: ((west + east) / 2) * 360 - 180, latitude: latitudeOfRow((north + south) / 2) },
    zoom: Math.max(1, Math.floor(fits)),
  };
}
