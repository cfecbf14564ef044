import type { Clock } from '@/lib/base/clock';
import type { Config } from '@/lib/base/config';
import type { Places } from '@/lib/map/geo/places';
import type { MembershipApiClient } from '@/lib/contract/client';
import type { Site } from '@/lib/contract/site';
import type { Readers } from './projection';

export interface DirectoryServices {
  api: MembershipApiClient;
  clock: Clock;
  config: Pick<Config, 'dataDir' | 'remoteApiUrl'>;
  site: () => Site;
  /** Finds the centre of a suburb. People's locations are shown at this centre if the site sends no precision. */
  places?: Pick<Places, 'locate'>;
  /** Absent: everybody. */
  readers?: Readers;
  /** Nothing is stored on disk. */
  isOnlyInMemory?: boolean;
  /** The time between two refreshes. null: a few seconds for our own API, 15 minutes for another site's. */
  refreshSeconds?: number | null;
  /** The time between two requests for modified members, for a site without a list of changes. Default: a minute. */
  modifiedSeconds?: number;
  /**
   * Called once when refreshing starts to fail or works again, and once for each difference between the site's
   * responses and the contract.
   */
  log?: (message: string) => void;
}
