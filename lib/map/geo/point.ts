/** In degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth in kilometres (IUGG). */
export const earthRadiusKm = 6371.0088;

/**
 * Great-circle distance between two points, in kilometres (0 to 20 015).
 * Haversine on a sphere of mean radius 6371.0088 km; within about 0.5 % of the ellipsoid.
 * @see https://en.wikipedia.org/wiki/Haversine_formula
 */
export function distanceKm(a: Point, b: Point): number {
  const dLatitude = radians(b.latitude - a.latitude);
  const dLongitude = radians(b.longitude - a.longitude);
  const h =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLongitude / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Rounded to the metre, as distances are shown. Distances that are equal on paper differ by up to 1e-12 km, for example
 * at longitudes 180 and -180 and at the poles. Without rounding, this noise would decide an order.
 */
export function toMetreKm(km: number): number {
  return Math.round(km * 1000) / 1000;
}

/** Initial bearing from `a` to `b` in degrees clockwise from north, 0 (inclusive) to 360. */
export function bearingDegrees(a: Point, b: Point): number {
  const dLongitude = radians(b.longitude - a.longitude);
  const y = Math.sin(dLongitude) * Math.cos(radians(b.latitude));
  const x =
    Math.cos(radians(a.latitude)) * Math.sin(radians(b.latitude)) -
    Math.sin(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.cos(dLongitude);
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Brings a longitude from -540 to 540 into the range -180 to 180, by at most one full turn. */
export function wrapLongitude(longitude: number): number {
  if (longitude < -180) return longitude + 360;
  if (longitude > 180) return longitude - 360;
  return longitude;
}

/** The mean of points, also across the 180th meridian. There must be at least one point. */
export function meanPoint(points: readonly Point[]): Point {
  const [{ longitude: first } = { longitude: 0 }] = points;
  const east = mean(points.map(({ longitude }) => wrapLongitude(longitude - first)));
  return { latitude: mean(points.map(({ latitude }) => latitude)), longitude: wrapLongitude(first + east) };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
