/**
 * Squared straight-line distances through the earth, in units of its radius: 0 to 4. They increase with the distance on
 * the surface, and need no trigonometry if the points are vectors.
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
 * This tolerance is a thousand times the rounding error of a chord or a distance. If two chords differ by more than the
 * tolerance, the longer chord also has the longer `distanceKm`. For closer chords, compare the distances. Between two
 * points near each other, the tolerance is about 6 m.
 */
export const chordTolerance = 1e-12;

/** @param distanceKm on the surface; beyond half of the circumference, the result is 4 */
export function squaredChord(distanceKm: number): number {
  return 4 * Math.sin(Math.min(distanceKm / (2 * earthRadiusKm), Math.PI / 2)) ** 2;
}

/** The inverse of `squaredChord`, in whole metres, as distances are compared. Longer chords than 4 count as 4. */
export function metresOfChord(chord: number): number {
  return Math.round(2000 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(Math.max(0, chord)) / 2)));
}

/** The chord at which distances begin to be rounded to this number of metres. */
export function leastChord(metres: number): number {
  return squaredChord(Math.max(0, metres - 0.5) / 1000);
}

/** Of two chords that differ by more, the longer one is longer in whole metres too: a chord grows at most by 2 per radius. */
export const metreChord = (2 * 1.5) / (1000 * earthRadiusKm);
