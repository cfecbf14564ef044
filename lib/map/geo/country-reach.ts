import { loadPlaceTables } from './places';
import type { Point } from './point';

/**
 * 3° are 330 km. A point further away from every place of a country is outside the country. The distance is large,
 * because countries include deserts and seas. A wrong sign or swapped coordinates cause a much larger error.
 */
const reachDegrees = 3;

let reached: Map<string, Set<number>> | null = null;

/**
 * Checks roughly whether a point is in a country, by the towns of the bundled gazetteer. The result is also true for a
 * point just outside the country, and for a country without towns.
 */
export function mayBeInCountry(point: Point, code: string): boolean {
  reached ??= reachOfCountries();
  const cells = reached.get(code);
  return cells === undefined || cells.has(cellOf(Math.floor(point.latitude), Math.floor(point.longitude)));
}

function reachOfCountries(): Map<string, Set<number>> {
  const { towns } = loadPlaceTables();
  const byCountry = new Map<string, Set<number>>();
  for (let row = 0; row < towns.count; row += 1) {
    const { country } = towns.regionOf(row);
    const cells = byCountry.get(country) ?? new Set<number>();
    byCountry.set(country, cells);
    const { latitude, longitude } = towns.pointOf(row);
    cells.add(cellOf(Math.floor(latitude), Math.floor(longitude)));
  }
  return new Map([...byCountry].map(([country, cells]) => [country, widened(cells)]));
}

function widened(cells: Set<number>): Set<number> {
  const wide = new Set<number>();
  for (const cell of cells) {
    const [latitude, longitude] = [Math.floor(cell / 360) - 90, (cell % 360) - 180];
    // A degree of longitude gets shorter towards the poles.
    const across = Math.ceil(reachDegrees / Math.max(0.2, Math.cos((latitude * Math.PI) / 180)));
    for (let up = -reachDegrees; up <= reachDegrees; up += 1) {
      for (let right = -across; right <= across; right += 1)
        wide.add(cellOf(latitude + up, longitude + right));
    }
  }
  return wide;
}

function cellOf(latitude: number, longitude: number): number {
  return (Math.min(Math.max(latitude, -90), 89) + 90) * 360 + ((((longitude + 180) % 360) + 360) % 360);
}
