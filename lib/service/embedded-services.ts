import type { Clock } from '@/lib/base/clock';
import type { Config } from '@/lib/base/config';
import type { ErasedFromDirectory } from '@/lib/privacy/erasure/erased-from-directory';
import type { ClientCredentials } from '@/lib/sign-in/oauth/first-party-client';
import type { Store } from '@/lib/store/database';
import type { RunningServer } from '@/lib/store/servers';
import type { Log } from '@/lib/server/log';
import type { Neighbours } from './neighbours';

export interface EmbeddedServices {
  config: Config;
  clock: Clock;
  authSecret: string;
  clientOf: (organisationId: number) => ClientCredentials;
  redirectUri: string;
  demonstration: DemonstrationLoader;
  /** What other servers with the same database may know about this one. */
  about: Pick<RunningServer, 'version' | 'secretMark'>;
  log: Log;
  /** null: this server has only one process. */
  neighbours: Neighbours | null;
  /** The folder that has `scripts/chapterhouse.mjs`. */
  projectDir: string;
  /** Removes erased members from the directory's saved copy. */
  forgetErased: (erased: ErasedFromDirectory) => Promise<void>;
}

/** Fills a database that has no organisation. */
export interface DemonstrationLoader {
  /** The ID of the demonstration. */
  organisationId: number;
  load(store: Store): Promise<unknown>;
  /** Completes what a killed process left unfinished. */
  finish(store: Store): Promise<void>;
}
