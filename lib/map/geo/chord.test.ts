import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chordTolerance, squaredChord, vectorOf } from './chord';
import { distanceKm, type Point } from './point';

function chordBetween(a: Point, b: Point): number {
  const [one, other] = [vectorOf(a), vectorOf(b)];
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2;
}

const point = fc.record({
  latitude: fc.oneof(fc.constantFrom(-90, 90, 0), fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: fc.oneof(fc.constantFrom(-180, 180, 0), fc.double({ min: -180, max: 180, noNaN: true })),
});
const step = fc.double({ min: -1e-4, max: 1e-4, noNaN: true });
const pair = fc.tuple(point, point, step, step, fc.boolean()).map(([a, b, up, round, isClose]) => {
  const latitude = Math.max(-90, Math.min(90, a.latitude + up));
  return [a, isClose ? { latitude, longitude: Math.min(180, Math.max(-180, a.longitude + round)) } : b];
});
const antipode = ({ latitude, longitude }: Point): Point => ({
  latitude: -latitude,
  longitude: longitude > 0 ? longitude - 180 : longitude + 180,
});

test('chords that differ by more than the tolerance order points as their distances do', () => {
  fc.assert(
    fc.property(point, pair, fc.boolean(), (from, [a, b], isFar) => {
      if (a === undefined || b === undefined) return;
      const centre = isFar ? antipode(a) : from;
      const difference = chordBetween(centre, a) - chordBetween(centre, b);
      if (Math.abs(difference) <= chordTolerance) return;
      expect(Math.sign(distanceKm(centre, a) - distanceKm(centre, b))).toBe(Math.sign(difference));
    }),
    { seed: 31, numRuns: 5000 },
  );
});

test('the chord of a distance equals the chord between two points that far apart', () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      expect(Math.abs(squaredChord(distanceKm(a, b)) - chordBetween(a, b))).toBeLessThan(chordTolerance);
    }),
    { seed: 32, numRuns: 5000 },
  );
  expect(squaredChord(20_038)).toBe(4);
});
