import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  remove(): Promise<void>;
}

/** A new empty database on a PostgreSQL server, for a test or a benchmark. `remove` deletes it. */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `chapterhouse_test_${randomBytes(8).toString('hex')}`;
  await administer(serverUrl, `create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const remove = () => administer(serverUrl, `drop database if exists ${name} with (force)`);
  return { url: url.href, remove };
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
