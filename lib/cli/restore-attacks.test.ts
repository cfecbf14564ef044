import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { openStore } from '@/lib/store/database';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { closeFiles } from '@/lib/store/sql/close-files.fixture';
import { sqliteDialect } from '@/lib/store/sql/sqlite';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const dataDir = join(folder, 'data');
const path = (name: string) => join(folder, name);
const command = join(import.meta.dirname, '../../scripts/chapterhouse.mjs');
const nobody = 65_534;

async function done(line: string): Promise<void> {
  const { exitCode, err } = await run(line);
  expect([line, exitCode, exitCode === 0 ? '' : err]).toEqual([line, 0, '']);
}

beforeAll(async () => {
  writeFileSync(path('members.csv'), 'Number,First name,Last name,Type\nA-1,Zoë,Berg,Full\n');
  await done('import members.csv --organisation 7 --create Example --without-end');
  const { authSecret } = openSecrets(dataDir);
  const own = ownClient(authSecret, 7);
  const store = await openStore({ dataDir, postgresUrl: null });
  await store.auth
    .insertInto('client')
    .values({
      id: own.id,
      organisation_id: 7,
      name: 'Own',
      secret_hash: null,
      previous_secret_hash: null,
      previous_secret_expires_at: null,
      scopes: 'members',
      redirect_uris: '["http://localhost:3000/api/auth/callback/membership"]',
      post_logout_uris: '[]',
      post_logout_prefixes: '[]',
      home_url: null,
      is_first_party: 1,
      requires_pkce: 1,
      sends_iss: 1,
      omits_iss: 0,
      sees_admin_extras: 0,
      allows_http: 0,
      legacy_status: 0,
      backchannel_logout_uri: null,
      backchannel_private: 0,
      id_token_algorithm: 'RS256',
      id_token_claims: 0,
      rules: null,
      created_at: 1,
      revoked_at: null,
    })
    .execute();
  await store.close();
  await done('backup good');
  writeFileSync(path('others.csv'), 'Number,First name,Last name,Type\nA-1,Kim,Lee,Full\n');
  vi.stubEnv('DATA_DIR', path('other data'));
  await done('import others.csv --organisation 9 --create Others --without-end');
  await done('client create --organisation 9 --name Site --scope members');
  openSecrets(path('other data'));
  await done('backup other');
  vi.stubEnv('DATA_DIR', dataDir);
  // The first check by `restore` moves the content of the database's log into the database. Every stop of a server does
  // the same.
  await closeFiles();
  expect((await run('restore good')).err).toContain('Nothing was changed');
});

/** Without its list of files, the copy is like a backup of an earlier release. */
function copyOf(name: string, { isListed = false } = {}): string {
  cpSync(path('good'), path(name), { recursive: true });
  if (!isListed) rmSync(join(path(name), 'backup.json'));
  return path(name);
}

async function change(file: string, statement: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: sqliteDialect(file, { busyTimeoutMs: 0 }) });
  await sql.raw(statement).execute(db);
  await sql.raw('pragma wal_checkpoint(truncate)').execute(db);
  await db.destroy();
  await closeFiles();
}

