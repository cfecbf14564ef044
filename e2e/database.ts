import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../scripts/start-postgres.mjs';

/** An empty database of PostgreSQL for one test; `close` deletes it. */
export async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const server = await startPostgres();
  const name = `chapterhouse_e2e_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const close = async () => {
    await administer(server.url, `drop database ${name} with (force)`);
    server.stop();
  };
  return { url: url.href, close };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
