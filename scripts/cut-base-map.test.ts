import { expect, test } from 'vitest';
import { cutBlock } from '../lib/map/geo/base-map';
import type { Block } from '../lib/map/geo/base-map-blocks';
import type { Label } from '../lib/map/geo/labels';
import { encodeLine } from '../lib/map/geo/map-lines';
import { pathOf } from '../lib/map/geo/tile-path';
import { cutBaseMap } from './cut-base-map';

// An island around Geelong with a lake and a river. It crosses the edge between the squares 28/19 and 28/20 (latitude
// -40.98).
const ring = (west: number, south: number, east: number, north: number) =>
  encodeLine([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]);
const geelong: Label = ['town', 'Geelong', 144.36, -38.15, 5, 24];
const ocean: Label = ['country', 'Australia', 134, -25, 2, 5];
const world: Block = {
  land: [[ring(143, -43, 145.5, -37)]],
  lakes: [[ring(144, -39, 144.5, -38.5)]],
  rivers: [
    encodeLine([
      [143.5, -42.5],
      [145, -37.5],
    ]),
  ],
  countries: [],
  states: [
    {
      from: 5,
      lines: [
        encodeLine([
          [143, -40],
          [145.5, -40],
        ]),
      ],
    },
  ],
  labels: [geelong, ocean],
};
const { drawn, blocks, labels } = cutBaseMap(world);

test('tiles before zoom 5 are the paths of the whole world', () => {
  const layers = cutBlock(world);
  expect(drawn['4/14/9']?.land).toBe(pathOf(layers.land, { z: 4, x: 14, y: 9 }));
  expect(drawn['4/14/9']?.states).toBe(pathOf(layers.states, { z: 4, x: 14, y: 9 }));
  expect(drawn['3/7/4']?.states).toBeUndefined();
  expect(labels).toEqual([geelong, ocean]);
});

test('the squares have only what is in them, and open sea has no square', () => {
  expect(Object.keys(blocks)).toEqual(['28/19', '28/20']);
  expect(blocks['28/19']?.labels).toEqual([geelong]);
  expect(blocks['28/20']?.labels).toEqual([]);
  expect(blocks['28/20']?.lakes).toEqual([]);
  expect(blocks['28/19']?.states).toHaveLength(1);
});

test('a tile of a square shows what the same tile of the whole world shows', () => {
  const whole = cutBlock(world);
  for (const [key, block] of Object.entries(blocks)) {
    const [x = 0, y = 0] = key.split('/').map(Number);
    const part = cutBlock(block);
    for (const tile of [
      { z: 7, x: x * 4 + 2, y: y * 4 },
      { z: 7, x: x * 4 + 2, y: y * 4 + 3 },
    ]) {
      expect(points(pathOf(part.coast, tile))).toEqual(points(pathOf(whole.coast, tile)));
      expect(points(pathOf(part.rivers, tile))).toEqual(points(pathOf(whole.rivers, tile)));
    }
  }
});

/**
 * The corners of a path, rounded to a pixel. Their order is ignored, because a line that was cut may begin at another
 * corner.
 */
function points(path: string): string[] {
  return path
    .split('M')
    .flatMap((part) => {
      const numbers = (part.match(/-?\d+/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      const found: string[] = [];
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        [x, y] = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)];
        found.push(`${Math.round(x / 10)} ${Math.round(y / 10)}`);
      }
      return found;
    })
    .sort();
}
