/** Tests each endpoint with each role, and with callers who have no role. */
import { tagOfJson } from '@/lib/base/http/entity-tag';
import { noProposal } from '@/lib/store/proposal-fields';
import { PagesWriter } from '@/lib/store/pages';
import { ProposalsWriter } from '@/lib/store/proposals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictureFiles, type PictureFile } from '@/lib/contract/picture-files';
import { officeRoles, type OfficeRole } from '@/lib/contract/fields/role';
import {
  describeRoleTable,
  officeEndpoints,
  type OfficeEndpoint,
} from '@/lib/contract/office-rights/role-table';
import { readJournalPosition } from '@/lib/store/journal';
import { MemberPicturesWriter } from '@/lib/store/member-pictures';
import { readRoleHolders } from '@/lib/store/roles';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { tokenLifetimeSeconds } from '@/lib/sign-in/oauth/tokens';
import { createClient } from '@/lib/sign-in/oauth/clients';
import type { Store } from '@/lib/store/database';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { addWebhook } from '@/lib/notify/webhooks/webhooks';
import { officePeople, startTestOffice, testAuthSecret, type TestOffice } from './office.fixture';

let organisationId = 8000;
/** A secretary may merge this member, and end their sign-ins. */
const withoutRole = 7;
const addTestClient = (store: Store, id: string) =>
  createClient(store, {
    organisationId,
    name: 'A site',
    scopes: ['openid'],
    redirectUris: ['https://site.example/'],
    credentials: { id, secret: 'secret' },
  });
