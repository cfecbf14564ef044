import type { Context } from 'hono';
import type { Clock } from '@/lib/clock';
import type { LaterWork } from '@/lib/membership-accounts/later-work';
import type { Mailer } from '@/lib/mail/mailer';
import type { Store } from '@/lib/membership-store/database';
import type { AreaCentre } from '@/lib/membership-store/location-document';
import type { CodeGrant } from './code-grant';
import type { ClientUses } from './client-uses';
import type { Client } from './clients';
import type { RateLimits } from './rate-limits';

/** The services that the authorization server and its pages use. */
export interface OAuthServices {
  store: Store;
  clock: Clock;
  /** Public address without a trailing slash. */
  baseUrl: string;
  mailer: Mailer;
  rateLimits: RateLimits;
  /** The fixed points of areas, for members who show a location as an area. */
  areaCentre: AreaCentre;
  /** Whether visitors can write to members who allow it. */
  carriesMessages: boolean;
  /** The client of this installation's own directory. */
  ownClientId: string | null;
  /** The address to which requests for erasure are emailed. null: only the commands show the requests. */
  contactEmail: string | null;
  /** The client's own address or network, even if known proxies are in between. Limits count by it. */
  clientAddress: (context: Context) => string;
  /** The key that signs device cookies. All processes that serve the same address have the same key. */
  deviceKey: string;
  /** Makes and sends emails after the response. */
  later: LaterWork;
  /** Signs an ID token for a code whose scope has `openid`. */
  issueIdToken: (client: Client, grant: CodeGrant) => Promise<string>;
  /** Records the uses and refusals of clients, for the office. */
  clientUses: ClientUses;
  /** Called with each internal error. */
  logError: (error: unknown) => void;
}
