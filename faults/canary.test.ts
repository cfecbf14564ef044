/**
 * A person with a unique text in every field uses every feature and is then erased. None of the texts is left, and a
 * backup that was made before the erasure does not restore them. The texts come from the tables of fields, so that a
 * new field is included.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectory } from '@/lib/directory/create-directory';
import type { Directory } from '@/lib/directory/directory';
import { directoryRoutes } from '@/lib/directory/directory-routes';
import { loadPlaces } from '@/lib/map/geo/places';
import { createMembershipApiClient, trustedLimits } from '@/lib/contract/client';
import { commandFolder } from '@/lib/cli/commands.fixture';
import { openStore, type Store } from '@/lib/store/database';
import { readSite } from '@/lib/service/read-site';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { closeFiles } from '@/lib/store/sql/close-files.fixture';
import { testEngines } from '@/lib/store/stores.fixture';
import { startReceiver, type Receiver } from '@/lib/notify/webhooks/receiver.fixture';
import {
  findIn,
  findInDatabase,
  findInFolder,
  findPerson,
  locationTexts,
  membershipTexts,
  withoutText,
  type Found,
  type TextField,
} from './canary.fixture';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { onPath } from '../scripts/find-chromium.mjs';
import { ServiceProcess } from './service-process';

const organisationId = 7;
const root = `/api/v2/organisation/${organisationId}`;
const callback = 'https://site.example/callback';
const questions = ['Languages', 'Office notes'];
/** The stages of a field's value: a and b are imports, c is the API, and d is the command line. */
type Stage = 'a' | 'b' | 'c' | 'd';

const everyText = new Map<string, string>();

const hasPostgresTools = onPath(['pg_dump', 'pg_restore']) !== null;

/** A text that occurs nowhere else. */
function textOf(subject: string, stage: Stage): string {
  const key = `${subject} ${stage}`;
  const text = everyText.get(key) ?? `zqx${String(everyText.size).padStart(3, '0')}${stage}`;
  everyText.set(key, text);
  return text;
}

const valueOf = ({ path, valueWith }: TextField, of: string, stage: Stage) =>
  valueWith(textOf(`${of} ${path.join('.')}`, stage));

it('every field without a unique text is listed', () => {
  // A new text field needs no change here. A new kind of personal data needs a value in this test.
  expect(withoutText.sort()).toEqual(
    [
      ...[
        'AmountOutstanding',
        'Currency',
        'ExpiryDate',
        'JoiningDate',
        'Kind',
        'ID',
        'ID',
        'ParentID',
        'User.ID',
      ],
      ...[
        'Checked',
        'Standing',
        'Categories',
        'Chapter',
        'Directory.Listed',
        'Directory.MembersListed',
        'Directory.Show',
        'Directory.ShowMembers',
        'MembershipType',
      ],
      ...['ConfirmedOn', 'Picture'],
      ...['Addons', 'Extras', 'Locations', 'Geolocation.Lat', 'Geolocation.Lng', 'Precision'],
    ].sort(),
  );
  expect(membershipTexts.length + locationTexts.length).toBeGreaterThanOrEqual(30);
});

