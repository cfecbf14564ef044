import type { Store } from '@/lib/store/database';
import { newDatabase } from '@/lib/store/stores.fixture';
import { newDataDir, type ServiceSettings } from './service-process';

export async function newSettings(
  engine: Store['engine'],
): Promise<{ settings: ServiceSettings; remove: () => Promise<void> }> {
  const folder = newDataDir();
  const database = engine === 'postgres' ? await newDatabase() : null;
  return {
    settings: { dataDir: folder.dataDir, postgresUrl: database?.url ?? null },
    remove: async () => {
      await database?.remove();
      folder.remove();
    },
  };
}
