import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@/lib/config';
import { isAddress } from './range-source';

export function ownStreetsFile(dataDir: string): string {
  return join(dataDir, 'streets.pmtiles');
}

/** null: there are no streets, or the operator has chosen another map. */
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

/**
 * Only the scheme, host and path of an address, because the rest may contain a password or key. The path of a file is
 * unchanged.
 */
export function withoutSecrets(place: string): string {
  if (!isAddress(place)) return place;
  const { origin, pathname } = new URL(place);
  return origin + pathname;
}
