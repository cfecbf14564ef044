import { mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultNoun } from '@/lib/base/noun';
import { createMembershipApiClient } from '@/lib/contract/client';
import {
  fakeClient,
  fakeOrganisationId,
  fakeRecord,
  sendJson,
  startFakeApi,
  type FakeApi,
  type FakeMember,
} from '@/lib/contract/fake-api.fixture';
import { createDirectory } from '@/lib/directory/create-directory';
import type { Directory } from '@/lib/directory/directory';
import { confirmHeldResponse, readHeldResponse } from './held-response';
import { defaultAppearance } from '@/lib/contract/site';

let fake: FakeApi;
let dataDir: string;
let now: Date;
let log: string[];
let directory: Directory;

beforeEach(async () => {
  fake = await startFakeApi({ members: Array.from({ length: 20 }, (_, at) => member(at)) });
  dataDir = await mkdtemp(join(tmpdir(), 'held-'));
  now = new Date('2026-03-01T00:00:00Z');
  log = [];
  directory = open(fake.url);
  await directory.start();
});
afterEach(async () => {
  await directory.stop();
  await fake.stop();
  await rm(dataDir, { recursive: true });
});

function member(at: number, change: Record<string, unknown> = {}): FakeMember {
  return { record: fakeRecord(`${at + 1}`, change), categoryIds: [], isSearchable: true };
}

/** If `remoteApiUrl` is null, the directory treats the API as part of this process. */
function open(remoteApiUrl: string | null) {
  const clock = () => now;
  const limits = { attempts: 1, firstWaitMs: 0 };
  const site = { apiUrl: fake.url, organisationId: fakeOrganisationId, client: fakeClient };
  return createDirectory({
    api: createMembershipApiClient({ ...site, clock, limits }),
    clock,
    log: (message) => log.push(message),
    refreshSeconds: 86_400,
    config: { dataDir, remoteApiUrl },
    site: () => ({
      organisationId: fakeOrganisationId,
      name: 'Test',
      colour: null,
      logoUrl: null,
      ...defaultAppearance,
      country: null,
      timeZone: 'Australia/Melbourne',
      currency: null,
      noun: defaultNoun,
      synonyms: '',
      areas: '',
      contactEmail: null,
      chapterContacts: {},
      isDemonstration: false,
    }),
  });
}

async function respondWith(members: FakeMember[]) {
  fake.data.members = members;
  fake.version = (fake.version ?? 0) + 1;
  await directory.refresh();
}

const count = () => directory.about().memberCount;
const changed = (change: (record: FakeMember['record']) => Record<string, unknown>) =>
  Array.from({ length: 20 }, (_, at) => member(at, change(fakeRecord(`${at + 1}`))));
const heldText = 'would remove 20 of 20 members';

describe('a response of another site that removes many members', () => {
  test('is not shown; it is reported, also on disk, and logged once', async () => {
    await respondWith([]);
    await directory.refresh();
    expect(count()).toBe(20);
    expect(directory.find('1')).toMatchObject({ id: '1' });
    expect(directory.about()).toMatchObject({ isStale: true, loadedAt: now });
    expect(directory.about().problems).toEqual([expect.stringContaining(heldText)]);
    expect(log).toEqual([expect.stringMatching(/would remove 20 of 20.*directory accept --remove 20$/)]);
    expect(await readHeldResponse(dataDir)).toMatchObject({ known: 20, removed: 20 });
  });

  test('is replaced by a later response that has the members', async () => {
    const { members } = fake.data;
    await respondWith([]);
    await respondWith(members.slice(1));
    expect(count()).toBe(19);
    expect(directory.find('1')).toBe('removed');
    expect(directory.about()).toMatchObject({ isStale: false, problems: [] });
    expect(await readHeldResponse(dataDir)).toBeNull();
  });

  test('is held again after a restart', async () => {
    await respondWith([]);
    await directory.stop();
    directory = open(fake.url);
    await directory.start();
    await directory.refresh();
    expect(count()).toBe(20);
    expect(directory.about().isStale).toBe(true);
  });

  test.each([
    [18, 18],
    [17, 20],
  ])('with %d of 20 members left, %d are shown', async (left, shown) => {
    await respondWith(fake.data.members.slice(0, left));
    expect(count()).toBe(shown);
  });

  test('is shown when the operator confirms its exact number', async () => {
    await respondWith(fake.data.members.slice(0, 12));
    const held = await readHeldResponse(dataDir);
    if (held === null) throw new Error('nothing is held');
    await confirmHeldResponse(dataDir, { ...held, removed: 7 });
    await directory.refresh();
    expect(count()).toBe(20);
    await confirmHeldResponse(dataDir, held);
    await respondWith(fake.data.members.slice(0, 11));
    expect([count(), log.length]).toEqual([20, 2]);
    const larger = await readHeldResponse(dataDir);
    expect(larger).toMatchObject({ removed: 9 });
    await confirmHeldResponse(dataDir, larger ?? held);
    await directory.refresh();
    expect([count(), directory.about().isStale]).toEqual([11, false]);
    await respondWith([]);
    expect(count()).toBe(11);
  });

  test('is not shown if the confirmation is more than an hour old', async () => {
    await respondWith([]);
    const held = await readHeldResponse(dataDir);
    if (held === null) throw new Error('nothing is held');
    await confirmHeldResponse(dataDir, held);
    const longAgo = new Date(Date.now() - 61 * 60_000);
    await utimes(join(dataDir, 'confirmed-answer.json'), longAgo, longAgo);
    await directory.refresh();
    expect(count()).toBe(20);
  });

  test('still removes members whom the site explicitly does not list', async () => {
    const optedOut = member(0, { Directory: { Listed: false, Show: [] } });
    await respondWith([optedOut]);
    expect(count()).toBe(19);
    expect(directory.find('1')).toBe('removed');
    expect(await readHeldResponse(dataDir)).toMatchObject({ known: 19, removed: 19 });
  });

  test('is shown when the site explicitly lists nobody any more', async () => {
    await respondWith(changed(() => ({ Directory: { Listed: false, Show: [] } })));
    expect([count(), directory.about().isStale]).toEqual([0, false]);
  });
});

