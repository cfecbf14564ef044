import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBaseMap, writeBaseMap, type BaseMapFile, type Block } from './base-map-blocks';
import type { Label } from './labels';

const folder = mkdtempSync(join(tmpdir(), 'base-map-'));
afterAll(() => rmSync(folder, { recursive: true }));

const label: Label = ['town', 'São Paulo\n', -46.6, -23.5, 5, 24];
const block: Block = {
  land: [[[1, 2, 3]]],
  lakes: [],
  rivers: [[-3]],
  countries: [],
  states: [{ from: 3, lines: [[4]] }],
  labels: [label],
};
const written: BaseMapFile = {
  drawn: { '0/0/0': { land: 'M0 0l1 1z' }, '4/15/7': { coast: 'M5 5l-1 1' } },
  blocks: { '31/0': block },
  labels: [label],
};

function store(name: string, bytes: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

test('each part is read as it was written, and a part that is missing is empty', () => {
  const map = openBaseMap(store('map', writeBaseMap(written)));
  expect(map.readDrawn(0, 0, 0)).toEqual({ land: 'M0 0l1 1z' });
  expect(map.readDrawn(4, 15, 7)).toEqual({ coast: 'M5 5l-1 1' });
  expect(map.readDrawn(4, 0, 0)).toEqual({});
  expect(map.blockKeys()).toEqual(['31/0']);
  expect(map.readBlock(31, 0)).toEqual(block);
  expect(map.readBlock(0, 31)).toBeNull();
  expect(map.readLabels()).toEqual([label]);
  map.close();
});

test.each([
  ['another format', 'base map 2\n{}'],
  ['nothing', ''],
])('a file with %s is refused', (_, bytes) => {
  const path = store('other', bytes);
  expect(() => openBaseMap(path)).toThrow(`${path}: unknown format`);
});

test('a file that ends too early is refused when the missing part is read', () => {
  const map = openBaseMap(store('short', writeBaseMap(written).subarray(0, -1)));
  expect(() => map.readLabels()).toThrow('ends too early');
  map.close();
});
