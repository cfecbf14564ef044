/**
 * Traces of an organisation that this installation had. An empty database with such a trace means lost data, not a new
 * installation.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '@/lib/error-code';
import { writeOnce } from '@/lib/server/write-once';
import type { Store } from '@/lib/membership-store/database';

/** In the data folder, because both databases may be lost. Part of the backup. */
export const markerFile = 'installation.json';

/** Records in the data folder that the database has an organisation, if it has one. */
export async function markOrganisation(store: Store, dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, markerFile))) return;
  const row = await store.members.selectFrom('organisation').select('id').limit(1).executeTakeFirst();
  if (row === undefined) return;
  try {
    writeOnce(join(dataDir, markerFile), `${JSON.stringify({ organisationId: row.id })}\n`);
  } catch (error) {
    // Clients and accounts are traces too, so a command must not fail because of this one.
    if (!unwritableCodes.some((code) => hasCode(error, code))) throw error;
  }
}

const unwritableCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];

/** Where there is a trace of an earlier organisation. null: nowhere. */
export async function findEarlierOrganisation(store: Store, dataDir: string): Promise<string | null> {
  const file = join(dataDir, markerFile);
  if (existsSync(file)) return file;
  const authDatabase = store.engine === 'sqlite' ? join(dataDir, 'auth.db') : 'the database';
  const client = await store.auth.selectFrom('client').select('id').limit(1).executeTakeFirst();
  if (client !== undefined) return `the API clients in ${authDatabase}`;
  const account = await store.auth.selectFrom('account').select('person_id').limit(1).executeTakeFirst();
  return account === undefined ? null : `the accounts in ${authDatabase}`;
}
