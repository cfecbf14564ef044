import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { createMembershipService } from '@/lib/service/app';
import { openStore, type Store } from '@/lib/store/database';
import { readJournalPosition } from '@/lib/store/journal';
import { closeFiles } from '@/lib/store/sql/close-files.fixture';
import { commandFolder } from './commands.fixture';

const { folder, run, location } = commandFolder();
const dataDir = join(folder, 'data');
const clock = () => new Date('2026-03-02T01:00:00Z');

async function done(line: string, input = ''): Promise<unknown> {
  await closeFiles();
  const { exitCode, out, err } = await run(`${line} --json`, input);
  expect([exitCode, line, err]).toEqual([0, line, expect.not.stringContaining('Error')]);
  return JSON.parse(out);
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(location());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const names = () =>
  withStore(async ({ members }) => {
    const rows = await members.selectFrom('person').select('last_name').orderBy('id').execute();
    return rows.map((row) => row.last_name);
  });

/** Without a given token, the client requests one. */
async function send(client: { id: string; secret: string }, path: string, token: string | null = null) {
  return withStore(async (store) => {
    const baseUrl = 'http://localhost:3000';
    const mailer = async () => 'sent' as const;
    const { fetch } = createMembershipService({ store, clock, baseUrl, mailer, trustProxy: 0 });
    const root = `${baseUrl}/api/v2/organisation/7`;
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'members' });
    const credentials = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    const headers = { authorization: `Basic ${credentials}` };
    const issued = async () => {
      const response = await fetch(new Request(`${root}/token`, { method: 'POST', headers, body }));
      return String((await response.json()).access_token);
    };
    const used = token ?? (await issued());
    const response = await fetch(
      new Request(`${root}/${path}`, { headers: { authorization: `Bearer ${used}` } }),
    );
    return { status: response.status, token: used, body: await response.json() };
  });
}

const client = { id: '', secret: '' };
const later = { token: '', position: '' };
const replacedFolders = () => readdirSync(dataDir).filter((name) => name.startsWith('replaced-'));

it('without --yes, a backup is checked but not restored', async () => {
  writeFileSync(
    join(folder, 'members.csv'),
    'Number,First name,Last name,Type\nA-1,Zoë,Berg,Full\nA-2,Mei,Li,Full\n',
  );
  await done('import members.csv --organisation 7 --create Example --without-end');
  Object.assign(client, await done('client create --organisation 7 --name Site --scope members'));
  const before = await send(client, 'changes');
  await done('backup kept/monday');

  await done('member add Kind=individual MembershipType.ID=1 ExpiryDate= User.LastName=Later Checked=true');
  const after = await send(client, 'changes');
  Object.assign(later, { token: before.token, position: after.body.Next });
  expect(after.body.Next).not.toBe(before.body.Next);
  writeFileSync(join(dataDir, 'snapshot.bin'), 'Later');

  await closeFiles();
  const checked = await run('restore kept/monday');
  expect(checked.exitCode).toBe(1);
  expect(checked.err).toContain('Example (organisation 7): 2 memberships; the current data has 3');
  expect(checked.err).toContain('add --yes');
  expect(await names()).toEqual(['Berg', 'Li', 'Later']);
  expect(readdirSync(dataDir).filter((name) => /replaced|draft|ready/.test(name))).toEqual([]);
});

it('the data of the backup is in place, and the replaced data is in a folder that can itself be restored', async () => {
  const result = await done('restore kept/monday --yes');
  const [replaced = ''] = replacedFolders();
  expect(result).toMatchObject({
    backup: join(folder, 'kept/monday'),
    organisations: [{ id: 7, name: 'Example', members: 2, membersBefore: 3 }],
    replacedFolder: join(dataDir, replaced),
    isFinished: false,
  });
  expect(await names()).toEqual(['Berg', 'Li']);
  // The directory's snapshot has later data, so it is not restored.
  expect(existsSync(join(dataDir, 'snapshot.bin'))).toBe(false);
  expect(readFileSync(join(dataDir, replaced, 'snapshot.bin'), 'utf8')).toBe('Later');

  const { findings } = JSON.parse((await run('doctor --json')).out);
  const text = expect.stringContaining(join(dataDir, replaced));
  expect(findings).toContainEqual({
    level: 'note',
    subject: 'data',
    text,
    fix: expect.stringContaining('Delete'),
  });

  await done(`restore data/${replaced} --yes`);
  expect(await names()).toEqual(['Berg', 'Li', 'Later']);
  await done('restore kept/monday --yes');
  expect(await names()).toEqual(['Berg', 'Li']);
});

it('tokens of the backup have ended, and clients get new ones', async () => {
  expect((await send(client, 'members', later.token)).status).toBe(401);
  const list = await send(client, 'members');
  expect([list.status, list.body.length]).toEqual([200, 2]);
});

it('a client that read later changes learns that its position is gone, and a new one can follow', async () => {
  expect((await send(client, `changes?After=${later.position}`)).status).toBe(410);
  const { body } = await send(client, 'changes');
  expect(Number(body.Next)).toBeGreaterThan(Number(later.position));
  const next = await send(client, `changes?After=${body.Next}`);
  expect([next.status, next.body.Changes]).toEqual([200, []]);
});

