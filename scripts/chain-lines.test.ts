import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../lib/map/geo/map-edges';
import { chainLines } from './chain-lines';

test('pieces that meet become one line, whatever their direction', () => {
  const [a, b, c, d]: Line = [
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
  ];
  if (!a || !b || !c || !d) throw new Error('four points');
  const [chain, ...others] = chainLines([
    [b, c],
    [b, a],
    [d, c],
  ]);
  expect(others).toEqual([]);
  expect([
    [a, b, c, d],
    [d, c, b, a],
  ]).toContainEqual(chain);
});

test('every piece is drawn once and nothing else is, including rings', () => {
  const end = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(end, end)), (pieces) => {
      expect(segments(chainLines(pieces))).toEqual(segments(pieces));
    }),
    { seed: 5 },
  );
});

function segments(lines: Line[]): string[] {
  return lines
    .flatMap((line) => line.slice(1).map((point, at) => [String(line[at]), String(point)].sort().join(' - ')))
    .sort();
}
