import { findCountry } from './countries';
import { acceptedRegions, locatePlace, postcodeCentre } from './place-locate';
import { loadPlaceTables, type PlaceAddress, type PlaceTables } from './places';
import type { Point } from './point';

/** How exactly a place is shown, when it is shown as an area. */
export type AreaPrecision = 'suburb' | 'postcode' | 'state';

/** The world has about four thousand, each written in a few ways. */
const mostStates = 20_000;

/**
 * The fixed point that stands for an area, from the gazetteer alone and so the same for every member in it.
 * A suburb that is not known is stood for by its postcode. null where the area is not known:
 * then there is no point to show.
 */
export function areaCentre(
  { precision, ...address }: PlaceAddress & { precision: AreaPrecision },
  tables: PlaceTables = loadPlaceTables(),
): Point | null {
  const country = findCountry(address.country);
  if (country === null && address.country.trim() !== '') return null;
  if (precision === 'state') return knownStateCentre(tables, address);
  const suburb = precision === 'suburb' ? locatePlace(tables, address) : null;
  return suburb?.point ?? postcodeCentre(tables, { country, postcode: address.postcode });
}

const stateCentres = new WeakMap<PlaceTables, Map<string, Point | null>>();

/** Kept: all towns of the world are read for each state, and an import asks for a state again and again. */
function knownStateCentre(tables: PlaceTables, address: PlaceAddress): Point | null {
  const centres = stateCentres.get(tables) ?? new Map<string, Point | null>();
  stateCentres.set(tables, centres);
  const key = `${address.country}|${address.state}`;
  const known = centres.get(key);
  if (known !== undefined) return known;
  const centre = stateCentre(tables, address);
  // Free text comes in here: a file of nonsense must not fill the memory.
  if (centres.size < mostStates) centres.set(key, centre);
  return centre;
}

/** The town nearest to the middle of all towns of the state: a middle alone may lie in the sea. */
function stateCentre({ towns, postal }: PlaceTables, address: PlaceAddress): Point | null {
  const country = findCountry(address.country);
  if (country === null || address.state.trim() === '') return null;
  const isIn = acceptedRegions({ towns, postal }, { country, state: address.state });
  const regions = new Set(towns.regions.filter(isIn));
  // All regions are accepted when the state is not known; it must be one.
  const states = new Set([...regions].map((region) => region.state));
  if (states.size !== 1) return null;
  const points: Point[] = [];
  for (let row = 0; row < towns.count; row++)
    if (regions.has(towns.regionOf(row))) points.push(towns.pointOf(row));
  const middle = sum(points.map(toVector));
  let nearest: Point | null = null;
  let most = -Infinity;
  for (const point of points) {
    const { x, y, z } = toVector(point);
    const closeness = x * middle.x + y * middle.y + z * middle.z;
    if (closeness > most) [nearest, most] = [point, closeness];
  }
  return nearest;
}

interface Vector {
  x: number;
  y: number;
  z: number;
}

/** Added up on the sphere: longitudes either side of 180° have no useful mean of their own. */
function sum(vectors: Vector[]): Vector {
  return vectors.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }), { x: 0, y: 0, z: 0 });
}

function toVector({ latitude, longitude }: Point): Vector {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}
