import type { Context } from 'hono';
import type { Clock } from '@/lib/base/clock';
import type { LaterWork } from '@/lib/sign-in/accounts/later-work';
import type { MailSettings } from '@/lib/mail/mail-state';
import type { Mailer } from '@/lib/mail/mailer';
import type { Store } from '@/lib/store/database';
import type { AreaCentre } from '@/lib/store/location-document';
import type { CodeGrant } from './code-grant';
import type { ClientUses } from './client-uses';
import type { Client } from './clients';
import type { RateLimits } from './rate-limits';

export interface OAuthServices {
  store: Store;
  clock: Clock;
  /** Without a trailing slash. */
  baseUrl: string;
  mailer: Mailer;
  mailSettings: MailSettings;
  rateLimits: RateLimits;
  /**
   * Finds the centre of a location's area. If a member shows only the area of a location, the API returns this point.
   */
  areaCentre: AreaCentre;
  /** Visitors can write to members who allow it. */
  carriesMessages: boolean;
  /** The client of this installation's own directory. */
  ownClientId: string | null;
  /** The address that gets requests for erasure. null: only the commands show these requests. */
  contactEmail: string | null;
  /**
   * Finds the client's own address or network, even behind known proxies. The rate limits count requests by this
   * address.
   */
  clientAddress: (context: Context) => string;
  /** Signs device cookies. All processes at the same address have the same key. */
  deviceKey: string;
  later: LaterWork;
  /** Issues the ID token for a code whose scope has `openid`. */
  issueIdToken: (client: Client, grant: CodeGrant) => Promise<string>;
  clientUses: ClientUses;
  logError: (error: unknown) => void;
}
