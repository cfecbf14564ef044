import type { Box } from '@/lib/map/geo/box';
import type { Point } from '@/lib/map/geo/point';
import { filterText } from '@/lib/messages/filter';

export interface FilterProblem {
  field: string;
  message: string;
  /** Places that the visitor may mean. */
  choices?: readonly string[];
}

export interface PlaceProblem {
  message: string;
  choices: readonly string[];
}

/** null: nothing is wrong with the place. */
export function placeProblemOf(problems: readonly FilterProblem[]): PlaceProblem | null {
  const found = problems.find(({ field }) => field === 'near');
  return found === undefined ? null : { message: found.message, choices: found.choices ?? [] };
}

/**
 * Two decimals, about a kilometre. URLs are shared and logged, and must not reveal a visitor's exact position. Every
 * point and every box that we put into a filter is rounded like this.
 */
export function roundedCoordinate(degrees: number): number {
  // `+ 0` turns -0 into 0.
  return Math.round(degrees * 100) / 100 + 0;
}

/**
 * Two decimals, or up to 6 (a decimetre) if the URL's author gave more. Links repeat the given value, so that all pages
 * of a list have the same order.
 */
export function writtenCoordinate(degrees: number): string {
  const rounded = roundedCoordinate(degrees);
  return rounded === degrees ? rounded.toFixed(2) : String(Number(degrees.toFixed(6)));
}

/** null: both are absent, or one is wrong. A wrong one adds a problem. */
export function parseCoordinates(lat: string, lng: string, problems: FilterProblem[]): Point | null {
  if (lat === '' && lng === '') return null;
  const latitude = readDegrees(lat, 90);
  const longitude = readDegrees(lng, 180);
  if (latitude === null) {
    problems.push({ field: 'lat', message: filterText.latitude });
  }
  if (longitude === null) {
    problems.push({ field: 'lng', message: filterText.longitude });
  }
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** `south,west,north,east`. If west > east, the box crosses the 180th meridian. */
export function parseBox(given: string, problems: FilterProblem[]): Box | null {
  if (given === '') return null;
  const edges = given.split(',');
  const [south, north] = [readEdge(edges[0], 90), readEdge(edges[2], 90)];
  const [west, east] = [readEdge(edges[1], 180), readEdge(edges[3], 180)];
  if (
    edges.length === 4 &&
    south !== null &&
    west !== null &&
    north !== null &&
    east !== null &&
    south <= north
  ) {
    return { south, west, north, east };
  }
  problems.push({ field: 'box', message: filterText.box });
  return null;
}

function readDegrees(given: string | undefined, max: number): number | null {
  if (given === undefined || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(given.trim())) return null;
  const degrees = Number(given);
  return Math.abs(degrees) <= max ? Number(degrees.toFixed(6)) + 0 : null;
}

function readEdge(given: string | undefined, max: number): number | null {
  const degrees = readDegrees(given, max);
  return degrees === null ? null : roundedCoordinate(degrees);
}
