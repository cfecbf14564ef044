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
import type { SetUp } from '@/lib/contract/set-up';
import { createSetUp } from './set-up';

const baseUrl = 'https://members.example';
const start = Date.parse('2026-06-15T02:00:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-set-up-'));
let organisationId = 9100;

afterAll(() => rmSync(dataDir, { recursive: true }));

describeEachEngine('the link of the first owner', (store) => {
  const time = { now: new Date(start) };
  let link = '';
  let setUp: SetUp;
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
  const token = () => new URL(link).searchParams.get('token') ?? '';
  const isValid = () => setUp.isValid(token());
  const send = (form: Record<string, string> = {}) => setUp.complete(token(), { ...typed, ...form });
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
      for (const id of [1, 2]) await writer.memberships.put(sampleMember(id));
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
    setUp = createSetUp({
      store: store(),
      clock,
      dataDir,
      organisationId,
      areaCentre: noAreaCentre,
      restart,
    });
  });

  it('creates the association with its owner, and nothing of the demonstration is left', async () => {
    const file = writeOwnerLink(dataDir, link);
    expect(await isValid()).toBe(true);
    expect(await send({ name: 'Guild\nof Ålesund', country: 'Norway\n' })).toBe('done');
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
    expect(both.sort()).toEqual(['done', 'link']);
    expect([await isValid(), await send({ name: 'Third' })]).toEqual([false, 'link']);
    expect(['Guild of Ålesund', 'Other']).toContain(await name());
  });

  it('works for 30 minutes', async () => {
    time.now = new Date(start + 30 * 60_000 - 1);
    expect(await isValid()).toBe(true);
    time.now = new Date(start + 30 * 60_000);
    expect([await isValid(), await send()]).toEqual([false, 'link']);
    expect(await name()).toBe('Institute of Examples');
  });

  it.each(['x'.repeat(36), ''])('refuses another token: “%s”', async (other) => {
    expect(await setUp.isValid(other)).toBe(false);
    expect(await setUp.complete(other, typed)).toBe('link');
    expect([await name(), await isValid()]).toEqual(['Institute of Examples', true]);
  });

  it.each<[Record<string, string>, string]>([
    [{ name: ' ' }, 'Enter Name of the association'],
    [{ password: 'short' }, 'at least 10 characters'],
    [{ email: 'ada' }, 'Enter an email address such as ada@example.org'],
    [{ email: 'ada@example.org, eve@example.org' }, 'Enter an email address such as ada@example.org'],
    [{ timeZone: 'Mars/Olympus' }, 'Choose a time zone'],
    [{ country: 'Atlantis' }, 'Choose a time zone'],
    [{ firstName: 'a'.repeat(301) }, 'First name must have at most 300 characters'],
  ])('refuses %o with a sentence, and stays valid', async (form, problem) => {
    expect(await send(form)).toEqual({ problems: [expect.stringContaining(problem)] });
    expect([await name(), restarts, await isValid()]).toEqual(['Institute of Examples', 0, true]);
  });

  it('does not work once the members are real', async () => {
    await store()
      .members.updateTable('organisation')
      .set({ is_demonstration: 0 })
      .where('id', '=', organisationId)
      .execute();
    expect([await isValid(), await send()]).toEqual([false, 'link']);
    expect(await name()).toBe('Institute of Examples');
  });

  it('is stored only as a hash', async () => {
    const rows = await store().auth.selectFrom('mail_code').selectAll().execute();
    expect(token()).toHaveLength(36);
    expect(JSON.stringify(rows)).not.toContain(token());
    expect(rows.some(({ purpose }) => purpose === 'setup')).toBe(true);
  });
});

it('only its owner can read the file with the link, even if an earlier file could be read by others', () => {
  writeFileSync(join(dataDir, 'owner-link.txt'), 'old', { mode: 0o644 });
  const file = writeOwnerLink(dataDir, 'https://members.example/set-up?token=1');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('https://members.example/set-up?token=1\n');
});
