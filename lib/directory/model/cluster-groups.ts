import { mercatorRow } from '@/lib/map/geo/mercator';

/** The locations of one mark on the map. */
export interface Group {
  locations: number[];
  south: number;
  north: number;
  /**
   * In a view across the 180th meridian, longitudes continue above 180. For example, the locations 179 and 181 have the
   * middle 180.
   */
  west: number;
  east: number;
  latitudes: number;
  longitudes: number;
}

export function groupOf(location: number, latitude: number, longitude: number): Group {
  const edges = { south: latitude, north: latitude, west: longitude, east: longitude };
  return { locations: [location], ...edges, latitudes: latitude, longitudes: longitude };
}

/** Changes `group`: creating a new one for each of 100,000 locations would be too slow. */
export function addToGroup(group: Group, location: number, latitude: number, longitude: number): void {
  group.locations.push(location);
  group.south = Math.min(group.south, latitude);
  group.north = Math.max(group.north, latitude);
  group.west = Math.min(group.west, longitude);
  group.east = Math.max(group.east, longitude);
  group.latitudes += latitude;
  group.longitudes += longitude;
}

export function middleOf({ locations, latitudes, longitudes }: Group) {
  return { latitude: latitudes / locations.length, longitude: longitudes / locations.length };
}

/**
 * Merges groups until no two middles are closer than `closestPixels` on a map `worldPixels` wide. Grouping by squares
 * is not enough: two locations that are close together may lie on different sides of a square's edge. The largest group
 * absorbs the smaller ones.
 */
export function mergeClose(
  groups: Group[],
  { worldPixels, closestPixels }: { worldPixels: number; closestPixels: number },
): Group[] {
  const cells = worldPixels / closestPixels;
  for (let before = groups; ;) {
    const after = mergeOnce(before, cells);
    // A merged group has a new middle, which may be close to another one. If nothing was merged, the work is done.
    if (after.length === before.length) return after;
    before = after;
  }
}

/**
 * Each cell is as wide as the smallest allowed distance. If two groups are too close, they are in the same cell or in
 * adjoining cells.
 */
function mergeOnce(groups: Group[], cells: number): Group[] {
  const placed = new Map<string, { group: Group; x: number; y: number }[]>();
  const result: Group[] = [];
  for (const group of [...groups].sort((a, b) => b.locations.length - a.locations.length)) {
    const middle = middleOf(group);
    const x = ((middle.longitude + 180) / 360) * cells;
    const y = mercatorRow(middle.latitude) * cells;
    const close = around(x, y)
      .flatMap((cell) => placed.get(cell) ?? [])
      .find((other) => Math.hypot(other.x - x, other.y - y) < 1);
    if (close !== undefined) {
      extendGroup(close.group, group);
      continue;
    }
    const cell = `${Math.floor(x)} ${Math.floor(y)}`;
    placed.set(cell, [...(placed.get(cell) ?? []), { group, x, y }]);
    result.push(group);
  }
  return result;
}

function around(x: number, y: number): string[] {
  const steps = [-1, 0, 1];
  return steps.flatMap((dx) => steps.map((dy) => `${Math.floor(x) + dx} ${Math.floor(y) + dy}`));
}

/** Changes `group`. */
function extendGroup(group: Group, other: Group): void {
  for (const location of other.locations) group.locations.push(location);
  group.south = Math.min(group.south, other.south);
  group.north = Math.max(group.north, other.north);
  group.west = Math.min(group.west, other.west);
  group.east = Math.max(group.east, other.east);
  group.latitudes += other.latitudes;
  group.longitudes += other.longitudes;
}
