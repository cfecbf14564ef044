import type { Clock } from '@/lib/clock';
import type { AccessCheck } from '../access';
import type { Store } from '../store/database';
import type { KeptBodies } from './kept-bodies';

/** What the data routes are made with. */
export interface ServiceContext {
  store: Store;
  clock: Clock;
  /** Public address without a trailing slash. */
  baseUrl: string;
  checkAccess: AccessCheck;
  bodies: KeptBodies;
}
