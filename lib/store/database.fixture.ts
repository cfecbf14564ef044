import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  remove(): Promise<void>;
}

/**
 * `remove` deletes the copy.
 * @param original the database to copy; by default an empty one
 */
export async function createTestDatabase(serverUrl: string, original = 'template0'): Promise<TestDatabase> {
  const name = `chapterhouse_test_${randomBytes(8).toString('hex')}`;
  await administer(serverUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::integer as version",
    );
    // Versions before 15 always copy files. Later ones would write the whole copy into the log, which takes twice the
    // processor time.
    const strategy = (rows[0]?.version ?? 0) < 150_000 ? '' : 'strategy file_copy';
    await client.query(`create database ${name} template ${original} encoding 'UTF8' ${strategy}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const remove = () =>
    administer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
  return { url: url.href, remove };
}

async function administer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
