import type { Context } from 'hono';
import type { Clock } from '@/lib/base/clock';
import type { AccessCheck } from '@/lib/sign-in/oauth/access';
import type { Store } from '@/lib/store/database';
import type { CachedLists } from './cached-lists';
import type { ResponseCache } from './response-cache';
import type { ListSlots } from './list-slots';

export interface DataServices {
  store: Store;
  clock: Clock;
  /** Public address without a trailing slash. */
  baseUrl: string;
  checkAccess: AccessCheck;
  cachedLists: CachedLists;
  responseCache: ResponseCache | null;
  slots: ListSlots;
  /**
   * The client of our own directory. Its lists have reserved capacity. null: our own directory is on another server.
   */
  ownClientId: string | null;
  networkOf: (context: Context) => string;
  spoolDir: string;
  logError: (error: unknown) => void;
}
