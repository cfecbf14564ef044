import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { preparedDemonstration } from './installation';

/**
 * Runs once, after the server under test has started for the first time and before any test. Copies the demonstration
 * that this server has made, for `Installation.startDemonstration`. Returns the function that removes the copy.
 */
export default function prepareDemonstration(): () => void {
  const from = process.env.E2E_DATA_DIR ?? '';
  const to = preparedDemonstration();
  const remove = () => rmSync(to, { recursive: true, force: true });
  remove();
  mkdirSync(to, { mode: 0o700 });
  for (const name of ['auth.db', 'members.db']) {
    // The server has its databases open, and a copy of their files could miss what it has just written.
    const database = new DatabaseSync(join(from, name), { timeout: 5_000 });
    database.prepare('vacuum into ?').run(join(to, name));
    database.close();
  }
  for (const name of ['demo-credentials.json', 'installation.json', 'secrets.json'])
    copyFileSync(join(from, name), join(to, name));
  return remove;
}
