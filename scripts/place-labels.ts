import {
  baseline,
  halfWidth,
  isTown,
  labelSizes,
  toMercator,
  type Label,
  type LabelKind,
} from '../lib/map/geo/labels';

/** A label with its range of zooms. A label with a higher rank is placed first. */
export interface LabelCandidate {
  kind: LabelKind;
  name: string;
  longitude: number;
  latitude: number;
  rank: number;
  from: number;
  to: number;
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const lastZoom = 12;
const cellPixels = 64;

/**
 * Each label with the first zoom at which there is room for it. Labels that never have room are left out. At a closer
 * zoom, points are further apart and letters have the same size. A label that has room at one zoom therefore has room
 * at all closer zooms.
 */
export function placeLabels(candidates: LabelCandidate[]): Label[] {
  const ranked = candidates
    .map((candidate) => ({ ...candidate }))
    .sort((a, b) => b.rank - a.rank || (a.name < b.name ? -1 : 1));
  const firstZoom = new Map<LabelCandidate, number>();
  for (let zoom = 2; zoom <= lastZoom; zoom++) {
    const room = new Room(256 * 2 ** zoom);
    const shown = ranked.filter(
      (candidate) => firstZoom.has(candidate) && zoom <= lastShown(candidate, firstZoom),
    );
    for (const candidate of shown) room.take(areaOf(candidate, zoom, 0));
    for (const candidate of ranked) {
      if (firstZoom.has(candidate) || zoom < candidate.from || zoom > candidate.to) continue;
      // The space around names, because a map with too many names is unreadable. The names of areas need less, because
      // there are few.
      const place = shifts(candidate, zoom).find((shifted) =>
        room.isFree(areaOf(shifted, zoom, isTown(candidate.kind) ? 10 : 2)),
      );
      if (place === undefined) continue;
      candidate.latitude = place.latitude;
      room.take(areaOf(candidate, zoom, 0));
      firstZoom.set(candidate, zoom);
    }
  }
  return [...firstZoom].map(([candidate, zoom]) => {
    const { kind, name, longitude, latitude } = candidate;
    return [
      kind,
      name,
      Number(longitude.toFixed(4)),
      Number(latitude.toFixed(4)),
      zoom,
      lastShown(candidate, firstZoom),
    ];
  });
}

/**
 * The possible positions of a label. A town has its label at its point. The label of an area may also be a little north
 * or south of the area's centre.
 */
function shifts(candidate: LabelCandidate, zoom: number): LabelCandidate[] {
  if (isTown(candidate.kind)) return [candidate];
  const degreesPerPixel = (360 / (256 * 2 ** zoom)) * Math.cos((candidate.latitude * Math.PI) / 180);
  const far = candidate.kind === 'country' ? [36, -36] : [];
  return [0, 20, -20, ...far].map((pixels) => ({
    ...candidate,
    latitude: candidate.latitude + pixels * degreesPerPixel,
  }));
}

/**
 * The last zoom of a label. If there is room for an area's name only at a later zoom, its last zoom is later too. The
 * name is then drawn at as many zooms as planned.
 */
function lastShown(candidate: LabelCandidate, firstZoom: Map<LabelCandidate, number>): number {
  return isTown(candidate.kind)
    ? candidate.to
    : candidate.to + (firstZoom.get(candidate) ?? candidate.from) - candidate.from;
}

function areaOf(candidate: LabelCandidate, zoom: number, air: number): Area {
  const { x, y } = toMercator(candidate.longitude, candidate.latitude);
  const world = 256 * 2 ** zoom;
  const half = halfWidth(candidate.kind, candidate.name);
  const bottom = isTown(candidate.kind) ? 4 : baseline(candidate.kind) + 3;
  const top = baseline(candidate.kind) - labelSizes[candidate.kind];
  return {
    left: x * world - half - air,
    right: x * world + half + air,
    top: y * world + top - air,
    bottom: y * world + bottom + air,
  };
}

/** Records which pixels of the world are occupied. The left and right edges of the world meet. */
class Room {
  private readonly cells = new Map<number, Area[]>();
  constructor(private readonly world: number) {}

  isFree(area: Area): boolean {
    return this.copies(area).every((copy) =>
      this.keys(copy).every((key) =>
        (this.cells.get(key) ?? []).every(
          (other) =>
            copy.right < other.left ||
            copy.left > other.right ||
            copy.bottom < other.top ||
            copy.top > other.bottom,
        ),
      ),
    );
  }

  take(area: Area): void {
    for (const copy of this.copies(area)) {
      for (const key of this.keys(copy)) {
        const cell = this.cells.get(key);
        if (cell === undefined) this.cells.set(key, [copy]);
        else cell.push(copy);
      }
    }
  }

  private copies(area: Area): Area[] {
    const shifts = [0];
    if (area.left < 0) shifts.push(this.world);
    if (area.right > this.world) shifts.push(-this.world);
    return shifts.map((shift) => ({ ...area, left: area.left + shift, right: area.right + shift }));
  }

  private keys(area: Area): number[] {
    const keys: number[] = [];
    for (
      let column = Math.floor(area.left / cellPixels);
      column <= Math.floor(area.right / cellPixels);
      column++
    ) {
      for (let row = Math.floor(area.top / cellPixels); row <= Math.floor(area.bottom / cellPixels); row++) {
        keys.push(column * 1_000_003 + row);
      }
    }
    return keys;
  }
}
