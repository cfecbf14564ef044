import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPath } from '../../scripts/find-chromium.mjs';
import { openStore } from '@/lib/store/database';

// TEST_POSTGRES_URL is only for tests, so lib/base/config.ts does not know this setting.
// eslint-disable-next-line no-restricted-properties
const environment = process.env;
const postgresUrl = environment.TEST_POSTGRES_URL;
const section = readFileSync('docs/operators.md', 'utf8').split(/^## PostgreSQL$/m)[1] ?? '';
const name = `chapterhouse_guide_${randomBytes(6).toString('hex')}`;
// The user and the database get another name than in the guide, because other tests may use the same server.
const block = (start: string) =>
  new RegExp(`^\`\`\`\\w+\\n(${start}[^]*?)^\`\`\`$`, 'm')
    .exec(section)?.[1]
    ?.replaceAll(/ chapterhouse(?!\.dump)/g, ` ${name}`) ?? '';
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-postgres-'));

describe.skipIf(!postgresUrl || onPath(['pg_dump', 'pg_restore']) === null)(
  'PostgreSQL as docs/operators.md describes it',
  () => {
    const url = new URL(postgresUrl ?? 'postgres://localhost');

    beforeAll(async () => {
      await asAdministrator(block('create user'));
      [url.username, url.password, url.pathname] = [name, 'a-long-password', `/${name}`];
    });
    afterAll(async () => {
      await asAdministrator(`drop database if exists ${name} with (force); drop user if exists ${name}`);
      rmSync(folder, { recursive: true });
    });

    it('the new user’s database accepts the tables, and is restored unchanged from its dump', async () => {
      await (await open()).close();
      const before = await countTables();
      expect(before).toBeGreaterThan(10);

      shell(block('pg_dump'));
      await inDatabase('drop table client cascade');
      expect(await countTables()).toBe(before - 1);
      shell(block('pg_restore'));
      expect(await countTables()).toBe(before);
      await (await open()).close();
    });

    const open = () => openStore({ dataDir: folder, postgresUrl: url.href });
    const countTables = async () =>
      (await inDatabase("select 1 from information_schema.tables where table_schema = 'public'")).rowCount ??
      0;
    const inDatabase = (sql: string) => query(url.href, sql);
    const shell = (text: string) => {
      expect(text).not.toBe('');
      const env = { ...environment, DATABASE_URL: url.href };
      const { status, stderr } = spawnSync('sh', ['-eu', '-c', text], { cwd: folder, env, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    };
  },
);

async function asAdministrator(sql: string): Promise<void> {
  // The statements run one by one. Several statements in one call would be a transaction, in which a database cannot be
  // created.
  for (const statement of sql.split(';').filter((one) => one.trim() !== ''))
    await query(postgresUrl ?? '', statement);
}

async function query(connectionString: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