const attacks: [what: string, (name: string) => Promise<unknown> | unknown, expected: RegExp][] = [
  ['no folder', () => undefined, /There is no /],
  ['a file', (name) => writeFileSync(path(name), ''), /is not a folder/],
  [
    'the wrong folder',
    (name) => mkdirSync(path(name)),
    /not a complete backup\. It has no members\.db and no auth\.db/,
  ],
  [
    'a backup that was interrupted',
    (name) => rmSync(join(copyOf(name), 'auth.db')),
    /not a complete backup.*It has no auth\.db/,
  ],
  [
    'a changed file',
    (name) => writeFileSync(join(copyOf(name, { isListed: true }), 'secrets.json'), '{}'),
    /secrets\.json is not the file that was backed up/,
  ],
  [
    'a missing file',
    (name) => rmSync(join(copyOf(name, { isListed: true }), 'secrets.json')),
    /not complete: secrets\.json is missing/,
  ],
  [
    'an added file',
    (name) => writeFileSync(join(copyOf(name, { isListed: true }), 'card-key.json'), '{}'),
    /card-key\.json was not there when the backup was made/,
  ],
  [
    'a damaged list of files',
    (name) => writeFileSync(join(copyOf(name), 'backup.json'), '{"files": [}'),
    /backup\.json is damaged/,
  ],
  [
    'a damaged page',
    (name) => {
      const file = join(copyOf(name), 'members.db');
      const bytes = readFileSync(file);
      bytes.fill(0xff, 3 * 4096, 9 * 4096);
      writeFileSync(file, bytes);
    },
    /members\.db is damaged/,
  ],
  [
    'a truncated database',
    (name) => truncateSync(join(copyOf(name), 'auth.db'), 5 * 4096),
    /auth\.db is damaged/,
  ],
  [
    'an empty database',
    (name) => truncateSync(join(copyOf(name), 'members.db'), 0),
    /members\.db has no organisation/,
  ],
  [
    'no database',
    (name) => writeFileSync(join(copyOf(name), 'auth.db'), 'x'.repeat(9000)),
    /auth\.db is damaged/,
  ],
  [
    'a trigger',
    (name) =>
      change(
        join(copyOf(name), 'auth.db'),
        `create trigger grant_all after insert on client begin update client set scopes = 'members'; end`,
      ),
    /auth\.db has the trigger grant_all/,
  ],
  [
    'a view',
    (name) => change(join(copyOf(name), 'members.db'), 'create view v as select 1 as one'),
    /members\.db has the view v/,
  ],
  [
    'a foreign table',
    (name) => change(join(copyOf(name), 'members.db'), 'create table stranger (id integer)'),
    /members\.db has the table stranger/,
  ],
  [
    'another index',
    (name) => change(join(copyOf(name), 'auth.db'), 'drop index access_token_client'),
    /auth\.db is damaged: it has no index access_token_client/,
  ],
  [
    'a newer release',
    (name) =>
      change(join(copyOf(name), 'members.db'), `insert into members_migration (name) values ('999 later')`),
    /written by a newer release \(it has 999 later\)/,
  ],
  [
    'a symbolic link',
    (name) => {
      const file = join(copyOf(name), 'members.db');
      rmSync(file);
      symlinkSync(join(path('good'), 'members.db'), file);
    },
    /members\.db is a symbolic link/,
  ],
  [
    'a link to a folder of places',
    (name) => symlinkSync('/etc', join(copyOf(name), 'gazetteer')),
    /gazetteer is a symbolic link/,
  ],
  [
    'damaged places',
    (name) => {
      mkdirSync(join(copyOf(name), 'gazetteer'));
      writeFileSync(join(path(name), 'gazetteer/au.places.gz'), 'not compressed');
    },
    /added places in .* is damaged/,
  ],
  [
    'auth.db of another installation',
    (name) => cpSync(join(path('other'), 'auth.db'), join(copyOf(name), 'auth.db')),
    /cannot be restored\. members\.db and auth\.db belong to different installations\.$/,
  ],
  [
    'auth.db of another installation of an earlier release, which did not mark databases',
    async (name) => {
      cpSync(join(path('other'), 'auth.db'), join(copyOf(name), 'auth.db'));
      await change(join(path(name), 'auth.db'), 'delete from auth_installation');
      await change(join(path(name), 'members.db'), 'delete from installation');
    },
    /has the clients of organisation 9.*different installations/,
  ],
  [
    'secrets.json of another installation',
    (name) => cpSync(join(path('other'), 'secrets.json'), join(copyOf(name), 'secrets.json')),
    /secrets\.json is not of the same installation as auth\.db/,
  ],
  [
    'damaged secrets',
    (name) => writeFileSync(join(copyOf(name), 'secrets.json'), '{'),
    /secrets\.json is damaged/,
  ],
  ['no secrets', (name) => rmSync(join(copyOf(name), 'secrets.json')), /There is no .*secrets\.json/],
  [
    'accounts of other members',
    (name) =>
      change(
        join(copyOf(name), 'auth.db'),
        'insert into account (organisation_id, person_id, updated_at) values (7, 500, 1), (7, 501, 1)',
      ),
    /accounts of persons of organisation 7 whom members\.db never had/,
  ],
  [
    'damaged erasures',
    (name) => writeFileSync(join(copyOf(name), 'erasures.jsonl'), 'broken\n'),
    /erasures\.jsonl is damaged in line 1/,
  ],
];

