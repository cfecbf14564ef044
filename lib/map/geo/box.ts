import { earthRadiusKm, wrapLongitude, type Point } from './point';

/** In degrees. If `west` > `east`, the box crosses the 180th meridian. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/**
 * The smallest box that contains every point within `radiusKm` of `centre`. A circle that reaches a pole gets all
 * longitudes.
 * @see http://janmatuschek.de/LatitudeLongitudeBoundingCoordinates
 */
export function boxAround(centre: Point, radiusKm: number): Box {
  // A point at exactly the radius must be inside, in spite of rounding.
  const angle = radiusKm / earthRadiusKm + 1e-9;
  const degrees = (angle * 180) / Math.PI;
  const south = centre.latitude - degrees;
  const north = centre.latitude + degrees;
  if (south <= -90 || north >= 90) {
    return { south: Math.max(-90, south), north: Math.min(90, north), west: -180, east: 180 };
  }
  const latitude = (centre.latitude * Math.PI) / 180;
  const spread = (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude))) * 180) / Math.PI;
  if (spread >= 180) return { south, north, west: -180, east: 180 };
  return {
    south,
    north,
    west: wrapLongitude(centre.longitude - spread),
    east: wrapLongitude(centre.longitude + spread),
  };
}

/** A point on an edge is inside the box. 180 and -180 are the same meridian. */
export function boxHolds(box: Box, point: Point): boolean {
  if (point.latitude < box.south || point.latitude > box.north) return false;
  if (box.west <= box.east && point.longitude >= box.west && point.longitude <= box.east) return true;
  if (box.west > box.east && (point.longitude >= box.west || point.longitude <= box.east)) return true;
  const isMeridian = Math.abs(point.longitude) === 180;
  return isMeridian && (Math.abs(box.west) === 180 || Math.abs(box.east) === 180 || box.west > box.east);
}