describe.each(testEngines)('an erased person (%s)', (engine) => {
  const { folder, run, location } = commandFolder(engine);
  const file = (name: string) => join(folder, name);
  let service: ServiceProcess;
  let receiver: Receiver;
  let directory: Directory | null = null;
  const printed: string[] = [];
  const client = { id: '', secret: '' };
  let before = '';
  let userToken = '';
  const asked = () => ({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: callback,
    state: 'a',
    scope: 'user',
  });

  async function done(line: string, input = ''): Promise<Record<string, string>> {
    const { exitCode, out, err } = await run(`${line} --json`, input);
    expect([exitCode, line, exitCode === 0 ? '' : out + err]).toEqual([0, line, '']);
    return JSON.parse(out);
  }

  function postgresTool(name: string, args: string[]): Buffer {
    const address = ['--dbname', location().postgresUrl ?? ''];
    const { status, stdout, stderr } = spawnSync(name, [...address, ...args], { maxBuffer: 1e9 });
    expect([name, status, stderr.toString()]).toEqual([name, 0, '']);
    return stdout;
  }

  const startService = () =>
    ServiceProcess.start(location(), {
      MEMBERSHIP_ORGANISATION_ID: String(organisationId),
      RATE_LIMITS: 'off',
    });

  async function stopService(): Promise<void> {
    await service.end('SIGTERM');
    printed.push(service.printed);
  }

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(location());
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  async function startDirectory(): Promise<Directory> {
    const { dataDir } = location();
    const site = await withStore((store) => readSite(store, organisationId));
    const clock = () => new Date();
    const api = createMembershipApiClient({
      apiUrl: service.url,
      organisationId,
      client: ownClient(openSecrets(dataDir).authSecret, organisationId),
      clock,
      limits: trustedLimits,
    });
    const started = createDirectory({
      api,
      clock,
      config: { dataDir, remoteApiUrl: null },
      site: () => site,
    });
    await started.start();
    return started;
  }

  function row(stage: Stage): Record<string, string> {
    const cells = [...membershipTexts, ...locationTexts].map((field) => {
      const of = locationTexts.includes(field) ? 'location' : 'member';
      return [field.cell, valueOf(field, of, stage)];
    });
    return {
      ...Object.fromEntries(cells),
      ...Object.fromEntries(questions.map((question) => [question, textOf(question, stage)])),
      ExternalID: textOf('external membership', 'a'),
      ExternalPersonID: textOf('external person', 'a'),
      MembershipType: 'Full',
      ExpiryDate: '2099-12-31',
      Kind: 'individual',
      Committee: 'Committee',
      Approved: 'yes',
      Listed: 'yes',
      Lat: '-37.8100512',
      Lng: '144.9600512',
      Precision: 'exact',
    };
  }

  function saveImport(name: string, stage: Stage): void {
    const cells = row(stage);
    writeFileSync(file(name), `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`);
  }

  async function token(scope: string): Promise<string> {
    const fields = { grant_type: 'client_credentials', scope };
    const response = await service.requestToken(client, fields, organisationId);
    expect(response.status).toBe(200);
    return ((await response.json()) as { access_token: string }).access_token;
  }

  function mailedCode(): string | null {
    const outbox = join(location().dataDir, 'outbox');
    const mails = readdirSync(outbox).sort();
    // Part 0 is the email's headers, part 1 the headers of its plain text, and part 2 the plain text.
    const texts = mails.map((name) => readFileSync(join(outbox, name), 'utf8').split('\r\n\r\n')[2] ?? '');
    return (
      texts.map((text) => /^\D*\b(\d{6})\b/.exec(text)?.[1] ?? null).findLast((code) => code !== null) ?? null
    );
  }

  async function consent(browser: Browser): Promise<void> {
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    const code = browser.callback().get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
    const response = await service.requestToken(client, fields, organisationId);
    userToken = ((await response.json()) as { access_token: string }).access_token;
  }

  const ownData = () =>
    service.request(`${root}/user`, { headers: { authorization: `Bearer ${userToken}` } });

  async function get(path: string): Promise<Response> {
    return service.request(path, { headers: { authorization: `Bearer ${await token('members')}` } });
  }

  async function answers(): Promise<Found> {
    const texts = [...everyText.values()];
    const found: Found = new Map();
    const add = (name: string, content: string) => {
      const inAnswer = findIn(Buffer.from(content), texts);
      if (inAnswer.length > 0) found.set(name, new Set(inAnswer));
    };
    const paths = [
      `${root}/members?Include[]=Directory`,
      `${root}/members/1`,
      `${root}/locations`,
      `${root}/changes?After=${before}`,
      `${root}/committees`,
      `/api/v1/organisation/${organisationId}/members`,
      `/api/v1/organisation/${organisationId}/locations`,
    ];
    for (const path of paths) add(path, await (await get(path)).text());
    for (const line of [
      'journal --limit 100000 --json',
      'member show 1',
      'person show --person 1',
      'webhook list',
    ])
      add(line, Object.values(await run(line)).join('\n'));
    await done(`export answers.json --organisation ${organisationId}`);
    add('export', readFileSync(file('answers.json'), 'utf8'));
    if (directory === null) return found;
    await directory.refresh();
    const routes = directoryRoutes({
      directory,
      places: loadPlaces(),
      site: () => ({ country: 'Australia' }) as never,
      logError: (error) => {
        throw error;
      },
    });
    for (const path of ['/search.json', '/clusters.json?view=-90,-180,90,180&zoom=18']) {
      const response = await routes.request(path);
      expect(response.status).toBe(200);
      add(path, await response.text());
    }
    add('entry', JSON.stringify(directory.find('1')));
    return found;
  }

  async function search(): Promise<Found> {
    const texts = [...everyText.values()];
    const tables = await withStore((store) => findInDatabase(store, texts));
    const log = findIn(Buffer.from([...printed, service.printed].join('\n')), texts);
    return new Map([
      ...findInFolder(location().dataDir, texts),
      ...tables,
      ...(log.length > 0 ? [['log', new Set(log)] as const] : []),
    ]);
  }

  beforeAll(async () => {
    receiver = await startReceiver({ now: Date.now });
    const settings = {
      name: 'Example Association',
      country: 'Australia',
      extras: questions.map((question, at) => ({
        question,
        answerType: 'text',
        adminOnly: at === 1,
        searchable: at === 0,
      })),
      types: [{ name: 'Full', extras: questions }],
    };
    writeFileSync(file('us.json'), JSON.stringify(settings));
    await done(`organisation apply us.json --organisation ${organisationId}`);
    Object.assign(
      client,
      await done(
        `client create --organisation ${organisationId} --name Site --scope members,members:write,user --redirect-uri ${callback}`,
      ),
    );
    service = await startService();
    before = String(((await (await get(`${root}/changes`)).json()) as { Next: string }).Next);
    const hook = await done(`webhook add ${receiver.url} --events members,people --allow-private`);
    receiver.setSecret(hook.secret ?? '');
  }, 120_000);

  afterAll(async () => {
    await directory?.stop();
    await stopService();
    await receiver.close();
  });

  it('is imported twice, changed, signs in, gets emails and is shown', { timeout: 300_000 }, async () => {
    saveImport('one.csv', 'a');
    const extras = `--searchable-extras ${questions[0]} --extras "${questions[1]}"`;
    await done(`import one.csv --organisation ${organisationId} ${extras}`);
    saveImport('two.csv', 'b');
    expect(
      await done(
        `import two.csv --organisation ${organisationId} ${extras} --accept-other-people --reason ${textOf('reason', 'b')}`,
      ),
    ).toMatchObject({
      updated: 1,
    });
    const other = 'MembershipNumber,FirstName,LastName,Email,MembershipType,ExpiryDate,Listed';
    writeFileSync(file('other.csv'), `${other}\nother,Other,Member,other@example.org,Full,2099-12-31,yes\n`);
    await done(`import other.csv --organisation ${organisationId}`);

    const change: Record<string, unknown> = {};
    for (const field of membershipTexts) put(change, field.path, valueOf(field, 'member', 'c'));
    const place: Record<string, unknown> = {
      Geolocation: { Lat: '-37.8100512', Lng: '144.9600512' },
      Precision: 'exact',
    };
    for (const field of locationTexts) put(place, field.path, valueOf(field, 'location', 'c'));
    change.Locations = [place];
    const written = await service.request(`${root}/members/1`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${await token('members members:write')}`,
        'content-type': 'application/json',
        'if-match': '*',
        'idempotency-key': textOf('idempotency key', 'c'),
        'change-reason': textOf('change reason', 'c'),
      },
      body: JSON.stringify(change),
    });
    expect([written.status, written.status === 200 ? '' : await written.text()]).toEqual([200, '']);
    for (const field of membershipTexts.filter(({ path }) => path[0] === 'User'))
      await done(`person set 1 ${field.path.slice(1).join('.')}=${valueOf(field, 'member', 'd')}`);

    const password = `a long password`;
    await done(`account set-password --organisation ${organisationId} --person 1`, password);
    const email = membershipTexts.find(({ path }) => path.join('.') === 'User.Email');
    if (email === undefined) throw new Error('there is a field for the address');
    const address = valueOf(email, 'member', 'd');
    await done(`account invite --organisation ${organisationId} --email ${address}`);
    const browser = await service.browser(password).open(`/auth/organisation/${organisationId}/email`);
    await browser.signIn(address);
    expect(browser.path).toMatch(/email/);
    const second = await service.browser(password).open(`/auth/organisation/${organisationId}/email`);
    await second.open(second.path.replace('/sign-in', '/code'));
    await second.submit({ email: address }, { action: 'code' });
    await expect.poll(() => mailedCode()).not.toBeNull();
    await second.submit({ code: mailedCode() ?? '' }, { action: 'enter-code' });
    expect(second.path).toMatch(/email/);
    await consent(await browser.open(`${root}/authorize?${new URLSearchParams(asked())}`));
    expect((await ownData()).status).toBe(200);

    directory = await startDirectory();
    expect(directory.find('1')).not.toBeNull();
    await expect.poll(() => receiver.accepted().length).toBeGreaterThan(0);
    if (engine === 'sqlite') await done('backup kept');
    else if (hasPostgresTools) postgresTool('pg_dump', ['--format=custom', `--file=${file('kept.dump')}`]);
    // When the directory stops, it saves its snapshot.
    await directory.stop();
    directory = await startDirectory();
  });

  it('is found everywhere before the erasure', { timeout: 120_000 }, async () => {
    const places = await search();
    const seen = new Set([...places.values()].flatMap((texts) => [...texts]));
    const missing = [...everyText].filter(([, text]) => !seen.has(text)).map(([subject]) => subject);
    expect(missing).toEqual([]);
    expect([...places.keys()]).toEqual(
      expect.arrayContaining([
        'snapshot.bin',
        'person',
        'membership_document',
        'journal',
        'location',
        'answer',
        'external_id',
      ]),
    );
    expect([...places.keys()].some((name) => name.startsWith('outbox'))).toBe(true);
    expect(await withStore((store) => findPerson(store, { organisationId, personId: 1 }))).toEqual(
      expect.arrayContaining([
        'account',
        'access_token',
        'committee_seat',
        'consent',
        'membership',
        'session',
      ]),
    );
    const shown = await answers();
    expect([...shown.keys()]).toEqual(
      expect.arrayContaining([
        `${root}/members/1`,
        '/search.json',
        '/clusters.json?view=-90,-180,90,180&zoom=18',
        'entry',
      ]),
    );
  });

  it('is found nowhere after the erasure', { timeout: 120_000 }, async () => {
    const erased = await done(`person erase --person 1 --organisation ${organisationId} --yes`);
    expect(erased).toMatchObject({ personId: 1, complete: true });
    const shown = await answers();
    expect(shown).toEqual(new Map());
    expect((await ownData()).status).toBe(401);
    // `erasure` has the tombstone. `account_journal` has rows without values that say what happened to this ID.
    expect(await withStore((store) => findPerson(store, { organisationId, personId: 1 }))).toEqual([
      'account_journal',
      'erasure',
    ]);
    // The directory saves its snapshot when it stops.
    await directory?.stop();
    directory = null;
    await closeFiles();
    expect(await search()).toEqual(new Map());
    if (engine === 'postgres' && hasPostgresTools)
      expect(findIn(postgresTool('pg_dump', []), [...everyText.values()])).toEqual([]);
    await waitFor(() => expect(receiver.received.map(({ operation }) => operation)).toContain('erased'));
    const bodies = receiver.received.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n');
    expect(findIn(Buffer.from(bodies), [...everyText.values()])).toEqual([]);
  });

  it(
    'leaves no data after a restart, and their sign-in fails like that of an unknown address',
    { timeout: 120_000 },
    async () => {
      await stopService();
      await closeFiles();
      service = await startService();
      expect(await search()).toEqual(new Map());
      const pages = [];
      for (const address of ['zqx@nobody.example', `${textOf('member User.Email', 'd')}@zqx.example`]) {
        const browser = await service
          .browser('a long password')
          .open(`/auth/organisation/${organisationId}/email`);
        await browser.signIn(address);
        pages.push(browser.page.replaceAll(address, 'ADDRESS').replaceAll(/[\w-]{20,}/g, 'SECRET'));
      }
      expect(pages[1]).toBe(pages[0]);
    },
  );

  it.runIf(engine === 'sqlite')('does not come back with a backup', { timeout: 120_000 }, async () => {
    expect(findInFolder(file('kept'), [...everyText.values()]).size).toBeGreaterThan(0);
    await stopService();
    await closeFiles();
    expect(await done('restore kept --yes')).toMatchObject({ erased: 1, problems: [] });
    expect(existsSync(file('data/erasures.jsonl'))).toBe(true);
    service = await startService();
    expect(await search()).toEqual(new Map());
    expect(await answers()).toEqual(new Map());
  });

  it.runIf(engine === 'postgres' && hasPostgresTools)(
    'does not come back with a dump, after the next start',
    { timeout: 120_000 },
    async () => {
      await stopService();
      postgresTool('pg_restore', ['--clean', '--if-exists', '--no-owner', file('kept.dump')]);
      expect((await search()).size).toBeGreaterThan(0);
      service = await startService();
      expect(await search()).toEqual(new Map());
      expect(await answers()).toEqual(new Map());
    },
  );
});

function put(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = (target[name] ?? {}) as Record<string, unknown>;
  target[name] = inner;
  put(inner, rest, value);
}
