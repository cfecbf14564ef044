import { createTestDatabase, type TestDatabase } from '@/lib/store/database.fixture';
import { startPostgres } from '../scripts/start-postgres.mjs';

/**
 * Creates an empty PostgreSQL database for one test. If no server is running, starts one. `remove` removes the database
 * and stops the started server.
 */
export async function openDatabase(): Promise<TestDatabase> {
  const server = await startPostgres();
  const { url, remove } = await createTestDatabase(server.url);
  return { url, remove: () => remove().finally(server.stop) };
}
