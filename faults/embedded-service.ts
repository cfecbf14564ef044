import { readConfig } from '@/lib/base/config';
import { startEmbeddedService, type EmbeddedService } from '@/lib/service/embedded';
import { openStore, type Store } from '@/lib/store/database';
import { createLog } from '@/lib/server/log';
import type { ServiceSettings } from './service-process';

/** Starts the service in the same way as the server, but without the demonstration. */
export async function startService({ dataDir, postgresUrl }: ServiceSettings): Promise<EmbeddedService> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: postgresUrl ?? '' });
  return startEmbeddedService({
    config,
    clock: () => new Date(),
    authSecret: 'secret-of-a-test',
    clientOf: (id) => ({ id: ownClientId(id), secret: 'secret-of-a-test' }),
    redirectUri: `${config.baseUrl}/api/auth/callback/membership`,
    demonstration: { organisationId: 100, load: async () => undefined, finish: async () => undefined },
    about: { version: '1.0.0', secretMark: 'mark' },
    log: createLog('silent'),
    projectDir: '.',
    neighbours: null,
    forgetErased: async () => undefined,
  });
}

/** The client that the service registers for its own directory. */
export function ownClientId(organisationId: number): string {
  return `directory-${organisationId}`;
}

/** Starts the service and stops it again. The start completes what a killed process left unfinished. */
export async function startAndStopService(settings: ServiceSettings): Promise<void> {
  const service = await startService(settings);
  await service.stop();
}

export async function inStore<T>(settings: ServiceSettings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
