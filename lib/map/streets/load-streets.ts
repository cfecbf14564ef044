import type { Config } from '@/lib/base/config';
import { openStreets, type Streets } from './open-streets';
import { findStreets, streetsRule, withoutSecrets } from './streets-file';
import { StreetsError } from './streets-error';

/**
 * null: there are no streets, or they cannot be used. In the second case, `warn` gets the reason, and the map is drawn
 * without them.
 */
export async function loadStreets(
  config: Pick<Config, 'mapStreets' | 'allowsPrivateStreets' | 'mapTiles' | 'dataDir'>,
  warn: (message: string) => void,
): Promise<Streets | null> {
  const place = findStreets(config);
  if (place === null) return null;
  try {
    return await openStreets(place, streetsRule(config));
  } catch (error) {
    if (!(error instanceof StreetsError)) throw error;
    warn(`the map has no streets: ${withoutSecrets(place)}: ${error.message}`);
    return null;
  }
}