const newMember = {
  Kind: 'individual',
  MembershipType: { ID: '1' },
  ExpiryDate: null,
  User: { LastName: 'New' },
};
/** Everybody who may change members may make these bulk changes. */
const approveReader = { Members: { IDs: [String(officePeople.reader)] }, Action: { Do: 'approve' } };
const proposed = [{ Field: 'User.Title', Before: '', After: 'Dr' }];
const inviteReader = { ...approveReader, Action: { Do: 'invite' } };
const jpeg = new Uint8Array(
  await sharp({ create: { width: 96, height: 96, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer(),
);
// The cast is safe: these are all files.
const noFiles = Object.fromEntries(pictureFiles.map((name) => [name, 'AAAA'])) as Record<PictureFile, string>;
const addTestWebhook = async (store: Store, of: number) => {
  const webhook = {
    organisationId: of,
    url: 'http://127.0.0.1:1/',
    groups: ['members'] as const,
    allowsPrivate: true,
  };
  return (await addWebhook(store, webhook, { authSecret: testAuthSecret, now: new Date() })).id;
};
/** Each of the four roles calls an endpoint once, and the test of the recent sign-in twice. */
const calls = [1, 2, 3, 4, 5, 6];
const endpoints = Object.values<OfficeEndpoint>(officeEndpoints);

it('docs/office.md has the role table', () => {
  expect(readFileSync('docs/office.md', 'utf8')).toContain(`\n${describeRoleTable()}\n`);
});

describeUsualEngines('the office', (store) => {
  let office: TestOffice;
  let position = '';
  let waiting = 0;
  let category = 0;
  let client = 0;
  let notice = 0;
  let webhooks: string[] = [];
  let webhook = -1;
  let note = 0;
  let page = 0;
  let picture = '';
  const bodies = (path: string, method: string): unknown => {
    if (path === 'journal/undo') return { Position: position, Force: true };
    if (path === 'approvals/approve') return { Members: [{ ID: String(officePeople.reader) }] };
    if (path.startsWith('proposals/'))
      return { Tag: tagOfJson([proposed, 1], 22), ...(path.endsWith('/decline') ? { Answer: 'No' } : {}) };
    if (path === 'approvals/refuse') return { ID: String((waiting += 1)), Reason: 'no' };
    const text = { Subject: 'Your membership', Text: 'It ends on {lastDay}' };
    if (path === 'notices/preview' || path === 'notices/test') return text;
    if (path === 'notices/again') return { IDs: ['4.1.2026-06-30'] };
    if (path === 'notices/switch') return { On: true };
    if (path === 'notices/drop') return { Count: 1 };
    if (path === 'notices/{NoticeID}') return { ...text, Days: (notice += 1), On: true };
    if (path === 'notices' && method === 'PATCH') return { PerMinute: 30 };
    if (path === 'notices') return { ...text, Days: (notice += 1), On: true };
    if (path.startsWith('notices')) return {};
    if (path.endsWith('/notices')) return { Excluded: true };
    if (path === 'members') return newMember;
    if (path === 'roles')
      return { Email: `new-${(waiting += 1)}@example.org`, LastName: 'New', Role: 'reader' };
    if (path === 'bulk') return approveReader;
    if (path === 'duplicates/separate') return { Members: ['1', '2'] };
    if (path.startsWith('views')) return { Name: 'My view', List: '' };
    if (path.startsWith('bulk/') || path.endsWith('/erase') || path.endsWith('/link')) return {};
    if (path.endsWith('/merge')) return { With: String((waiting += 1)), WithTag: '*' };
    if (path.endsWith('}/pictures')) return jpeg;
    if (path.endsWith('/files')) return new TextEncoder().encode('A download');
    if (path.startsWith('pages')) return { Title: 'Rules', Text: '', Audience: 'members' };
    if (path.includes('/notes')) return { Text: 'Pays by cheque' };
    if (path.startsWith('members/')) return { User: { Title: 'Dr' } };
    if (path === 'clients')
      return { Name: 'A site', Scopes: ['openid'], RedirectURIs: ['https://site.example/'] };
    if (path === 'webhooks') return { URL: 'https://site.example/hook', Events: ['members'] };
    if (path.endsWith('/replay')) return { Reload: true };
    if (path.endsWith('/secret') || path.startsWith('webhooks') || path.startsWith('health')) return {};
    if (path.startsWith('imports')) return {};
    if (path === 'pictures') return new TextEncoder().encode('<svg></svg>');
    if (path.startsWith('clients')) return { Name: 'Another name' };
    if (path.startsWith('settings')) return { Name: 'New name' };
    return { Role: 'secretary' };
  };
  /** The ID in the path. Each call returns the next client, category, notice or webhook, or the ID of a member. */
  const idFor = ({ method, path }: OfficeEndpoint) => {
    const isRemoval = method === 'DELETE' && path === 'members/{MembershipID}';
    if (path.startsWith('notices')) return String((notice += 1));
    if (path.startsWith('pages')) return String((page += 1));
    if (path.startsWith('webhooks')) return webhooks[(webhook += 1) % webhooks.length] ?? '';
    if (path.startsWith('clients')) return `client-${organisationId}-${(client += 1)}`;
    const isErasure = path === 'members/{MembershipID}/erase';
    if (isRemoval || isErasure || path.startsWith('proposals/')) return String((waiting += 1));
    if (method === 'DELETE' && path.startsWith('roles')) {
      const { reader, officer } = officePeople;
      return String([reader, officer][(waiting += 1) % 2]);
    }
    if (/\/(sessions|passkeys|lock|merge)$/.test(path)) return String(withoutRole);
    return String(path.startsWith('settings') ? (category += 1) : officePeople.reader);
  };
  /** Only the caller sees this bulk change. */
  const ownBulk = async (path: string, token: string | null, of: TestOffice) => {
    const body = path.endsWith('/send') ? inviteReader : approveReader;
    const made: unknown = await (await of.office('POST', 'bulk', { token, body })).json();
    return String(Object(made).ID ?? '1');
  };
  const ownView = async (token: string | null, of: TestOffice) => {
    const body = { Name: 'My view', List: '' };
    const made: unknown = await (await of.office('POST', 'views', { token, body })).json();
    return String(Object(made).ID ?? '1');
  };
  const ask = async (endpoint: OfficeEndpoint, token: string | null, of = office) => {
    const { method, path } = endpoint;
    const id = path.startsWith('bulk/')
      ? await ownBulk(path, token, of)
      : path.startsWith('views/')
        ? await ownView(token, of)
        : idFor(endpoint);
    // The reader's person and membership have the same ID. The membership is in the officer's chapter.
    const noted = path
      .replace('{Items}', 'categories')
      .replace('{NoteID}', () => String((note += 1)))
      .replace('{PictureID}', picture)
      .replace('}/files', '}/files?Name=rules.txt');
    return of.office(method, noted.replace(/\{\w+\}/, id), {
      token,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: bodies(path, method) }),
    });
  };
  const holders = () => readRoleHolders(store().members, office.organisationId);

  /** Each office has its own data, so the IDs start again. */
  const startIds = () => {
    note = 80;
    page = 90;
    waiting = 50;
    category = 70;
    client = 0;
    notice = 0;
    webhook = -1;
  };
  const start = async (dataDir?: string) => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId, dataDir);
    const member = sampleMember(officePeople.member, { membershipNumber: 'changed' });
    await office.write(async (writer) => {
      for (const id of calls.map((call) => 50 + call)) {
        await writer.memberships.put(sampleMember(id, { isApproved: false }, samplePerson({ id })));
        await writer.part(ProposalsWriter).put({ ...noProposal(id), changes: proposed, proposedAt: 1 });
      }
      await writer.memberships.put(member);
      await writer.notices.putSettings({ ...(await writer.notices.settings()), isOn: true });
      const written = { text: 'A note', writtenBy: 1, writtenAt: 0, changedBy: null, changedAt: null };
      const notes = calls.map((call) => ({ id: 80 + call, ...written }));
      await writer.notes.put({ id: officePeople.reader, notes });
      for (const id of calls.map((call) => 90 + call))
        await writer.part(PagesWriter).put({ id, title: 'Rules', text: '', audience: 'members', files: '' });
      picture = await writer.part(MemberPicturesWriter).add(officePeople.reader, noFiles, null);
      const categories = calls.map((call) => ({ id: 70 + call, name: `Unused ${call}`, description: '' }));
      await writer.structure.putCategories(categories);
    });
    webhooks = [];
    for (const number of calls) {
      webhooks.push(await addTestWebhook(store(), organisationId));
      await addTestClient(store(), `client-${organisationId}-${number}`);
    }
    position = String(await readJournalPosition(store().members, organisationId));
  };

  // Nothing is changed, so these tests share an office.
  describe('what is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-role-table-'));
    let other: TestOffice;
    beforeAll(async () => {
      await start(folder);
      other = await startTestOffice(store(), organisationId + 1000, folder);
    });
    beforeEach(startIds);
    afterAll(() => rmSync(folder, { recursive: true }));

    for (const endpoint of endpoints) {
      const name = `${endpoint.method} ${endpoint.path}`;
      for (const role of officeRoles.filter((one) => endpoint.allowed[one] === 'no')) {
        it(`${name}: no for the ${role}`, async () => {
          const before = await holders();
          const response = await ask(endpoint, await office.ownToken({ personId: officePeople[role] }));
          expect(response.headers.get('Cache-Control')).toContain('no-store');
          expect(await errorOf(response)).toBe('403 insufficient_role');
          expect(await holders()).toEqual(before);
        });
      }

      it(`${name} is refused to everybody else, and changes nothing`, async () => {
        const before = await holders();
        const { owner, member } = officePeople;
        const expired = await office.ownToken({ personId: owner });
        const later = new Date(office.time.now.getTime() + tokenLifetimeSeconds * 1000);
        const usual = office.time.now;
        office.time.now = later;
        expect(await errorOf(await ask(endpoint, expired))).toBe('401 invalid_token');
        office.time.now = usual;
        const callers: [string, string | null, string][] = [
          ['nobody', null, '401 invalid_token'],
          ['a made-up token', 'made-up', '401 invalid_token'],
          ["another organisation's owner", await other.ownToken({ personId: owner }), '401 invalid_token'],
          ['a member without a role', await office.ownToken({ personId: member }), '403 insufficient_role'],
          ['the own client without a person', await office.ownToken(), '403 insufficient_scope'],
          [
            'an owner without the scope',
            await office.ownToken({ personId: owner, scopes: ['user'] }),
            '403 insufficient_scope',
          ],
          [
            'client credentials',
            await office.token({ scopes: ['basic', 'members', 'members:write'] }),
            '403 insufficient_scope',
          ],
        ];
        for (const [who, token, error] of callers)
          expect([who, await errorOf(await ask(endpoint, token))]).toEqual([who, error]);
        expect(await holders()).toEqual(before);
      });

      it(`${name} ends with the role, for a token that is still valid`, async () => {
        const id = officePeople.secondOwner;
        const token = await office.ownToken({ personId: id });
        const put = (role: OfficeRole | null) =>
          office.write((writer) => writer.roles.put({ id, role, chapterIds: [] }));
        await put(null);
        expect(await errorOf(await ask(endpoint, token))).toBe('403 insufficient_role');
        await put('owner');
      });
    }
  });

  const testAllowed = (endpoint: OfficeEndpoint) => {
    const name = `${endpoint.method} ${endpoint.path}`;
    for (const role of officeRoles.filter((one) => endpoint.allowed[one] !== 'no')) {
      it(`${name}: ${endpoint.allowed[role]} for the ${role}`, async () => {
        const response = await ask(endpoint, await office.ownToken({ personId: officePeople[role] }));
        expect(response.headers.get('Cache-Control')).toContain('no-store');
        expect(response.ok).toBe(true);
      });
    }

    it(`${name} ${endpoint.isSensitive ? 'needs' : 'does not need'} a recent sign-in`, async () => {
      const token = (minutesAgo: number) => office.ownToken({ personId: officePeople.owner, minutesAgo });
      expect((await ask(endpoint, await token(9.99))).ok).toBe(true);
      const old = await ask(endpoint, await token(10));
      if (!endpoint.isSensitive) return expect(old.ok).toBe(true);
      expect(old.headers.get('WWW-Authenticate')).toMatch(/insufficient_user_authentication.*max_age="600"/);
      expect(await errorOf(old)).toBe('401 insufficient_user_authentication');
    });
  };

  // Nothing is changed, so these tests share an office, too.
  describe('what may be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-role-table-'));
    beforeAll(() => start(folder));
    beforeEach(startIds);
    afterAll(() => rmSync(folder, { recursive: true }));

    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) testAllowed(endpoint);
  });

  describe('what may be changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-role-table-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
      // Each call changes other records, so the calls of an endpoint share an office.
      describe(`${endpoint.method} ${endpoint.path}`, () => {
        beforeAll(async () => {
          await start(folder);
          startIds();
        });
        testAllowed(endpoint);
      });
    }
  });

  describe('what is allowed', () => {
    beforeEach(async () => {
      await start();
      startIds();
    });

    it('a token from before sign-in times were stored allows no sensitive action', async () => {
      const token = await office.ownToken({ personId: officePeople.owner });
      await store().auth.updateTable('access_token').set({ signed_in_at: null }).execute();
      expect(await errorOf(await ask(officeEndpoints.setRole, token))).toBe(
        '401 insufficient_user_authentication',
      );
      expect((await ask(officeEndpoints.me, token)).status).toBe(200);
    });

    it('is closed to a person with a role at every other client, even with the scope', async () => {
      const { owner } = officePeople;
      const token = await office.token({ scopes: ['user'], personId: owner });
      await store().auth.updateTable('access_token').set({ scope: 'user office' }).execute();
      expect(await errorOf(await ask(officeEndpoints.me, token))).toBe('403 insufficient_scope');
    });

    it('me shows the role, its chapters and what it allows', async () => {
      const response = await ask(
        officeEndpoints.me,
        await office.ownToken({ personId: officePeople.officer }),
      );
      expect(await response.json()).toEqual({
        PersonID: '3',
        Role: 'officer',
        Chapters: ['1'],
        OfficerAccess: '',
        ReadersSeeContact: null,
        SendsMail: true,
        SignedInAt: '2026-06-15T01:59:00.000Z',
        RecentUntil: '2026-06-15T02:09:00.000Z',
        Endpoints: endpoints
          .filter(({ allowed }) => allowed.officer !== 'no')
          .map(({ method, path, isSensitive }) => ({
            Method: method,
            Path: path,
            NeedsRecentSignIn: isSensitive,
          })),
      });
    });

    it('a person with a role needs no membership', async () => {
      await office.write((writer) => writer.memberships.remove([officePeople.secretary]));
      const token = await office.ownToken({ personId: officePeople.secretary });
      expect((await ask(officeEndpoints.me, token)).status).toBe(200);
    });

    it('refuses other methods and unknown addresses', async () => {
      const token = await office.ownToken({ personId: officePeople.owner });
      const wrong = await office.office('POST', 'structure', { token });
      expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await office.office('GET', 'nothing', { token })).status).toBe(404);
    });
  });
});
