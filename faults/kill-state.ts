/** The import that is killed during a service's work, and the checks of the database afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '@/lib/membership-store/database';
import type { ServiceSettings } from './service-process';

const importedMembers = 1500;
const importedOrganisation = '7';

/** SQLite's own checks, and ours: no token of a code that was not consumed, no two of one. */
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

/** Every change has its row in the journal, and every row its change. */
export async function requireJournal(store: Store): Promise<void> {
  const { rows } = await sql<{ organisation_id: number; id: number; found: string }>`
    select m.organisation_id, m.id, 'a membership without a row' as found from membership m where not exists
      (select 1 from journal j where j.organisation_id = m.organisation_id and j.kind = 'membership'
       and j.record_id = m.id and j.operation = 'created')
    union all select j.organisation_id, j.record_id, 'a row without a membership' from journal j
      where j.kind = 'membership' and j.operation = 'created' and not exists
      (select 1 from membership m where m.organisation_id = j.organisation_id and m.id = j.record_id) and not exists
      (select 1 from journal r where r.organisation_id = j.organisation_id and r.kind = 'membership'
       and r.record_id = j.record_id and r.operation = 'removed')
    union all select s.organisation_id, s.position, 'another newest position' from journal_state s
      where s.position <> (select max(position) from journal j where j.organisation_id = s.organisation_id)
    `.execute(store.members);
  if (rows.length > 0) throw new Error(`the journal differs: ${JSON.stringify(rows.slice(0, 3))}`);
  const persons = await store.members
    .selectFrom('person')
    .select(['organisation_id', 'id', 'organisation'])
    .execute();
  const current = new Map(persons.map((row) => [`${row.organisation_id} ${row.id}`, row.organisation]));
  const updates = await store.members
    .selectFrom('journal')
    .select(['organisation_id', 'record_id', 'changes'])
    .where('kind', '=', 'person')
    .where('operation', '=', 'updated')
    .orderBy('position')
    .execute();
  const last = new Map<string, unknown>();
  for (const row of updates) {
    const changes: { Organisation?: [before: unknown, after: unknown] } = JSON.parse(row.changes ?? '{}');
    if (changes.Organisation) last.set(`${row.organisation_id} ${row.record_id}`, changes.Organisation[1]);
  }
  for (const [person, organisation] of last) {
    if (current.get(person) !== organisation) throw new Error(`person ${person} is not as the journal says`);
  }
}

/** All members of one import and none of another. @returns the company that they have */
export async function requireOneImport(store: Store, companies: (string | null)[]): Promise<string | null> {
  const { rows } = await sql<{ organisation: string; count: number }>`
    select person.organisation, count(*) as count from person
    join membership on membership.organisation_id = person.organisation_id and membership.person_id = person.id
    join membership_document document
      on document.organisation_id = membership.organisation_id and document.membership_id = membership.id
    where person.organisation_id = ${Number(importedOrganisation)}
    group by person.organisation`.execute(store.members);
  const [found, ...others] = rows;
  const isWhole = found === undefined || Number(found.count) === importedMembers;
  const company = found?.organisation ?? null;
  if (isWhole && others.length === 0 && companies.includes(company)) return company;
  throw new Error(`half an import: ${JSON.stringify(rows)}, expected one of ${companies}`);
}

/** `chapterhouse import` of the same members, all changed. `hasBegun`: it has read the columns and is writing. */
export function startImport({ dataDir, postgresUrl }: ServiceSettings, company: string) {
  const line = (at: number) => `M-${at},First${at},Last${at},${company},Full,Cat ${at % 9}`;
  const lines = Array.from({ length: importedMembers }, (_, at) => line(at));
  const header = 'Number,First name,Last name,Organisation,Type,Categories';
  writeFileSync(join(dataDir, 'members.csv'), `${header}\n${lines.join('\n')}\n`);
  const command = join(import.meta.dirname, '../scripts/chapterhouse.mjs');
  const args = [
    'import',
    'members.csv',
    '--organisation',
    importedOrganisation,
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
    hasBegun: Promise.race([once(child.stderr, 'data'), ended]),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
