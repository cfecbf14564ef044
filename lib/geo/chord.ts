/**
 * Squared straight-line distances through the earth, in units of its radius: 0 to 4. They increase with the distance on
 * the surface. If the points are given as vectors, no trigonometry is needed.
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
 * If two chords differ by more than this, their distances (`distanceKm`) differ in the same direction. For closer
 * chords, compare the distances. It is a thousand times the rounding error of a chord or a distance. Between two points
 * near each other, it is about 6 m.
 */
export const chordTolerance = 1e-12;

/** The squared chord of a distance on the surface, in kilometres; 4 beyond half of the circumference. */
export function squaredChord(distanceKm: number): number {
  return 4 * Math.sin(Math.min(distanceKm / (2 * earthRadiusKm), Math.PI / 2)) ** 2;
}
