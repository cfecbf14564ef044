/**
 * Straight distances through the earth, squared and in units of its radius: 0 to 4, rising with the distance on the
 * surface, and had without trigonometry once places are vectors.
 */
import { earthRadiusKm, type Point } from './point';

/** From the earth's centre to a point on its surface, 1 long. */
export interface Vector {
  x: number;
  y: number;
  z: number;
}

/** The vector of a point. */
export function vectorOf({ latitude, longitude }: Point): Vector {
  const [up, round] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return { x: Math.cos(up) * Math.cos(round), y: Math.cos(up) * Math.sin(round), z: Math.sin(up) };
}

/**
 * Chords that differ by more have distances (`distanceKm`) that differ in the same direction; of closer ones the
 * distances must be compared. A thousand times what rounding makes of either, and 6 m around a point.
 */
export const chordTolerance = 1e-12;

/** The squared chord of a distance on the surface, in kilometres; 4 for any beyond half of the circumference. */
export function squaredChord(distanceKm: number): number {
  return 4 * Math.sin(Math.min(distanceKm / (2 * earthRadiusKm), Math.PI / 2)) ** 2;
}
