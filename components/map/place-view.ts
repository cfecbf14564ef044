import { latitudeOfRow, mercatorRow } from '@/lib/map/geo/mercator';
import type { Box } from '@/lib/map/geo/box';
import type { Point } from '@/lib/map/geo/point';
import { zoomSteps } from '@/lib/map/geo/tile-address';

/** The size in pixels for which a view is computed. A map of another size shows the same middle. */
export interface MapFrame {
  width: number;
  height: number;
  /** Free space around the outermost pins. */
  margin: { top: number; right: number; bottom: number; left: number };
  /** How many steps a view has between two whole zooms. */
  steps: number;
}

export const profileFrame: MapFrame = {
  width: 640,
  height: 240,
  margin: { top: 48, right: 48, bottom: 48, left: 48 },
  steps: 1,
};

/**
 * The map page on a phone. The margins leave room for the buttons (map.css), because marks under them could not be
 * pressed.
 */
export const phoneFrame: MapFrame = {
  width: 390,
  height: 844,
  margin: { top: 56, right: 24, bottom: 24, left: 64 },
  steps: zoomSteps,
};

// A single member is shown with its surroundings, not as a dot on an empty map.
export const closestFit = 12;

export interface PlaceView {
  center: Point;
  /** The zoom of the map, whose whole world at zoom 0 is 256 pixels wide. */
  zoom: number;
}

/** The closest view that shows all the points. */
export function viewOfPlaces(
  points: readonly Point[],
  closestZoom: number,
  { width, height, margin, steps }: MapFrame,
): PlaceView {
  const xs = points.map(({ longitude }) => (longitude + 180) / 360);
  const ys = points.map(({ latitude }) => mercatorRow(latitude));
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = {
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const fits = Math.min(
    closestZoom,
    Math.log2(room.width / (256 * (east - west))),
    Math.log2(room.height / (256 * (south - north))),
  );
  const zoom = Math.max(1, Math.floor(fits * steps) / steps);
  const pixel = 1 / (256 * 2 ** zoom);
  const x = (west + east + (margin.right - margin.left) * pixel) / 2;
  const y = (north + south + (margin.bottom - margin.top) * pixel) / 2;
  return { center: { longitude: x * 360 - 180, latitude: latitudeOfRow(y) }, zoom };
}

export function viewOfBox({ south, west, north, east }: Box, frame: MapFrame): PlaceView {
  const corners = [
    { latitude: south, longitude: west },
    { latitude: north, longitude: west > east ? east + 360 : east },
  ];
  return viewOfPlaces(corners, closestFit, frame);
}
