import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openBaseMap } from './base-map-blocks';
import { halfWidth, toMercator, type Label } from './labels';
import { tilePixels } from './tile-address';
import { indexLabels } from './tile-labels';
import { drawTile } from './tiles';

const mapFile = fileURLToPath(new URL('./data/base-map.blocks', import.meta.url));
const draw = (z: number, x: number, y: number) => drawTile({ theme: 'light', z, x, y });

function tileAt(latitude: number, longitude: number, z: number): { x: number; y: number } {
  const at = toMercator(longitude, latitude);
  return { x: Math.floor(at.x * 2 ** z), y: Math.floor(at.y * 2 ** z) };
}

describe('a tile', () => {
  test('is one SVG image of 512 pixels and one of its neighbours, land on water, at any zoom', () => {
    for (let z = 0; z <= 13; z++) {
      const { x, y } = tileAt(-38.15, 144.36, z);
      const svg = draw(z, x, y) ?? '';
      expect(svg).toMatch(
        /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="513" height="513" viewBox="0 0 5130 5130" preserveAspectRatio="none">/,
      );
      expect(svg).toMatch(/<\/svg>$/);
      expect(svg).toContain('<path d="M');
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test('at sea shows only water', () => {
    const { x, y } = tileAt(-45, -120, 8);
    expect(draw(8, x, y)).not.toContain('<path');
  });

  test('differs between light and dark', () => {
    expect(drawTile({ theme: 'dark', z: 0, x: 0, y: 0 })).not.toBe(draw(0, 0, 0));
  });

  test.each([
    [-1, 0, 0],
    [14, 0, 0],
    [40, 0, 0],
    [2, 4, 0],
    [2, 0, 4],
    [2, -1, 0],
    [2, 0, -1],
    [1.5, 0, 0],
    [2, 0.5, 0],
    [NaN, 0, 0],
    [2, Infinity, 0],
  ])('does not exist at %s/%s/%s', (z, x, y) => {
    expect(draw(z, x, y)).toBeNull();
  });

  test('is drawn at the world’s corners, at the poles and on both sides of the 180th meridian', () => {
    for (const [x, y] of [
      [0, 0],
      [0, 255],
      [255, 0],
      [255, 255],
      [0, 140],
      [255, 140],
    ] as const) {
      expect(draw(8, x, y)).toContain('</svg>');
    }
  });

  test('has no coast along the 180th meridian if land crosses it', () => {
    // In Chukotka at 67° N, land is on both sides of the meridian.
    const { y } = tileAt(67, 180, 7);
    for (const x of [0, 2 ** 7 - 1]) {
      const coast = / d="([^"]*)" fill="none" stroke="#a9c2cf"/.exec(draw(7, x, y) ?? '')?.[1] ?? '';
      expect(verticalRuns(coast, x === 0 ? 0 : 5120)).toBe(0);
    }
  });
});

test('the base map is at most 6 MB', () => {
  expect(readFileSync(mapFile).length).toBeLessThan(6e6);
});

describe('labels', () => {
  const labels = allLabels();

  test('large places are named', () => {
    const names = new Map(labels.map((label) => [label[1], label]));
    for (const name of [
      'Geelong',
      'Melbourne',
      'Dublin',
      'Suva',
      'Victoria',
      'Oregon',
      'Ireland',
      'Fiji',
      'United States',
    ]) {
      expect(names.has(name), name).toBe(true);
    }
    expect(drawTile({ theme: 'light', z: 7, ...tileAt(-38.15, 144.36, 7) })).toContain('>Geelong</text>');
  });

  test('every tile that a label touches has it at the same point of the world', () => {
    const find = indexLabels(labels);
    const [z, mapZoom] = [6, 7];
    const world = tilePixels * 2 ** z;
    const shown = labels
      .filter((label) => label[4] <= mapZoom && label[5] >= mapZoom)
      .filter((_, at) => at % 50 === 0);
    expect(shown.length).toBeGreaterThan(50);
    for (const label of shown) {
      const at = toMercator(label[2], label[3]);
      const half = halfWidth(label[0], label[1]);
      for (const edge of [at.x * world - half + 0.5, at.x * world, at.x * world + half - 0.5]) {
        const x = Math.floor(edge / tilePixels);
        const tile = { z, x: (x + 2 ** z) % 2 ** z, y: Math.floor((at.y * world - 4) / tilePixels) };
        const found = find(tile).find(
          ({ kind, name, x: left }) =>
            kind === label[0] && name === label[1] && Math.abs(left - at.x * world + x * tilePixels) < 1e-6,
        );
        expect(found?.x).toBeCloseTo(at.x * world - x * tilePixels, 6);
        expect(found?.y).toBeCloseTo(at.y * world - tile.y * tilePixels, 6);
      }
    }
  });

  test('a label on the 180th meridian is complete on both edges of the world', () => {
    const find = indexLabels([['town', 'On the line', 179.99, 0, 0, 24]]);
    expect(find({ z: 3, x: 7, y: 3 })).toHaveLength(1);
    expect(find({ z: 3, x: 0, y: 3 })).toHaveLength(1);
    expect(find({ z: 3, x: 4, y: 3 })).toHaveLength(0);
    expect(find({ z: 0, x: 0, y: 0 })).toHaveLength(2);
  });

  test.each([3, 5, 8, 11])('do not overlap at map zoom %s', (z) => {
    const world = 256 * 2 ** z;
    const boxes = labels
      .filter((label) => label[4] <= z && label[5] >= z)
      .map((label) => textBox(label, world));
    boxes.sort((a, b) => a.left - b.left);
    const collisions = boxes.flatMap((box, at) => {
      const hits: string[] = [];
      for (let next = at + 1; next < boxes.length; next++) {
        const other = boxes[next];
        if (other === undefined || other.left >= box.right) break;
        if (other.top < box.bottom && other.bottom > box.top) hits.push(`${box.name} / ${other.name}`);
      }
      return hits;
    });
    expect(collisions).toEqual([]);
  });

  test.each([1, 2 ** 0.25, 2 ** 0.5, 2 ** 0.75])(
    'are as large as ever where the map enlarges the tile %s times',
    (scale) => {
      const svg = drawTile({ theme: 'light', z: 6, ...tileAt(-38.15, 144.36, 6) }) ?? '';
      const rules = [...svg.matchAll(/min-width:(\d+)px\){\.labels{font-size:([\d.]+)px/g)];
      const [, , size = '10'] = rules.findLast(([, width]) => Number(width) <= tilePixels * scale) ?? [];
      expect(Number(size) * scale).toBeCloseTo(10, 1);
    },
  );

  test('names are escaped as text, never used as markup', () => {
    const svg = drawTile({ theme: 'light', z: 6, ...tileAt(-38.15, 144.36, 6) }) ?? '';
    expect(svg.match(/<text/g)?.length).toBeGreaterThan(0);
    expect(svg.replace(/<\/?(svg|rect|path|style|g|text|circle)\b[^<>]*>/g, '')).not.toMatch(/[<>]/);
  });
});

function allLabels(): Label[] {
  const map = openBaseMap(mapFile);
  const inBlocks = map.blockKeys().flatMap((key) => {
    const [x, y] = key.split('/').map(Number);
    return map.readBlock(x ?? 0, y ?? 0)?.labels ?? [];
  });
  const labels = [...map.readLabels(), ...inBlocks];
  map.close();
  return [...new Map(labels.map((label) => [JSON.stringify(label), label])).values()];
}

function textBox([kind, name, longitude, latitude]: Label, world: number) {
  const { x, y } = toMercator(longitude, latitude);
  const half = halfWidth(kind, name) - 1;
  const isArea = kind === 'country' || kind === 'state';
  const top = y * world - (isArea ? 6 : 16);
  return { name, left: x * world - half, right: x * world + half, top, bottom: top + (isArea ? 9 : 11) };
}

function verticalRuns(path: string, along: number): number {
  let runs = 0;
  for (const part of path.split('M').slice(1)) {
    const numbers = (part.match(/-?\d+/g) ?? []).map(Number);
    let x = numbers[0] ?? 0;
    for (let at = 2; at < numbers.length; at += 2) {
      const step = numbers[at] ?? 0;
      if (x === along && step === 0) runs++;
      x += step;
    }
  }
  return runs;
}
