import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '@/lib/store/database';
import type { ServiceSettings } from './service-process';

const importedMembers = 1500;
/** The organisation into which members are imported, and to which the API writes at the same time. */
export const importedOrganisation = 7;
/** The prefix of the imported members' numbers. Members that the API adds have other numbers. */
const importedNumber = 'M-';

/** Runs SQLite's own checks. Also checks that no unused code has a token, and that no code has two tokens. */
export async function requireWhole(store: Store): Promise<void> {
  for (const database of store.engine === 'sqlite' ? [store.members, store.auth] : []) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database);
    if (rows[0]?.integrity_check !== 'ok') throw new Error(`damaged: ${JSON.stringify(rows)}`);
    const broken = await sql`pragma foreign_key_check`.execute(database);
    if (broken.rows.length > 0) throw new Error(`foreign keys: ${JSON.stringify(broken.rows)}`);
  }
  const { rows } = await sql<{ code_hash: string }>`
    select token.code_hash from access_token token
    left join authorization_code code on code.code_hash = token.code_hash
    where token.code_hash is not null
    group by token.code_hash having count(*) > 1 or max(code.consumed_at) is null`.execute(store.auth);
  if (rows.length > 0) throw new Error(`${rows.length} codes have two tokens, or one without being consumed`);
}

/** Checks that the stored newest position of each journal is the position of its newest row. */
export async function requirePositions(store: Store): Promise<void> {
  const { rows } = await sql<{ organisation_id: number; position: number }>`
    select s.organisation_id, s.position from journal_state s
    where s.position <> (select max(position) from journal j where j.organisation_id = s.organisation_id)`.execute(
    store.members,
  );
  if (rows.length > 0) throw new Error(`the newest positions differ: ${JSON.stringify(rows)}`);
}

export async function readImported(store: Store): Promise<{ importedIds: number[]; typeId: number }> {
  const rows = await store.members
    .selectFrom('membership')
    .select(['id', 'type_id'])
    .where('organisation_id', '=', importedOrganisation)
    .where('membership_number', 'like', `${importedNumber}%`)
    .orderBy('id')
    .execute();
  const [first] = rows;
  if (first === undefined) throw new Error('nothing was imported');
  return { importedIds: rows.map(({ id }) => id), typeId: first.type_id };
}

/** Checks that all members are from the same import. @returns their company */
export async function requireOneImport(store: Store, companies: string[]): Promise<string> {
  const { rows } = await sql<{ organisation: string; count: number }>`
    select person.organisation, count(*) as count from person
    join membership on membership.organisation_id = person.organisation_id and membership.person_id = person.id
    join membership_document document
      on document.organisation_id = membership.organisation_id and document.membership_id = membership.id
    where person.organisation_id = ${importedOrganisation}
      and membership.membership_number like ${`${importedNumber}%`}
    group by person.organisation`.execute(store.members);
  const [found, ...others] = rows;
  const isWhole = Number(found?.count) === importedMembers && others.length === 0;
  if (found !== undefined && isWhole && companies.includes(found.organisation)) return found.organisation;
  throw new Error(`half an import: ${JSON.stringify(rows)}, expected one of ${companies}`);
}

/**
 * Starts `chapterhouse import` of the same members, all changed. `hasStarted` resolves when the import has read the
 * columns and is writing.
 */
export function startImport({ dataDir, postgresUrl }: ServiceSettings, company: string) {
  const line = (at: number) => `${importedNumber}${at},First${at},Last${at},${company},Full,Cat ${at % 9}`;
  const lines = Array.from({ length: importedMembers }, (_, at) => line(at));
  const header = 'Number,First name,Last name,Organisation,Type,Categories';
  writeFileSync(join(dataDir, 'members.csv'), `${header}\n${lines.join('\n')}\n`);
  const command = join(import.meta.dirname, '../scripts/chapterhouse.mjs');
  const args = [
    'import',
    'members.csv',
    '--organisation',
    String(importedOrganisation),
    '--create',
    'Killed',
    '--without-end',
  ];
  const child = spawn(process.execPath, [command, ...args], {
    cwd: dataDir,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: postgresUrl ?? '' },
  });
  const ended = once(child, 'exit');
  child.stderr.on('data', () => undefined);
  return {
    ended,
    hasStarted: Promise.race([once(child.stderr, 'data'), ended]),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
