/**
 * Traces of an organisation that this installation had. An empty database with such a trace means lost data, not a new
 * installation.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '@/lib/error-code';
import { writeOnce } from '@/lib/server/write-once';
import type { Store } from '@/lib/membership-store/database';

/** This file is in the data folder, because both databases may be lost. A backup contains the file. */
export const markerFile = 'installation.json';

export async function markOrganisation(store: Store, dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, markerFile))) return;
  const row = await store.members.selectFrom('organisation').select('id').limit(1).executeTakeFirst();
  if (row === undefined) return;
  try {
    writeOnce(join(dataDir, markerFile), `${JSON.stringify({ organisationId: row.id })}\n`);
  } catch (error) {
    // Clients and accounts are traces of an organisation too. So a command does not fail if the marker file cannot be
    // written.
    if (!unwritableCodes.some((code) => hasCode(error, code))) throw error;
  }
}

const unwritableCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];

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
