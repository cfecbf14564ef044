/** Export → import into an empty installation on the other engine: the same answers everywhere. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivedTables } from '@/lib/membership-archive/archived-tables';
import { archiveParts } from '@/lib/membership-archive/parts';
import { columnNames } from '@/lib/membership-api/fields/columns';
import { Browser } from '@/lib/membership-oauth/browser.fixture';
import { challenge, startService, verifier } from '@/lib/membership-service/sign-in-service.fixture';
import { byCommand } from '@/lib/membership-store/journal';
import type { Store } from '@/lib/membership-store/database';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/membership-store/stores.fixture';
import { exportMembers } from '@/lib/membership-import/export-members';
import { importArchive } from '@/lib/membership-import/import-archive';
import {
  addMovedOrganisation,
  callback,
  organisationId,
  password,
  type MovedOrganisation,
} from './moved-organisation.fixture';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-move-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'everything.json');

async function exportText(store: Store, hasSecrets: boolean): Promise<string> {
  const parts: string[] = [];
  await exportMembers(
    store,
    { organisationId, format: 'json', parts: { hasSecrets, isOwnClient: () => false } },
    async (text) => void parts.push(text),
  );
  return parts.join('');
}

const [first, other = 'sqlite'] = testEngines;
const directions = [...new Set([`${first} ${other}`, `${other} ${first}`])].map((one) => one.split(' '));

it('has a decision for every table, and every column of the tables in parts', async () => {
  const fresh = await openFreshStore('sqlite');
  const tables = [
    ...(await (fresh.store.members as Kysely<unknown>).introspection.getTables()),
    ...(await (fresh.store.auth as Kysely<unknown>).introspection.getTables()),
  ].filter(({ name }) => !name.endsWith('_migration'));
  await fresh.remove();
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(archivedTables).sort());
  const inParts = Object.entries(archivedTables).filter(([, decision]) => decision === 'part');
  for (const [name] of inParts) {
    const part = Object.values(archiveParts).find(({ table }) => table === name);
    const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
    const archived = part === undefined ? [] : columnNames(part.fields).map(String);
    const isExtra = (column: string) => name === 'journal_state' && column === 'is_demonstration';
    expect([name, [...archived.filter((column) => !isExtra(column)), 'organisation_id'].sort()]).toEqual([
      name,
      columns.sort(),
    ]);
  }
});

describe.each(directions)('an organisation moved from %s to %s', (from, to) => {
  const opened: FreshStore[] = [];
  let source: Store;
  let target: Store;
  let moved: MovedOrganisation;
  let text = '';
  const context = () => ({
    store: target,
    clock: () => new Date('2026-02-20T00:00:00Z'),
    areaCentre: () => null,
    cause: byCommand('import'),
  });
  const request = {
    path,
    organisationId,
    isDryRun: false,
    replaces: false,
    confirmedRemovals: null,
    acceptsRoles: true,
  };
  const open = async (engine: string | undefined) => {
    const fresh = await openFreshStore(engine === 'postgres' ? 'postgres' : 'sqlite');
    opened.push(fresh);
    return fresh.store;
  };

  beforeAll(async () => {
    source = await open(from);
    target = await open(to);
    moved = await addMovedOrganisation(source);
    text = await exportText(source, true);
    writeFileSync(path, text);
    const result = await importArchive(request, context());
    expect(result).toMatchObject({
      isWritten: true,
      problems: [],
      restored: { accounts: 4, passwords: 4, clients: 4, withoutSecret: [] },
    });
  });
  afterAll(async () => {
    for (const fresh of opened) await fresh.remove();
  });

  it('exports the same file, byte for byte', async () => {
    expect(await exportText(target, true)).toBe(text);
  });

  it('has the same rows in every table that is not computed', async () => {
    for (const [table, decision] of Object.entries(archivedTables)) {
      if (typeof decision !== 'string') continue;
      const [before, after] = await Promise.all([source, target].map((store) => rowsOf(store, table)));
      expect([table, after]).toEqual([table, before]);
    }
  });

  it('gives the same response at every endpoint', async () => {
    const answers = await Promise.all([source, target].map((store) => answersOf(store, moved)));
    expect(Object.keys(answers[0] ?? {}).length).toBeGreaterThan(40);
    expect(answers[1]).toEqual(answers[0]);
    for (const [address, answer] of Object.entries(answers[0] ?? {})) {
      // Version 1 has fewer filters.
      const expected = address.startsWith('/api/v1') ? [200, 400] : [200];
      expect([address, expected.includes(answer.status)]).toEqual([address, true]);
    }
  });

  it('continues /changes from an old position, and after it with new changes', async () => {
    const service = startService(target);
    service.now = moved.now;
    const token = await clientToken(service, moved.reader);
    const at = async (after: number) => {
      const response = await service.request(
        `/api/v2/organisation/${organisationId}/changes?After=${after}&Limit=1000`,
        { headers: { Authorization: `Bearer ${token}` } },
      );
      const page = (await response.json()) as { Changes: { ID: string }[]; Next: string };
      return { status: response.status, ...page };
    };
    const old = await at(moved.position);
    expect([old.status, old.Changes.length > 5]).toEqual([200, true]);
    const changed = await service.request(`/api/v2/organisation/${organisationId}/members/7`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${await clientToken(service, moved.reader, 'members members:write')}`,
        'Content-Type': 'application/merge-patch+json',
        'If-Match': '*',
      },
      body: JSON.stringify({ MembershipNumber: 'after the move' }),
    });
    expect(changed.status).toBe(200);
    const newer = await at(Number(old.Next));
    expect([newer.status, newer.Changes.map(({ ID }) => ID)]).toEqual([200, ['7']]);
  });
});

type Service = ReturnType<typeof startService>;

async function rowsOf(store: Store, table: string): Promise<unknown[]> {
  const isAuth = archivedAuth.has(table);
  const db = (isAuth ? store.auth : store.members) as Kysely<unknown>;
  const key = table === 'organisation' ? sql`id` : sql`organisation_id`;
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}
    where ${key} = ${organisationId}`.execute(db);
  // The version only tells that something was written.
  return rows.map(({ version: _version, ...row }) => JSON.stringify(row, Object.keys(row).sort())).sort();
}

const archivedAuth = new Set<string>(
  Object.values(archiveParts).flatMap(({ database, table }) => (database === 'auth' ? [table] : [])),
);

async function clientToken(
  service: Service,
  { id, secret }: { id: string; secret: string },
  scope = 'basic members',
): Promise<string> {
  const response = await service.request(`/api/v2/organisation/${organisationId}/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const everyStatus = ['financial', 'expired', 'expiring', 'outstanding']
  .map((status) => `FinancialStatus[]=${status}`)
  .join('&');
const filters = [
  '',
  'Searchable=true',
  everyStatus,
  `${everyStatus}&MembershipType[]=3`,
  `${everyStatus}&OrganisationChapter[]=2`,
  'MembershipCategory[]=1',
  'CurrentAddons[]=1',
  'ExtraAnswer[11][]=No',
  `${everyStatus}&ExpiryDate[To]=2026-06-30`,
  `${everyStatus}&DateModified[After]=2026-01-01T00:10:00Z`,
];

/** What clients and members see. By address: the status and the body. */
async function answersOf(
  store: Store,
  { reader, site, position, now }: MovedOrganisation,
): Promise<Record<string, { status: number; body: string }>> {
  const service = startService(store);
  service.now = now;
  const answers: Record<string, { status: number; body: string }> = {};
  const get = async (token: string, address: string, name = address) => {
    const response = await service.request(address, { headers: { Authorization: `Bearer ${token}` } });
    answers[name] = { status: response.status, body: await response.text() };
  };
  const token = await clientToken(service, reader);
  const [v1, v2] = [`/api/v1/organisation/${organisationId}`, `/api/v2/organisation/${organisationId}`];
  for (const filter of filters) {
    await get(token, `${v1}/members?${filter}`);
    await get(token, `${v2}/members?${filter}`);
  }
  for (const list of ['membershiptypes', 'addons']) {
    await get(token, `${v1}/${list}`);
    await get(token, `${v2}/${list}`);
  }
  await get(token, `${v2}/categories`);
  await get(token, `${v2}/extras`);
  await get(token, `${v2}/extras?Searchable=true`);
  await get(token, `${v2}/locations`);
  await get(token, `${v2}/locations?Geolocation[Lat]=-38&Geolocation[Lng]=144.36&Geolocation[Distance]=50`);
  for (const id of [1, 2, 4, 5, 9, 16, 18, 40, 41]) await get(token, `${v2}/members/${id}`);
  await get(token, `${v2}/changes?After=${position}&Limit=1000`);
  await get(token, `${v2}/changes`);
  for (const [email, personId] of [
    ['member1@example.org', 1],
    ['member2@example.org', 2],
    ['member4@example.org', 4],
  ] as const) {
    await get(await signIn(service, site, email), `${v2}/user`, `user ${personId}`);
  }
  expect(service.errors).toEqual([]);
  return answers;
}

/** The token of a member who signs in with a password, at a site with PKCE. */
async function signIn(
  service: Service,
  site: { id: string; secret: string },
  email: string,
): Promise<string> {
  const root = `/api/v2/organisation/${organisationId}`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: site.id,
    redirect_uri: callback,
    state: 'xyz',
    scope: 'user',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const browser = new Browser((address, init) => service.request(address, init), {
    origin: 'https://members.example',
    password,
  });
  await browser.open(`${root}/authorize?${query}`);
  await browser.signIn(email);
  if (browser.page.includes('Allow and continue')) {
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
  }
  const response = await service.request(`${root}/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${site.id}:${site.secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: browser.callback().get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    }).toString(),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
