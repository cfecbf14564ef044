import { findCountry } from './countries';
import { acceptedRegions, locatePlace, postcodeCentre } from './place-locate';
import type { PlaceAddress, PlaceTables } from './place';
import { loadPlaceTables } from './places';
import type { Point } from './point';

export type AreaPrecision = 'suburb' | 'postcode' | 'state';

/** The world has about four thousand states, each written in a few ways. */
const maxStates = 20_000;

/**
 * The point is computed from the gazetteer alone, so that all members in an area have the same point. If the suburb is
 * unknown, the postcode's point is used. null: the area is not known, so there is no point to show.
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

/**
 * Remembers the centre of each state. Finding a centre needs a pass over all towns of the world. An import asks for the
 * same states many times.
 */
function knownStateCentre(tables: PlaceTables, address: PlaceAddress): Point | null {
  const centres = stateCentres.get(tables) ?? new Map<string, Point | null>();
  stateCentres.set(tables, centres);
  const key = `${address.country}|${address.state}`;
  const known = centres.get(key);
  if (known !== undefined) return known;
  const centre = stateCentre(tables, address);
  // Addresses are free text. A file with many made-up states must not fill the memory.
  if (centres.size < maxStates) centres.set(key, centre);
  return centre;
}

/** The town nearest to the mean of all towns of the state. The mean itself may be in the sea. */
function stateCentre(tables: PlaceTables, address: PlaceAddress): Point | null {
  const { towns } = tables;
  const country = findCountry(address.country);
  if (country === null || address.state.trim() === '') return null;
  const isIn = acceptedRegions(tables, { country, state: address.state });
  const regions = new Set(towns.regions.filter(isIn));
  // If the state is unknown, all regions of the country are accepted. A centre exists only if all accepted regions are
  // in one state.
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

/** Points are added as vectors, because longitudes on both sides of 180° have no useful mean. */
function sum(vectors: Vector[]): Vector {
  return vectors.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }), { x: 0, y: 0, z: 0 });
}

function toVector({ latitude, longitude }: Point): Vector {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}
