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
  await administer(serverUrl, `create database ${name} template ${original} encoding 'UTF8'`);
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
