import type { Clock } from '@/lib/clock';
import type { Config } from '@/lib/config';
import type { Places } from '@/lib/geo/places';
import type { MembershipApiClient } from '@/lib/membership-api/client';
import type { Site } from '@/lib/site';

/** Where a directory gets its data, and how often. */
export interface DirectoryServices {
  api: MembershipApiClient;
  clock: Clock;
  config: Pick<Config, 'dataDir' | 'remoteApiUrl'>;
  site: () => Site;
  /**
   * If the site sends no precision, people's locations are shown at the centre of their suburb, which is found here.
   */
  places?: Pick<Places, 'locate'>;
  /** The seconds between two refreshes. null: a few seconds for our own API, 15 minutes for another site's. */
  refreshSeconds?: number | null;
  /** The seconds between two requests for modified members, at a site without a list of changes. Default: a minute. */
  modifiedSeconds?: number;
  /**
   * Called once when refreshing starts to fail or works again, and once for each way in which the site's responses
   * differ from the contract.
   */
  log?: (message: string) => void;
}
