/**
 * Traces of an organisation that this installation had. An empty database with such a trace means lost data, not a new
 * installation.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@/lib/store/database';
import { markerFile } from '@/lib/store/installation/marks';

/** Where an earlier organisation has left a trace. null: there is none. */
export async function findEarlierOrganisation(store: Store, dataDir: string): Promise<string | null> {
  const file = join(dataDir, markerFile);
  if (existsSync(file)) return file;
  const authDatabase = store.engine === 'sqlite' ? join(dataDir, 'auth.db') : 'the database';
  const client = await store.auth.selectFrom('client').select('id').limit(1).executeTakeFirst();
  if (client !== undefined) return `the API clients in ${authDatabase}`;
  const account = await store.auth.selectFrom('account').select('person_id').limit(1).executeTakeFirst();
  return account === undefined ? null : `the accounts in ${authDatabase}`;
}