it('positions after a restore are higher than all earlier ones, even if those were ahead of the clock', async () => {
  await withStore(({ members }) =>
    members.updateTable('journal_state').set({ position: 9_000_000_000_000 }).execute(),
  );
  await done('restore kept/monday --yes');
  await withStore(async ({ members }) => {
    expect(await readJournalPosition(members, 7)).toBe(9_000_000_000_001);
  });
  const { body } = await send(client, 'changes');
  expect((await send(client, `changes?After=${body.Next}`)).status).toBe(200);
});

it('IDs that were given out since the backup are not given to others', async () => {
  const made = await done('member add Kind=individual MembershipType.ID=1 ExpiryDate= User.LastName=Next');
  const ids = await withStore(({ members }) =>
    members.selectFrom('membership').select(['id', 'person_id']).orderBy('id', 'desc').executeTakeFirst(),
  );
  expect(made).toMatchObject({ membershipId: 4 });
  expect(ids).toEqual({ id: 4, person_id: 4 });
});

it('the journals record the restore', async () => {
  const listed = await run('journal --organisation 7 --actor "command restore"');
  expect(listed.out).toMatch(/command restore: organisation 7 updated/);
  expect(listed.out).toMatch(/command restore: all sign-ins ended\n {4}Sessions: 0\n {4}Tokens: 1/);
});

it('persons who were erased since the backup are not in the restored data', async () => {
  await run('account set-password --organisation 7 --number A-1', 'a long password');
  await done('backup kept/tuesday');
  const erased = await run('person erase --person 1 --organisation 7 --yes');
  expect([erased.exitCode, erased.err]).toEqual([0, '']);
  // These folders contain the person's data, like backups.
  for (const name of replacedFolders()) expect(erased.out).toContain(join(dataDir, name));
  const listed = readFileSync(join(dataDir, 'erasures.jsonl'), 'utf8');
  expect(await done('restore kept/tuesday --yes')).toMatchObject({ erased: 1, problems: [] });
  expect(await names()).not.toContain('Berg');
  for (const name of ['members.db', 'auth.db'])
    expect([name, readFileSync(join(dataDir, name)).includes('Berg')]).toEqual([name, false]);
  expect(readFileSync(join(folder, 'kept/tuesday/members.db')).includes('Berg')).toBe(true);
  // The installation still has its own list of erasures, although the backup has none.
  expect(existsSync(join(folder, 'kept/tuesday/erasures.jsonl'))).toBe(false);
  expect(readFileSync(join(dataDir, 'erasures.jsonl'), 'utf8')).toBe(listed);
});

it('erasures that are only in the backup are added to those of the installation', async () => {
  await done('backup kept/wednesday');
  const own = readFileSync(join(dataDir, 'erasures.jsonl'), 'utf8');
  expect(readFileSync(join(folder, 'kept/wednesday/erasures.jsonl'), 'utf8')).toBe(own);
  rmSync(join(dataDir, 'erasures.jsonl'));
  await done('restore kept/wednesday --yes');
  expect(readFileSync(join(dataDir, 'erasures.jsonl'), 'utf8')).toBe(own);
  // This backup is older than the erasure.
  expect(await done('restore kept/monday --yes')).toMatchObject({ erased: 1 });
  expect(await names()).toEqual(['Li']);
});

it.each(['members', 'auth'] as const)('refuses while somebody has %s.db open', async (part) => {
  const store = await openStore(location());
  await (part === 'members' ? store.auth : store.members).destroy();
  await closeFiles();
  const refused = await run('restore kept/monday --yes');
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('Stop it') });
  await store[part].destroy();
  expect(await done('restore kept/monday --yes')).toMatchObject({ isFinished: false });
});

it('restores into a new DATA_DIR', async () => {
  vi.stubEnv('DATA_DIR', join(folder, 'new machine ü'));
  const result = await done('restore kept/monday --yes');
  expect(result).toMatchObject({ replacedFolder: null });
  expect(readdirSync(join(folder, 'new machine ü')).sort()).toEqual([
    'auth.db',
    'installation.json',
    'members.db',
    'restore.lock',
  ]);
  vi.stubEnv('DATA_DIR', dataDir);
});

it('a backup of an earlier release, without a list of its files, is restored and migrated', async () => {
  cpSync(join(folder, 'kept/monday'), join(folder, 'kept/old'), { recursive: true });
  rmSync(join(folder, 'kept/old/backup.json'));
  await withStore(async () => undefined);
  const old = await openStore({ dataDir: join(folder, 'kept/old'), postgresUrl: null });
  await old.auth.schema.dropTable('signing_key').execute();
  await sql`delete from auth_migration where name like '13 %'`.execute(old.auth);
  await old.close();
  mkdirSync(join(folder, 'kept/old/gazetteer'));
  expect(await done('restore kept/old --yes')).toMatchObject({ madeAt: null, version: null });
  expect(await withStore(({ auth }) => auth.selectFrom('signing_key').selectAll().execute())).toEqual([]);
});

it('refers users of PostgreSQL to pg_restore', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
  const refused = await run('restore kept/monday --yes');
  expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('pg_restore') });
  vi.stubEnv('DATABASE_URL', '');
});
