import { createTestDatabase, type TestDatabase } from '../lib/membership-service/store/test-database';
import { startPostgres } from '../scripts/start-postgres.mjs';

/** An empty database of PostgreSQL for one test, on a server that is started when there is none; `remove` ends both. */
export async function openDatabase(): Promise<TestDatabase> {
  const server = await startPostgres();
  const { url, remove } = await createTestDatabase(server.url);
  return { url, remove: () => remove().finally(server.stop) };
}
