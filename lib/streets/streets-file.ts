import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@/lib/config';
import { isAddress } from './range-source';

/** The file that `streets fetch` writes and the server uses, unless a setting names another file. */
export function ownStreetsFile(dataDir: string): string {
  return join(dataDir, 'streets.pmtiles');
}

/** The file or address of the streets. null: there are none, or the operator has chosen another map. */
export function findStreets({
  mapStreets,
  mapTiles,
  dataDir,
}: Pick<Config, 'mapStreets' | 'mapTiles' | 'dataDir'>): string | null {
  if (mapStreets !== null) return mapStreets;
  if (mapTiles !== null) return null;
  const own = ownStreetsFile(dataDir);
  return existsSync(own) ? own : null;
}

/** The host and path of an address, without the rest, which may have a password or key. A file's path is unchanged. */
export function withoutSecrets(place: string): string {
  if (!isAddress(place)) return place;
  const { origin, pathname } = new URL(place);
  return origin + pathname;
}
