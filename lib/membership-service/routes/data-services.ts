import type { Context } from 'hono';
import type { Clock } from '@/lib/clock';
import type { AccessCheck } from '@/lib/membership-oauth/access';
import type { Store } from '@/lib/membership-store/database';
import type { CachedLists } from './cached-lists';
import type { ResponseCache } from '../response-cache';
import type { ListSlots } from './list-slots';

/** The services that the data routes use. */
export interface DataServices {
  store: Store;
  clock: Clock;
  /** Public address without a trailing slash. */
  baseUrl: string;
  checkAccess: AccessCheck;
  cachedLists: CachedLists;
  /** The cache of responses. null: there is none. */
  responseCache: ResponseCache | null;
  slots: ListSlots;
  /** The client of our own directory, whose lists have reserved capacity. null: it is on another server. */
  ownClientId: string | null;
  /** The network that a request came from; '' if unknown. */
  networkOf: (context: Context) => string;
  /** The folder for lists that wait for slow readers. */
  spoolDir: string;
  logError: (error: unknown) => void;
}
