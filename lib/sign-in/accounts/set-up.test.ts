import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { issueSetupLink } from '@/lib/sign-in/accounts/setup-link';
import { setPassword, verifyPassword } from '@/lib/sign-in/accounts/passwords';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { readJournal } from '@/lib/store/journal-read';
import { readRoleHolders } from '@/lib/store/roles';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { readStructure } from '@/lib/store/structure';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { writeOwnerLink } from '@/lib/server/owner-link';
import { createMembershipService } from '@/lib/service/app';
import { createSetUp } from './set-up';

const baseUrl = 'https://members.example';
const start = Date.parse('2026-06-15T02:00:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-set-up-'));
let organisationId = 9100;

afterAll(() => rmSync(dataDir, { recursive: true }));

describeEachEngine('the link of the first owner', (store) => {
  const time = { now: new Date(start) };
  let link = '';
  let app: ReturnType<typeof createMembershipService>;
  let restarts = 0;
  const typed = {
    firstName: 'Ada',
    lastName: 'Brandt',
    email: 'ada@example.org',
    password: 'owl-lake-91-harbour',
    name: 'Guild of Ålesund',
    country: 'Norway',
    timeZone: '',
  };
  const open = (address = link) => app.request(address);
  const send = (form: Record<string, string> = {}, headers: Record<string, string> = { Origin: baseUrl }) =>
    app.request(`${baseUrl}/auth/set-up`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ ...typed, token: new URL(link).searchParams.get('token') ?? '', ...form }),
    });
  const name = async () => (await readStructure(store().members, organisationId))?.organisation.name;
  const password = (email: string, text: string) =>
    verifyPassword(store(), { organisationId, email, password: text });

  beforeEach(async () => {
    organisationId += 1;
    time.now = new Date(start);
    restarts = 0;
    const clock = () => time.now;
    const context = { organisationId, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      await writer.marks.setDemonstration(true);
      for (const id of [1, 2]) await writer.putMember(sampleMember(id));
      await writer.roles.put({ id: 2, role: 'owner', chapterIds: [] });
    });
    const account = { organisationId, personId: 1, password: 'demonstration-password' };
    await setPassword(store(), account, clock());
    await createClient(store(), {
      organisationId,
      name: 'Demonstration',
      scopes: ['members'],
      redirectUris: [],
    });
    link = await issueSetupLink(store(), { organisationId, baseUrl, now: clock() });
    writeFileSync(join(dataDir, 'demo-credentials.json'), '{}');
    const restart = async () => void (restarts += 1);
    app = createMembershipService({
      store: store(),
      clock,
      baseUrl,
      mailer: async () => 'sent' as const,
      trustProxy: 0,
      setUp: createSetUp({
        store: store(),
        clock,
        dataDir,
        organisationId,
        areaCentre: noAreaCentre,
        restart,
      }),
    });
  });

  it('opens the page, which no site can frame and no cache stores', async () => {
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(await page.text()).toContain('Set up your association');
  });

  it('creates the association with its owner, and nothing of the demonstration is left', async () => {
    const file = writeOwnerLink(dataDir, link);
    const done = await send({ name: 'Guild\nof Ålesund', country: 'Norway\n' });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining('Guild of Ålesund is ready'),
    ]);
    const { organisation, types } = (await readStructure(store().members, organisationId)) ?? {};
    expect(organisation).toMatchObject({
      name: 'Guild of Ålesund',
      country: 'Norway',
      timeZone: 'Europe/Oslo',
      currency: 'NOK',
    });
    expect([...(types?.values() ?? [])].map((type) => type.name)).toEqual(['Member']);
    expect(await readRoleHolders(store().members, organisationId)).toEqual([
      { id: 1, role: 'owner', chapterIds: [] },
    ]);
    for (const table of ['membership', 'membership_document', 'location', 'chapter'] as const) {
      const left = await store()
        .members.selectFrom(table)
        .select('organisation_id')
        .where('organisation_id', '=', organisationId)
        .execute();
      expect([table, left]).toEqual([table, []]);
    }
    for (const table of ['client', 'session', 'mail_code'] as const) {
      const left = await store()
        .auth.selectFrom(table)
        .select('organisation_id')
        .where('organisation_id', '=', organisationId)
        .execute();
      expect([table, left]).toEqual([table, []]);
    }
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 100 });
    expect(rows.map(({ kind, actor }) => [kind, actor.kind, actor.id])).toEqual(
      ['organisation', 'membership_type', 'role', 'person'].map((kind) => [kind, 'person', '1']),
    );
    expect((await password('ada@example.org', typed.password)).people).toEqual([1]);
    expect((await password('zoe@members.example', 'demonstration-password')).people).toEqual([]);
    expect([existsSync(file), existsSync(join(dataDir, 'demo-credentials.json')), restarts]).toEqual([
      false,
      false,
      1,
    ]);
    const flag = await store()
      .members.selectFrom('organisation')
      .select('is_demonstration')
      .where('id', '=', organisationId)
      .executeTakeFirst();
    expect(flag?.is_demonstration).toBe(0);
  });

  it('works once, even if two people send it at the same time', async () => {
    const both = await Promise.all([send(), send({ name: 'Other' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await open()).status).toBe(400);
    expect((await send({ name: 'Third' })).status).toBe(400);
    expect(['Guild of Ålesund', 'Other']).toContain(await name());
  });

  it('works for 30 minutes', async () => {
    time.now = new Date(start + 30 * 60_000 - 1);
    expect((await open()).status).toBe(200);
    time.now = new Date(start + 30 * 60_000);
    expect([(await open()).status, (await send()).status]).toEqual([400, 400]);
    expect(await name()).toBe('Institute of Examples');
  });

  it.each<[string, Record<string, string>, Record<string, string>, number]>([
    ['a wrong token', { token: 'x'.repeat(36) }, { Origin: baseUrl }, 400],
    ['no token', { token: '' }, { Origin: baseUrl }, 400],
    ["another site's page", {}, { Origin: 'https://evil.example' }, 403],
    ['a program', {}, {}, 403],
    ['no name', { name: ' ' }, { Origin: baseUrl }, 422],
    ['a short password', { password: 'short' }, { Origin: baseUrl }, 422],
    ['no address', { email: 'ada' }, { Origin: baseUrl }, 422],
    ['two addresses', { email: 'ada@example.org, eve@example.org' }, { Origin: baseUrl }, 422],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, { Origin: baseUrl }, 422],
    ['a country without a usual zone', { country: 'Atlantis' }, { Origin: baseUrl }, 422],
  ])('refuses %s, and stays valid', async (_what, form, headers, status) => {
    expect((await send(form, headers)).status).toBe(status);
    expect([await name(), restarts]).toEqual(['Institute of Examples', 0]);
    expect((await open()).status).toBe(200);
  });

  it('shows again what was typed, except the password', async () => {
    const page = await (await send({ email: 'ada' })).text();
    expect(page).toContain('Guild of Ålesund');
    expect(page).not.toContain(typed.password);
  });

  it('does not work once the members are real', async () => {
    await store()
      .members.updateTable('organisation')
      .set({ is_demonstration: 0 })
      .where('id', '=', organisationId)
      .execute();
    expect([(await open()).status, (await send()).status]).toEqual([400, 400]);
    expect(await name()).toBe('Institute of Examples');
  });

  it('is stored only as a hash', async () => {
    const rows = await store().auth.selectFrom('mail_code').selectAll().execute();
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token).toHaveLength(36);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some(({ purpose }) => purpose === 'setup')).toBe(true);
  });

  it('does not open a password page', async () => {
    const token = new URL(link).searchParams.get('token') ?? '';
    const page = await app.request(
      `${baseUrl}/auth/organisation/${organisationId}/set-password?token=${token}`,
    );
    expect(page.status).toBe(400);
  });
});

it('only its owner can read the file with the link, even if an earlier file could be read by others', () => {
  writeFileSync(join(dataDir, 'owner-link.txt'), 'old', { mode: 0o644 });
  const file = writeOwnerLink(dataDir, 'https://members.example/auth/set-up?token=1');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('https://members.example/auth/set-up?token=1\n');
});
