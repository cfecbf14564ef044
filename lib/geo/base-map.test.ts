import { expect, it, vi } from 'vitest';
import { loadBaseMap, readParts, writeParts } from './base-map';

it('is parsed one part at a time, so that they are not all in memory together', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const { layers } = loadBaseMap();
  expect(Object.keys(layers)).toEqual(['land', 'coast', 'countries', 'states', 'lakes', 'rivers']);
  const lengths = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  expect(lengths).toHaveLength(6);
  expect(Math.max(...lengths)).toBeLessThan(whole / 2);
});

it('reads the parts that were written, and refuses a file of another format', () => {
  const label = ['town', 'São Paulo\n', 1] as unknown as Parameters<typeof writeParts>[0]['labels'][number];
  const parts = {
    land: [[[1, 2]]],
    lakes: [],
    rivers: [[-3]],
    countries: [],
    states: [{ from: 3, lines: [[4]] }],
    labels: [label],
  };
  const part = readParts(Buffer.from(writeParts(parts)));
  const names = Object.keys(parts) as (keyof typeof parts)[];
  expect(names.map((name) => part(name))).toEqual(Object.values(parts));
  expect(() => readParts(Buffer.from('{"format":1,"land":[]}'))).toThrow('unknown format');
  expect(() => readParts(Buffer.from('base map 2\n'))('land')).toThrow('no land');
});
