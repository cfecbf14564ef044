import type { Pin } from '@/lib/directory/directory';
import type { Point } from '@/lib/geo/point';

/** What is drawn at one place of the map: a pin, several at the very same point, or a cluster that opens by zooming in. */
export interface Feature extends Point {
  key: string;
  kind: 'pin' | 'point' | 'cluster';
  pins: Pin[];
}

// Wide enough that two marks of 40 px do not cover each other.
const cellPixels = 64;
const mergePixels = 44;
const tilePixels = 256;

/**
 * All pins as features for one zoom level. A grid fixed to the earth, whose neighbouring groups are joined when their
 * middles come close: the same at every position of the view, in a few milliseconds for 10,000 pins.
 * `isDeepest`: there is no zooming in from here, so every group opens as a list.
 */
export function clusterPins(pins: Pin[], zoom: number, isDeepest: boolean): Feature[] {
  const scale = tilePixels * 2 ** zoom;
  const cells = new Map<string, Group>();
  for (const pin of pins) {
    const { x, y } = project(pin, scale);
    const key = `${Math.floor(x / cellPixels)} ${Math.floor(y / cellPixels)}`;
    const group = cells.get(key);
    if (group === undefined) cells.set(key, { key, x, y, pins: [pin] });
    else add(group, { x, y, pins: [pin] });
  }
  for (const key of cells.keys()) mergeNeighbours(cells, key);
  return [...cells.values()].map((group) => toFeature(group, zoom, isDeepest));
}

/** Pixels of the web's usual map projection, the world being `scale` pixels wide. */
function project({ latitude, longitude }: Point, scale: number): { x: number; y: number } {
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return {
    x: (longitude / 360 + 0.5) * scale,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale,
  };
}

interface Group {
  key: string;
  /** The middle of its pins. */
  x: number;
  y: number;
  pins: Pin[];
}

function add(group: Group, { x, y, pins }: Omit<Group, 'key'>): void {
  const share = pins.length / (group.pins.length + pins.length);
  group.x += (x - group.x) * share;
  group.y += (y - group.y) * share;
  group.pins.push(...pins);
}

function mergeNeighbours(cells: Map<string, Group>, key: string): void {
  const group = cells.get(key);
  if (group === undefined) return;
  const [column = 0, row = 0] = key.split(' ').map(Number);
  for (const [right, down] of neighbours) {
    const other = cells.get(`${column + right} ${row + down}`);
    if (other === undefined || Math.hypot(other.x - group.x, other.y - group.y) > mergePixels) continue;
    add(group, other);
    cells.delete(other.key);
  }
}

const neighbours = [
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

function toFeature({ key, pins }: Group, zoom: number, isDeepest: boolean): Feature {
  const [first] = pins;
  const isOnePoint = pins.every(
    (pin) => pin.latitude === first?.latitude && pin.longitude === first.longitude,
  );
  const kind = pins.length === 1 ? 'pin' : isOnePoint || isDeepest ? 'point' : 'cluster';
  const middle = (of: (pin: Pin) => number) => pins.reduce((sum, pin) => sum + of(pin), 0) / pins.length;
  const longitude = middle((pin) => pin.longitude);
  return { key: `${zoom} ${key} ${kind}`, kind, pins, latitude: middle((pin) => pin.latitude), longitude };
}

/** How many members some pins are: one may have several locations. */
export function memberCount(pins: Pin[]): number {
  return new Set(pins.map((pin) => pin.entryId)).size;
}

/** Where most of some pins are: "Geelong VIC". */
export function commonPlace(pins: Pin[]): string {
  const counts = new Map<string, number>();
  for (const { place } of pins) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as [
    string,
    number,
  ])[0];
}
