import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@/lib/base/config';
import type { UrlRule } from '@/lib/base/http/public-url';
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

/** For an address in `MAP_STREETS`. */
export function streetsRule({ allowsPrivateStreets }: Pick<Config, 'allowsPrivateStreets'>): UrlRule {
  return { allowsPrivate: allowsPrivateStreets, howToAllow: 'set MAP_STREETS_PRIVATE=on' };
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
