import KDBush from 'kdbush';
import { baseline, halfWidth, isTown, labelSizes, toMercator, type Label } from './labels';

/** A label with its point in pixels from the tile's top left corner. */
export interface PlacedLabel {
  label: Label;
  x: number;
  y: number;
}

/** The labels of a map, found by tile. */
export type LabelIndex = (tile: { z: number; x: number; y: number }) => PlacedLabel[];

const tilePixels = 256;
/** Above and below a label's point: the tallest letters, and the dot. */
const tallest = 24;

/**
 * Makes a tile's labels quick to find. A label is given to every tile it touches, in whole: each tile then shows its
 * own part, and the parts meet.
 */
export function indexLabels(labels: Label[]): LabelIndex {
  const widest = Math.max(0, ...labels.map(([kind, name]) => halfWidth(kind, name)));
  const byZoom = groupByFirstZoom(labels);
  return ({ z, x, y }) => {
    const world = tilePixels * 2 ** z;
    const left = (x * tilePixels - widest) / world;
    const right = ((x + 1) * tilePixels + widest) / world;
    const top = (y * tilePixels - tallest) / world;
    const bottom = ((y + 1) * tilePixels + tallest) / world;
    return byZoom.flatMap(({ zoom, placed, index }) => {
      if (zoom > z) return [];
      // A label near 180° is also wanted one world further on, where the map repeats.
      return [-1, 0, 1].flatMap((shift) =>
        left > 1 + shift || right < shift
          ? []
          : index.range(left - shift, top, right - shift, bottom).flatMap((at) => {
              const found = placed[at];
              if (found === undefined || found.label[5] < z) return [];
              const point = {
                x: (found.x + shift) * world - x * tilePixels,
                y: found.y * world - y * tilePixels,
              };
              return touches(found.label, point) ? [{ label: found.label, ...point }] : [];
            }),
      );
    });
  };
}

function touches([kind, name]: Label, { x, y }: { x: number; y: number }): boolean {
  const half = halfWidth(kind, name);
  const top = y + baseline(kind) - labelSizes[kind] - 3;
  const bottom = y + (isTown(kind) ? 4 : baseline(kind) + 6);
  return x + half >= 0 && x - half <= tilePixels && bottom >= 0 && top <= tilePixels;
}

function groupByFirstZoom(labels: Label[]) {
  const zooms = [...new Set(labels.map((label) => label[4]))].sort((a, b) => a - b);
  return zooms.map((zoom) => {
    const placed = labels
      .filter((label) => label[4] === zoom)
      .map((label) => ({ label, ...toMercator(label[2], label[3]) }));
    const index = new KDBush(placed.length);
    for (const { x, y } of placed) index.add(x, y);
    index.finish();
    return { zoom, placed, index };
  });
}
