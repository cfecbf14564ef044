import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Store } from '@/lib/store/database';
import { openFreshStore, testEngines } from '@/lib/store/stores.fixture';

export interface ErasureStore {
  store: Store;
  /** On SQLite, this folder also has the databases. */
  dataDir: string;
  location: { dataDir: string; postgresUrl: string | null };
}

export function describeErasure(name: string, define: (context: () => ErasureStore) => void): void {
  for (const engine of testEngines) {
    describe(`${name} (${engine})`, () => {
      let opened: (ErasureStore & { remove: () => Promise<void> }) | null = null;
      beforeAll(async () => {
        const { store, location, remove } = await openFreshStore(engine);
        const own = engine === 'sqlite' ? null : mkdtempSync(join(tmpdir(), 'erasures-'));
        opened = {
          store,
          dataDir: own ?? location.dataDir,
          location,
          remove: async () => {
            await remove();
            if (own !== null) rmSync(own, { recursive: true });
          },
        };
      });
      afterAll(() => opened?.remove());
      define(() => {
        if (opened === null) throw new Error('the store opens before the first test');
        return opened;
      });
    });
  }
}
