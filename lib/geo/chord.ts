/**
 * Squared straight-line distances through the earth, in units of its radius: 0 to 4. They increase with the distance on
 * the surface and need no trigonometry once points are vectors.
 */
import { earthRadiusKm, type Point } from './point';

/** A unit vector from the earth's centre to a point on its surface. */
export interface Vector {
  x: number;
  y: number;
  z: number;
}

export function vectorOf({ latitude, longitude }: Point): Vector {
  const [up, round] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return { x: Math.cos(up) * Math.cos(round), y: Math.cos(up) * Math.sin(round), z: Math.sin(up) };
}

/**
 * Chords that differ by more than this have distances (`distanceKm`) that differ in the same direction; for closer
 * chords, compare the distances. A thousand times the rounding error of either; 6 m around a point.
 */
export const chordTolerance = 1e-12;

/** The squared chord of a distance on the surface, in kilometres; 4 beyond half of the circumference. */
export function squaredChord(distanceKm: number): number {
  return 4 * Math.sin(Math.min(distanceKm / (2 * earthRadiusKm), Math.PI / 2)) ** 2;
}