it.each(attacks)('refuses %s and changes nothing', async (what, prepare, expected) => {
  const name = `attack ü ${attacks.findIndex(([one]) => one === what)}`;
  await prepare(name);
  await closeFiles();
  const before = readFileSync(join(dataDir, 'members.db'));
  const { exitCode, err } = await run(`restore "${name}" --yes`);
  expect([what, exitCode, err]).toEqual([what, 1, expect.stringMatching(expected)]);
  // The message names the operator's files, not the copies of them.
  expect(err).not.toContain('restore.draft');
  expect(readFileSync(join(dataDir, 'members.db')).equals(before)).toBe(true);
  expect(readdirSync(dataDir).filter((one) => /draft|ready|replaced/.test(one))).toEqual([]);
});

it('refuses DATA_DIR itself', async () => {
  const { exitCode, err } = await run('restore data --yes');
  expect([exitCode, err]).toEqual([1, expect.stringContaining('is DATA_DIR itself')]);
});

it('restores over a damaged database, into a DATA_DIR behind a link, from a backup behind a link', async () => {
  mkdirSync(path('real data'));
  writeFileSync(join(path('real data'), 'members.db'), 'damaged'.repeat(2000));
  symlinkSync(path('real data'), path('linked data'));
  symlinkSync(path('good'), path('latest'));
  vi.stubEnv('DATA_DIR', path('linked data'));
  await done('restore latest --yes');
  await done('organisation list');
  const [replaced = ''] = readdirSync(path('real data')).filter((name) => name.startsWith('replaced-'));
  expect(readFileSync(join(path('real data'), replaced, 'members.db'), 'utf8')).toMatch(/^damaged/);
  vi.stubEnv('DATA_DIR', dataDir);
});

it('restores from a folder that cannot be written', async () => {
  copyOf('read only', { isListed: true });
  chmodSync(path('read only'), 0o500);
  await closeFiles();
  await done('restore "read only" --yes');
  chmodSync(path('read only'), 0o700);
});

/** Root may write everywhere, so the command must run as another user. */
const canSwitch =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', command], { uid: nobody, gid: nobody }).status === 0;

function contentsOf(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => {
    const isFile = statSync(join(root, name)).isFile();
    return isFile ? `${name} ${readFileSync(join(root, name), 'base64')}` : name;
  });
}

it.skipIf(!canSwitch).each([
  ['the folder', 0o755, 0o666],
  ['a file', 0o777, 0o644],
])(
  'changes nothing and says so in one sentence if %s cannot be written by the user',
  async (what, folderMode, fileMode) => {
    await closeFiles();
    chmodSync(folder, 0o755);
    const own = path(`of another user, ${what}`);
    cpSync(dataDir, own, { recursive: true });
    chmodSync(own, folderMode);
    for (const name of ['members.db', 'auth.db']) chmodSync(join(own, name), fileMode);
    const before = contentsOf(own);
    vi.stubEnv('DATA_DIR', own);
    const ran = spawnSync(process.execPath, [command, 'restore', path('good'), '--yes'], {
      uid: nobody,
      gid: nobody,
      encoding: 'utf8',
    });
    vi.stubEnv('DATA_DIR', dataDir);
    const named = what === 'a file' ? join(own, 'members.db') : own;
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([
      1,
      '',
      `${named} cannot be written by this user (EACCES), so nothing was changed: run the command as the user who owns DATA_DIR, or set DATA_DIR to a folder that can be written\n`,
    ]);
    expect(contentsOf(own)).toEqual(before);
  },
);

it('says that a full disk changed nothing', async () => {
  await closeFiles();
  const before = readFileSync(join(dataDir, 'members.db'));
  // `ulimit -f` limits the size of files. A process that exceeds the limit gets a signal, which Node ignores, so only
  // the write fails.
  const line = `ulimit -f 100; exec "$0" "$1" restore "$2" --yes`;
  const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, command, path('good')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Nothing was changed')]);
  expect(readFileSync(join(dataDir, 'members.db')).equals(before)).toBe(true);
  expect(existsSync(join(dataDir, 'restore.draft'))).toBe(false);
});
