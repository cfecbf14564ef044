import type { Context } from 'hono';
import type { Clock } from '@/lib/clock';
import type { Mailer } from '../mail';
import type { Store } from '../store/database';
import type { AreaCentre } from '../store/location-document';
import type { Limits } from './limits';

/** What the authorization server and its pages are made with. */
export interface OAuthOptions {
  store: Store;
  clock: Clock;
  /** Public address without a trailing slash. */
  baseUrl: string;
  mailer: Mailer;
  limits: Limits;
  /** The fixed points of areas, for members who choose that a place is shown as one. */
  areaCentre: AreaCentre;
  /** Whether visitors can write to members who allow it. */
  carriesMessages: boolean;
  /** The address or network that a request comes from, behind the proxies that are known: what limits count by. */
  clientAddress: (context: Context) => string;
  /** Told of what went wrong inside. */
  logError: (error: unknown) => void;
}
