import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openParts, type Line } from './map-edges';
import { decodeLine, encodeLine } from './map-lines';

test('a line is read back to a ten-thousandth of a degree, and errors do not accumulate', () => {
  const point = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -90, max: 90, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 50 }), (line) => {
      const back = decodeLine(encodeLine(line));
      expect(back).toHaveLength(line.length);
      line.forEach(([longitude, latitude], at) => {
        expect(Math.abs((back[at]?.[0] ?? NaN) - longitude)).toBeLessThan(0.000051);
        expect(Math.abs((back[at]?.[1] ?? NaN) - latitude)).toBeLessThan(0.000051);
      });
    }),
    { seed: 3 },
  );
});

test('a line along the 180th meridian or the map’s polar edge is not coast', () => {
  const ring: Line = [
    [170, 60],
    [180, 62],
    [180, 66],
    [170, 68],
    [170, 60],
  ];
  expect(openParts(ring)).toEqual([ring.slice(0, 2), ring.slice(2)]);
  const pole: Line = [
    [-90, -80],
    [-90, -90],
    [0, -90],
    [90, -80],
  ];
  expect(openParts(pole)).toEqual([pole.slice(0, 2), pole.slice(2)]);
});