describe('members who lapse together', () => {
  beforeEach(() => respondWith(changed(() => ({ ExpiryDate: '2026-03-01' }))));

  test('disappear at midnight, and the site’s response without them is shown', async () => {
    now = new Date('2026-03-01T13:00:00Z');
    expect(count()).toBe(0);
    await respondWith([]);
    expect(directory.about()).toMatchObject({ isStale: false, problems: [] });
  });

  test('may disappear a few hours early, because the day ends sooner in other time zones', async () => {
    now = new Date('2026-03-01T12:00:00Z');
    expect(count()).toBe(20);
    await respondWith([]);
    expect([count(), directory.about().isStale]).toEqual([0, false]);
  });
});

describe('records in which one field has the wrong type', () => {
  const wrong: [string, (record: FakeMember['record']) => Record<string, unknown>][] = [
    ['ID', () => ({ ID: { value: 1 } })],
    ['ExpiryDate as an object', () => ({ ExpiryDate: { date: '2030-06-30' } })],
    ['ExpiryDate as a number', () => ({ ExpiryDate: 1_900_000_000 })],
    ['ExpiryDate in another format', () => ({ ExpiryDate: '30/06/2030' })],
    ['Status as a number', () => ({ Status: 1 })],
    ['Status as an array', () => ({ Status: ['financial'] })],
    ['Status in other words', () => ({ Status: 'aktiv' })],
    ['User as an array', () => ({ User: [] })],
    ['User as a text', () => ({ User: 'Ann' })],
    ['names as objects', () => ({ User: { FirstName: {}, LastName: {}, Organisation: {} } })],
    ['names that are missing', () => ({ User: {} })],
    ['Directory as a text', () => ({ Directory: 'yes' })],
    ['Directory.Listed as a text', () => ({ Directory: { Listed: 'yes', Show: [] } })],
    ['Directory.Listed missing', () => ({ Directory: { Show: [] } })],
  ];

  test.each(wrong)(
    '%s: if all records have it, the known members stay, and this is reported',
    async (_, change) => {
      // The status filter of the fake API would leave out some of these records, so the test sends them itself.
      fake.faults = [
        {
          path: 'members',
          times: 9,
          response: (r) =>
            sendJson(
              r,
              200,
              changed(change).map((m) => m.record),
            ),
        },
      ];
      await respondWith(fake.data.members);
      expect(count()).toBe(20);
      expect(directory.about().isStale).toBe(true);
      expect(directory.about().problems.join()).toMatch(/cannot be read|would remove/);
      expect(log.join('\n')).toMatch(/cannot be (read|refreshed)/);
    },
  );

  test.each(wrong)(
    'if one record has %s, the others are shown, and the bad one is counted',
    async (_, change) => {
      const records = fake.data.members.map((m) => m.record);
      records[0] = { ...fakeRecord('1'), ...change(fakeRecord('1')) };
      fake.faults = [{ path: 'members', times: 9, response: (r) => sendJson(r, 200, records) }];
      await respondWith(fake.data.members);
      expect([count(), directory.about().isStale]).toEqual([19, false]);
      expect(directory.about().problems).toEqual([expect.stringMatching(/^1 .* left out.* cannot be read$/)]);
      expect(log.filter((line) => /^1 .*left out/.test(line))).toHaveLength(1);
    },
  );
});

test('our own API may remove any number of members: its database is the source, and members who opt out must disappear', async () => {
  await directory.stop();
  directory = open(null);
  await directory.start();
  await respondWith([]);
  expect([count(), directory.about().isStale]).toEqual([0, false]);
  expect(existsSync(join(dataDir, 'held-answer.json'))).toBe(false);
});

test('the copy of a held response on disk contains no names', async () => {
  await respondWith([]);
  const held = JSON.parse(await readFile(join(dataDir, 'held-answer.json'), 'utf8'));
  expect(Object.keys(held)).toEqual(['source', 'known', 'removed']);
});
