/** An export is imported into an empty installation on the other engine. Both then give the same responses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivedTables, archiveParts } from '@/lib/transfer/archive/parts';
import { startService } from '@/lib/service/sign-in-service.fixture';
import { byCommand } from '@/lib/store/journal';
import type { Store } from '@/lib/store/database';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { exportMembers } from '@/lib/transfer/import/export-members';
import { importArchive } from '@/lib/transfer/import/import-archive';
import { callEveryEndpoint, clientToken, endpointsOf, findUncalled } from './moved-answers.fixture';
import { addMovedOrganisation, organisationId, type MovedOrganisation } from './moved-organisation.fixture';

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
    const [before, after] = await Promise.all(
      [source, target].map((store) => callEveryEndpoint(store, moved)),
    );
    expect(before?.uncalled).toEqual([]);
    expect(after?.answers).toEqual(before?.answers);
    const refused = Object.entries(before?.answers ?? {}).filter(([, { status }]) => status >= 400);
    expect(refused.map(([name, { status }]) => `${status} ${name.replace(/\?.*/, '')}`)).toEqual([
      // Version 1 of the API does not support three of the filters.
      ...Array<string>(3).fill('400 GET /api/v1/organisation/100/members'),
      '401 members with a revoked token',
      '400 GET /api/v2/organisation/100/authorize',
      '403 roles for person 1',
      // These members are not in the officer's chapter.
      ...[2, 4, 9].map((id) => `404 members/${id} for person 1`),
      '404 GET /api/v2/organisation/100/user/members/2/staff',
      ...[
        'GET imports',
        'GET imports/unknown',
        'POST imports',
        'POST imports/unknown/run',
        'POST imports/unknown/stop',
        'PUT imports/unknown',
        'DELETE imports/unknown',
      ].map((request) => `404 ${request.replace(' ', ' /api/v2/organisation/100/office/')}`),
      '404 POST /api/v2/organisation/100/office/duplicates/separate',
      '422 POST /api/v2/organisation/100/office/views',
      '404 DELETE /api/v2/organisation/100/office/views/99',
      '422 POST /api/v2/organisation/100/office/bulk',
      '404 GET /api/v2/organisation/100/office/bulk/99',
      ...['run', 'send', 'stop'].map((what) => `404 POST /api/v2/organisation/100/office/bulk/99/${what}`),
      '404 GET /api/v2/organisation/100/office/health',
      ...['check', 'backup'].map((job) => `404 POST /api/v2/organisation/100/office/health/${job}`),
      '422 POST /api/v2/organisation/100/office/clients',
      '404 PATCH /api/v2/organisation/100/office/clients/unknown',
      '404 POST /api/v2/organisation/100/office/clients/unknown/secret',
      '404 DELETE /api/v2/organisation/100/office/clients/unknown',
      '422 POST /api/v2/organisation/100/office/webhooks',
      ...['test', 'enable', 'replay', 'secret'].map(
        (action) => `404 POST /api/v2/organisation/100/office/webhooks/unknown/${action}`,
      ),
      '404 DELETE /api/v2/organisation/100/office/webhooks/unknown',
      '422 POST /api/v2/organisation/100/office/members/4/merge',
      '404 POST /api/v2/organisation/100/office/members/2/erase',
      '400 POST /api/v2/organisation/100/office/pictures',
      '400 POST /api/v2/organisation/100/office/members/2/pictures',
      '422 POST /api/v2/organisation/100/office/roles',
      '409 POST /api/v2/organisation/100/office/proposals/2/accept',
      '409 POST /api/v2/organisation/100/office/proposals/2/decline',
      '409 PUT /api/v2/organisation/100/user/members/2/leaving',
      // The membership is not a company's.
      ...['POST', 'POST /3/invitation', 'DELETE /3'].map(
        (request) => `404 ${request.replace(/ ?(?=\/|$)/, ' /api/v2/organisation/100/user/members/2/staff')}`,
      ),
      '400 POST /api/v2/organisation/100/user/members/2/pictures',
      '404 DELETE /api/v2/organisation/100/user/sessions/unknown',
      '401 sessions after they were ended',
    ]);
  });

  it('continues /changes from an old position, and then has new changes', async () => {
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

it('detects an endpoint that is not compared', () => {
  const path = '/api/v2/organisation/:organisation/members';
  const routes = ['GET', 'POST', 'OPTIONS', 'ALL'].map((method) => ({ method, path }));
  const endpoints = endpointsOf([
    ...routes,
    { method: 'ALL', path: `${path}/new` },
    { method: 'GET', path: '/docs' },
  ]);
  expect(findUncalled(endpoints, [['GET', '/api/v2/organisation/100/members']])).toEqual([
    `ALL ${path}/new`,
    `POST ${path}`,
  ]);
});

async function rowsOf(store: Store, table: string): Promise<unknown[]> {
  const isAuth = archivedAuth.has(table);
  const db = (isAuth ? store.auth : store.members) as Kysely<unknown>;
  const key = table === 'organisation' ? sql`id` : sql`organisation_id`;
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}
    where ${key} = ${organisationId}`.execute(db);
  // The version is left out, because it only shows that something was written.
  return rows.map(({ version: _version, ...row }) => JSON.stringify(row, Object.keys(row).sort())).sort();
}

const archivedAuth = new Set<string>(
  Object.values(archiveParts).flatMap(({ database, table }) => (database === 'auth' ? [table] : [])),
);
