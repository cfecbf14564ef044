import { createTestDatabase, type TestDatabase } from '@/lib/membership-store/database.fixture';
import { startPostgres } from '../scripts/start-postgres.mjs';

/**
 * An empty PostgreSQL database for one test. If there is no server, a new one is started. `remove` removes the database
 * and stops that server.
 */
export async function openDatabase(): Promise<TestDatabase> {
  const server = await startPostgres();
  const { url, remove } = await createTestDatabase(server.url);
  return { url, remove: () => remove().finally(server.stop) };
}
