import KDBush from 'kdbush';
import {
  baseline,
  halfWidth,
  isTown,
  labelKinds,
  labelSizes,
  toMercator,
  type Label,
  type LabelKind,
} from './labels';
import { drawnPixels, tilePixels, zoomAhead } from './tile-address';

/** `x` and `y` are in pixels from the tile's top left corner. */
export interface PlacedLabel {
  kind: LabelKind;
  name: string;
  x: number;
  y: number;
}

export type LabelIndex = (tile: { z: number; x: number; y: number }) => PlacedLabel[];

/** How many pixels a label may take above and below its point, for the tallest letters and the dot. */
const tallest = 24;

/**
 * Each tile that a label touches gets the whole label. Each tile shows only its part of the label, and the parts fit
 * together.
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
    const mapZoom = z + zoomAhead;
    return byZoom.flatMap(({ zoom, columns, index }) => {
      if (zoom > mapZoom) return [];
      // The map repeats, so a label near 180° is also needed in the next copy of the world.
      return [-1, 0, 1].flatMap((shift) =>
        left > 1 + shift || right < shift
          ? []
          : index.range(left - shift, top, right - shift, bottom).flatMap((at) => {
              if ((columns.lastZooms[at] ?? -1) < mapZoom) return [];
              const label = {
                kind: labelKinds[columns.kinds[at] ?? 0] ?? 'village',
                name: columns.names[at] ?? '',
                x: ((columns.xs[at] ?? 0) + shift) * world - x * tilePixels,
                y: (columns.ys[at] ?? 0) * world - y * tilePixels,
              };
              return touches(label) ? [label] : [];
            }),
      );
    });
  };
}

function touches({ kind, name, x, y }: PlacedLabel): boolean {
  const half = halfWidth(kind, name);
  const top = y + baseline(kind) - labelSizes[kind] - 3;
  const bottom = y + (isTown(kind) ? 4 : baseline(kind) + 6);
  return x + half >= 0 && x - half <= drawnPixels && bottom >= 0 && top <= drawnPixels;
}

function groupByFirstZoom(labels: Label[]) {
  const zooms = [...new Set(labels.map((label) => label[4]))].sort((a, b) => a - b);
  return zooms.map((zoom) => {
    const columns = columnsOf(labels.filter((label) => label[4] === zoom));
    const index = new KDBush(columns.names.length);
    for (const [at, x] of columns.xs.entries()) index.add(x, columns.ys[at] ?? 0);
    index.finish();
    return { zoom, columns, index };
  });
}

/** The labels are in columns, because the garbage collector would scan ninety thousand objects again and again. */
function columnsOf(labels: Label[]) {
  const points = labels.map(([, , longitude, latitude]) => toMercator(longitude, latitude));
  return {
    kinds: Uint8Array.from(labels, ([kind]) => labelKinds.indexOf(kind)),
    names: labels.map(([, name]) => name),
    lastZooms: Uint8Array.from(labels, (label) => label[5]),
    xs: Float64Array.from(points, ({ x }) => x),
    ys: Float64Array.from(points, ({ y }) => y),
  };
}
