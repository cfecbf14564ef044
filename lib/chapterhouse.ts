/**
 * Objects that exist once in the process. There are two copies of every module that app/ imports: server.ts loads one,
 * and Next.js bundles another. Therefore server.ts creates these objects, and both sides reach them through a global
 * symbol.
 */
import type { CardStore } from '@/lib/member-card/card-store';
import type { Clock } from './base/clock';
import type { Config } from './base/config';
import type { Directory } from './directory/directory';
import type { MembershipApiClient } from './contract/client';
import type { OwnData } from './contract/own-data';
import type { SetUp } from './contract/set-up';
import type { OwnSignInsClient } from './contract/own-sign-ins';
import type { MapBackground } from './map/geo/map-background';
import type { Places } from './map/geo/places';
import type { Log } from './server/log';
import type { Site } from './contract/site';

export interface Chapterhouse {
  config: Config;
  clock: Clock;
  log: Log;
  /** Signs next-auth's sessions. */
  authSecret: string;
  /** This is a function, because an operator may change the site's settings while the server runs. */
  site: () => Site;
  /** The API's address for browsers: the public address of this process, or of the remote site. */
  publicApiUrl: string;
  /** The API's address for this process: a loopback address if this process serves the API. */
  apiUrl: string;
  client: { id: string; secret: string };
  api: MembershipApiClient;
  cards: CardStore;
  /** null: another site provides the API, and that API does not have the endpoints of this client. */
  ownSignIns: OwnSignInsClient | null;
  /** null: another site has the members. */
  ownData: OwnData | null;
  /** null: this installation has no demonstration. */
  setUp: SetUp | null;
  /** For requests to our own API that are not made with `fetch`. Empty if another site provides the API. */
  ownHeaders: Record<string, string>;
  /** `fetch` for our own API, without HTTP. null: another site provides the API. */
  ownFetch: typeof fetch | null;
  directory: Directory;
  places: Places;
  /** null: our own base map. */
  map: MapBackground | null;
}

const key = Symbol.for('chapterhouse');

/** @throws Error if server.ts has not started this process */
export function chapterhouse(): Chapterhouse {
  const found = holder()[key];
  if (found === undefined) throw new Error('Chapterhouse has not been started by server.ts');
  return found;
}

export function setChapterhouse(value: Chapterhouse): void {
  holder()[key] = value;
}

function holder(): { [key]?: Chapterhouse } {
  // The global object has no type for our symbol; this file is the only one that reads or writes it.
  return globalThis as { [key]?: Chapterhouse };
}
