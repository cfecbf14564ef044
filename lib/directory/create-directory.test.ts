import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { createDirectory } from './create-directory';
import type { Directory } from './directory';
import { emptyFilter } from './filter';
import { defaultAppearance } from '@/lib/contract/site';
import { readSnapshot } from './model/snapshot-file';
import { neverPause } from '@/lib/base/slices';
import { waitFor } from '@/lib/base/wait-for.fixture';

let fake: FakeApi;
let dataDir: string;
let now: Date;
let log: string[];
let directory: Directory;

beforeEach(async () => {
  fake = await startFakeApi({
    members: [member('1', {}, [10]), member('2', {}, [10, 11]), member('3', { Status: 'expiring' })],
    categories: [
      { ID: 10, Name: 'Law', Description: '<b>x</b>' },
      { ID: 11, Name: 'Sport', Description: '' },
    ],
    membershiptypes: [
      {
        ID: 1,
        Name: 'Full',
        Cost: '1.00',
        Searchable: true,
        Visible: true,
        AnniversaryExpiry: false,
        GST: true,
      },
    ],
  });
  dataDir = await mkdtemp(join(tmpdir(), 'directory-'));
  now = new Date('2026-03-01T00:00:00Z');
  log = [];
  directory = open();
});
afterEach(async () => {
  await directory.stop();
  await fake.stop();
  await rm(dataDir, { recursive: true });
});

function member(id: string, change: Record<string, unknown> = {}, categoryIds: number[] = []): FakeMember {
  return { record: fakeRecord(id, change), categoryIds, isSearchable: true };
}

/** Replaces the saved directory by a file as an earlier release wrote it. */
async function replaceByFormat2(dataDir: string): Promise<void> {
  const origin = { source: `${fake.url} ${fakeOrganisationId}`, program: null };
  const saved = await readSnapshot(dataDir, origin, { pause: neverPause, log: (line) => log.push(line) });
  if (saved === null) throw new Error('nothing was saved');
  const { store, lists, tags, loadedAt, removedIds } = saved;
  const head = {
    format: 2,
    source: origin.source,
    loadedAt,
    tags,
    gone: [...removedIds],
    types: [...lists.types.values()],
    categories: [...lists.categories.values()].map(({ id, name }) => ({ id, name })),
    extras: lists.extras,
    count: store.size,
  };
  const lines = [...store.positions].map((position) => {
    const days = [store.listedUntilAt(position), store.changedOnAt(position)];
    return `[${JSON.stringify(days)},${JSON.stringify(store.entryAt(position))}]`;
  });
  const text = `{"head":${JSON.stringify(head)},"entries":[\n${lines.join(',\n')}\n]}\n`;
  await writeFile(join(dataDir, 'snapshot.json'), text);
  await rm(join(dataDir, 'snapshot.bin'));
}

/** Changes the first record of a saved directory, with its length and checksum. */
async function rewriteHead(path: string, change: (head: string) => string): Promise<void> {
  const bytes = await readFile(path);
  const end = 8 + bytes.readUInt32LE(0);
  const head = Buffer.from(change(bytes.toString('utf8', 8, end)));
  const first = Buffer.alloc(8);
  first.writeUInt32LE(head.length, 0);
  first.writeUInt32LE(crc32(head), 4);
  await writeFile(path, Buffer.concat([first, head, bytes.subarray(end)]));
}

let synonyms = '';

function open(settings: { modifiedSeconds?: number } = {}) {
  synonyms = '';
  const clock = () => now;
  const api = createMembershipApiClient({
    apiUrl: fake.url,
    organisationId: fakeOrganisationId,
    client: fakeClient,
    clock,
    limits: { listBytes: 5e6, attempts: 1 },
  });
  return createDirectory({
    api,
    clock,
    log: (message: string) => log.push(message),
    refreshSeconds: 86_400,
    ...settings,
    config: { dataDir, remoteApiUrl: fake.url },
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
      synonyms,
      areas: '',
      contactEmail: null,
      chapterContacts: {},
      isDemonstration: false,
    }),
  });
}

function change(edit: () => void) {
  edit();
  fake.version = (fake.version ?? 0) + 1;
}

const listed = () =>
  directory
    .search(emptyFilter)
    .hits.map((hit) => hit.entry.id)
    .sort();
const membersRequests = () => fake.requests.filter((request) => request.includes('/members?')).length;

describe('loading', () => {
  test('before the first load the directory is empty and says so', () => {
    expect(directory.search(emptyFilter)).toMatchObject({ total: 0, pageCount: 1, hits: [] });
    expect(directory.about()).toMatchObject({ loadedAt: null, isStale: true, memberCount: 0 });
    expect(directory.find('1')).toBeNull();
  });

  test('members have the categories whose lists include them', async () => {
    await directory.start();
    expect(listed()).toEqual(['1', '2', '3']);
    const found = directory.find('2');
    expect(found).toMatchObject({
      categories: [{ name: 'Law' }, { name: 'Sport' }],
      membershipType: { name: 'Full' },
    });
    expect(directory.about()).toMatchObject({
      loadedAt: now,
      isStale: false,
      memberCount: 3,
      country: 'Australia',
    });
  });

  test('a change of the synonyms affects the next search, and changes the version but nothing else', async () => {
    await directory.start();
    const find = () => directory.search({ ...emptyFilter, text: 'solicitude' }).total;
    const { version } = directory.about();
    expect(find()).toBe(0);
    synonyms = 'solicitude, law';
    expect(find()).toBeGreaterThan(0);
    expect(directory.about().version).not.toBe(version);
    expect(listed()).toEqual(['1', '2', '3']);
    synonyms = '';
    expect(find()).toBe(0);
    expect(directory.about().version).toBe(version);
  });

  test('a site that refuses Include[] gets the request again without it', async () => {
    fake.isStrict = true;
    await directory.start();
    expect(listed()).toEqual(['1', '2', '3']);
    const requests = fake.requests.filter((request) => request.includes('/locations?'));
    expect(requests.map((request) => request.includes('Include'))).toEqual([true, false]);
  });

  test('an unchanged site does not send its data twice', async () => {
    await directory.start();
    const { version } = directory.about();
    const before = membersRequests();
    now = new Date(now.getTime() + 60_000);
    await directory.refresh();
    expect(membersRequests() - before).toBe(3);
    expect(directory.about()).toMatchObject({ version, loadedAt: now });
  });

  test('a site without entity tags is loaded in full each time', async () => {
    fake.version = null;
    await directory.start();
    fake.data.members.push(member('9'));
    await directory.refresh();
    expect(listed()).toContain('9');
  });

  test('a category description is sanitised, and a change appears at the next refresh under a new version', async () => {
    await directory.start();
    const { version } = directory.about();
    expect(['10', '11', '12'].map((id) => directory.categoryDescription(id))).toEqual([
      '<b>x</b>',
      null,
      null,
    ]);
    change(() => Object.assign(fake.data.categories?.[0] ?? {}, { Description: '<i onclick=go()>y</i>' }));
    await directory.refresh();
    expect(directory.categoryDescription('10')).toBe('<i>y</i>');
    expect(directory.about().version).not.toBe(version);
  });

  test('a change appears at the next refresh, under a new version', async () => {
    await directory.start();
    const { version } = directory.about();
    change(() => fake.data.members.push(member('4')));
    await directory.refresh();
    expect(listed()).toEqual(['1', '2', '3', '4']);
    expect(directory.about().version).not.toBe(version);
  });
});

describe('a site without the list of changes', () => {
  const modified = (one: FakeMember) => ({ ...one, modifiedAt: now.toISOString() });
  const startPolling = async () => {
    directory = open({ modifiedSeconds: 0.05 });
    await directory.start();
    fake.requests.length = 0;
  };
  const wholeLists = () =>
    fake.requests.filter((one) => one.includes('/members?') && !one.includes('DateModified'));

  test('gets requests for what was modified in the last hour, and for nothing else', async () => {
    await startPolling();
    change(() => fake.data.members.push(modified(member('4', {}, [11]))));
    await waitFor(() => expect(listed()).toEqual(['1', '2', '3', '4']));
    expect(directory.find('4')).toMatchObject({ categories: [{ name: 'Sport' }] });
    const optedOut = member('1', { Directory: { Listed: false, Show: ['FirstName'] } });
    change(() => (fake.data.members[0] = modified(optedOut)));
    change(() => (fake.data.members[1] = modified({ ...member('2'), isSearchable: false })));
    await waitFor(() => expect(listed()).toEqual(['3', '4']));
    change(() => (fake.data.members[2] = modified(member('3', { Status: 'expired' }))));
    await waitFor(() => expect(listed()).toEqual(['4']));
    expect(directory.find('2')).toBe('removed');
    expect(wholeLists()).toEqual([]);
    expect(fake.requests.find((one) => one.includes('DateModified'))).toContain(
      encodeURIComponent('2026-02-28T23:00:00'),
    );
  });

  test('still shows its members if it stops listing many at once, except those who opted out', async () => {
    await startPolling();
    change(() => {
      for (const at of [0, 1])
        fake.data.members[at] = modified({ ...member(String(at + 1)), isSearchable: false });
      fake.data.members[2] = modified(member('3', { Directory: { Listed: false, Show: ['FirstName'] } }));
    });
    const problems = () => directory.about().problems.join();
    await waitFor(() => expect(problems()).toContain('would remove 2 of 3'));
    expect(listed()).toEqual(['1', '2']);
    expect(wholeLists()).toEqual([]);
  });

  test('still shows its members if many are removed at once, except those who opted out', async () => {
    const many = Array.from({ length: 60 }, (_, at) => member(String(at + 100)));
    change(() => fake.data.members.push(...many));
    await startPolling();
    change(() => {
      fake.data.members = fake.data.members.map((one) => modified({ ...one, isSearchable: false }));
      fake.data.members[0] = modified(member('1', { Directory: { Listed: false, Show: ['FirstName'] } }));
    });
    // More than a tenth of the members were modified. Such a response may come from a site that ignores the filter by
    // `DateModified`.
    await waitFor(() => expect(fake.requests.some((one) => one.includes('DateModified'))).toBe(true));
    expect(directory.about().memberCount).toBe(63);
    await directory.refresh();
    expect(directory.about().memberCount).toBe(62);
    expect(directory.about().problems.join()).toContain('would remove');
  });
});

describe('leaving', () => {
  test('a member who opts out disappears from list, profile, pins and sitemap at the next refresh; the profile counts as removed', async () => {
    await directory.start();
    change(() => (fake.data.members[0] = member('1', { Directory: { Listed: false, Show: ['FirstName'] } })));
    await directory.refresh();
    expect(listed()).toEqual(['2', '3']);
    expect(directory.find('1')).toBe('removed');
    expect(directory.find('99')).toBeNull();
    expect([...directory.entries()].map(({ entry }) => entry.id)).toEqual(['2', '3']);
  });

  test('a member who lapses is removed at midnight in the organisation’s time zone, even if the API is down', async () => {
    change(() => (fake.data.members[1] = member('2', { ExpiryDate: '2026-03-01' })));
    await directory.start();
    fake.faults.push({ path: 'members', times: 99, response: (response) => sendJson(response, 500, {}) });
    // Melbourne is 11 hours ahead in summer.
    now = new Date('2026-03-01T12:59:59Z');
    expect(listed()).toEqual(['1', '2', '3']);
    const before = directory.about();
    now = new Date('2026-03-01T13:00:00Z');
    expect(listed()).toEqual(['1', '3']);
    expect(directory.find('2')).toBe('removed');
    expect(directory.about().memberCount).toBe(2);
    expect(directory.about().version).not.toBe(before.version);
    await directory.refresh();
    expect(directory.about().isStale).toBe(true);
    expect(listed()).toEqual(['1', '3']);
    expect(directory.find('2')).toBe('removed');
  });

  test('a member who comes back no longer counts as removed', async () => {
    await directory.start();
    const [first] = fake.data.members;
    change(() => fake.data.members.shift());
    await directory.refresh();
    expect(directory.find('1')).toBe('removed');
    change(() => first !== undefined && fake.data.members.push(first));
    await directory.refresh();
    expect(directory.find('1')).toMatchObject({ id: '1' });
  });
});

function endless(start: string, piece: string): FakeApi['faults'][number]['response'] {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(start);
    const timer = setInterval(() => response.write(piece), 5);
    response.once('close', () => clearInterval(timer));
  };
}

/** Sends less data than the Content-Length says. */
function promise(response: ServerResponse, length: string) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
  response.write('[{"ID":"1"}]', () => response.destroy());
}

/** Simulated time passes once a response is open, so that no time limit affects the other requests. */
async function refreshWithFault(path: string, answer: FakeApi['faults'][number]['response']) {
  let [isOpen, isOver] = [false, false];
  const response = (to: ServerResponse) => {
    isOpen = true;
    answer(to);
  };
  fake.faults = [{ path, times: 9, response }];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const refreshed = directory.refresh().finally(() => (isOver = true));
    while (!isOver) {
      await setImmediate();
      if (isOpen) vi.advanceTimersByTime(100);
    }
    await refreshed;
  } finally {
    vi.useRealTimers();
  }
}

describe('failures', () => {
  const faults: [string, FakeApi['faults'][number]['response']][] = [
    ['errors', (response) => sendJson(response, 500, {})],
    ['half an answer', (response) => void response.end('[{"ID":"1"')],
    ['nonsense', (response) => void response.end('<html>')],
    ['an object instead of a list', (response) => sendJson(response, 200, { members: [] })],
    [
      'a page of a proxy with 200',
      (response) => void response.setHeader('content-type', 'text/html').end('<p>'),
    ],
    ['a reset', (response) => void response.socket?.resetAndDestroy()],
    ['a reset in the middle', (response) => response.write('[{"ID":"1"},', () => response.destroy())],
    ['a length that is too great', (response) => promise(response, '5000')],
    ['nothing at all', () => undefined],
    ['a beginning and then nothing', (response) => void response.write('[{"ID":"1"},')],
    ['records that are none', (response) => void response.end('[1,2,{"x":3}]')],
    ['a space now and then without end', endless('[', ' ')],
    ['records without end', endless('[{"ID":"1"}', ',{"ID":"1"}'.repeat(50_000))],
  ];
  test.each(faults)(
    '%s: the old data is served, labelled stale, and fresh again afterwards',
    async (_, answer) => {
      await directory.start();
      const loadedAt = directory.about().loadedAt;
      change(() => fake.data.members.push(member('4')));
      for (const path of ['members', 'locations', 'categories']) {
        now = new Date(now.getTime() + 60_000);
        await refreshWithFault(path, answer);
        expect(listed()).toEqual(['1', '2', '3']);
        expect(directory.about()).toMatchObject({ loadedAt, isStale: true });
      }
      expect(log.filter((line) => line.includes('cannot be refreshed'))).toHaveLength(1);
      fake.faults = [];
      await directory.refresh();
      expect(listed()).toEqual(['1', '2', '3', '4']);
      expect(directory.about()).toMatchObject({ loadedAt: now, isStale: false });
    },
  );

  test('an API that is down: the old data is served, labelled stale', async () => {
    await directory.start();
    const { loadedAt } = directory.about();
    await fake.stop();
    await directory.refresh();
    expect(listed()).toEqual(['1', '2', '3']);
    expect(directory.about()).toMatchObject({ loadedAt, isStale: true });
    expect(log).toEqual([expect.stringContaining('cannot be reached')]);
    fake = await startFakeApi();
  });

  test('data is stale when it is older than twice the interval, whatever the refresh does', async () => {
    await directory.start();
    now = new Date(now.getTime() + 2 * 86_400_000);
    expect(directory.about()).toMatchObject({ isStale: false, problems: [] });
    now = new Date(now.getTime() + 1);
    expect(directory.about()).toMatchObject({ isStale: true, problems: ['The directory is out of date.'] });
  });

  test('if a site has no list of locations, members are shown without points and this is reported once', async () => {
    const missing = { path: 'locations', times: 99, response: (r: ServerResponse) => sendJson(r, 404, {}) };
    fake.faults = [missing];
    await directory.start();
    expect(listed()).toEqual(['1', '2', '3']);
    expect(directory.about()).toMatchObject({ loadedAt: now, isStale: false });
    const before = membersRequests();
    await directory.refresh();
    expect(membersRequests() - before).toBe(3);
    expect(log).toEqual([expect.stringContaining('no list of locations')]);
    fake.faults = [];
    await directory.refresh();
    expect(directory.about().problems).toEqual([]);
  });

  test('a site without locations that refuses Include[] gets the request again without it', async () => {
    fake.isStrict = true;
    fake.faults = [{ path: 'locations', times: 99, response: (response) => sendJson(response, 404, {}) }];
    await directory.start();
    expect(listed()).toEqual(['1', '2', '3']);
  });

  test('without an API and a saved copy, the directory starts empty and stale and does not crash', async () => {
    fake.faults = [{ path: 'token', times: 9, response: (response) => sendJson(response, 500, {}) }];
    await directory.start();
    expect(directory.about()).toMatchObject({ loadedAt: null, isStale: true });
  });

  test('drift is reported once', async () => {
    change(() => (fake.data.members[0] = member('1', { Loyalty: 'gold' })));
    await directory.start();
    await directory.refresh();
    expect(log.filter((line) => line.includes('Loyalty'))).toHaveLength(1);
  });
});

describe('the copy on disk', () => {
  const restart = async () => {
    await directory.stop();
    directory = open();
    await directory.start();
  };

  test('is served immediately at the next start, with its age, while the API is down', async () => {
    await directory.start();
    const { version } = directory.about();
    const loadedAt = directory.about().loadedAt;
    fake.faults = [{ path: 'members', times: 99, response: (response) => sendJson(response, 500, {}) }];
    await restart();
    expect(listed()).toEqual(['1', '2', '3']);
    await directory.refresh();
    expect(directory.about()).toEqual(expect.objectContaining({ version, loadedAt, isStale: true }));
  });

  test('is readable only by its owner and contains nothing private', async () => {
    await directory.start();
    const path = join(dataDir, 'snapshot.bin');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    expect(text).not.toMatch(/secret|Hidden|N1"|035000000/);
    expect(text).toMatch(/"2030-06-30","2026-03-01".*{"id":"1",.*{"id":"2",.*{"id":"3",/s);
  });

  test.each([
    ['snapshot.bin', ''],
    ['snapshot.bin', 'too short or too long'],
    ['snapshot.json', '{"head":'],
    ['snapshot.json', '{"head":{"format":99},"entries":[\n]}\n'],
  ])('if damaged (%s: %s), it is loaded again and this is reported', async (name, text) => {
    await writeFile(join(dataDir, name), text);
    await directory.start();
    expect(listed()).toEqual(['1', '2', '3']);
    expect(log).toEqual([expect.stringMatching(`${name} cannot be used .* from the API again`)]);
  });

  test('if it cannot be written, this is reported once and the directory shown stays fresh', async () => {
    // A folder has the draft's name, so the draft cannot be written.
    await mkdir(join(dataDir, 'snapshot.bin.new'));
    await directory.start();
    expect(directory.about()).toMatchObject({ loadedAt: now, isStale: false });
    const longAgo = new Date(Date.now() - 11 * 60_000);
    await utimes(join(dataDir, 'snapshot.bin.new'), longAgo, longAgo);
    change(() => fake.data.members.push(member('4')));
    await directory.refresh();
    await directory.stop();
    expect(log).toEqual([expect.stringContaining('cannot be saved')]);
  });

  test('is written completely if the process stops meanwhile', async () => {
    change(() => fake.data.members.push(...Array.from({ length: 2_000 }, (_, at) => member(`${at + 10}`))));
    const draft = join(dataDir, 'snapshot.bin.new');
    const started = directory.start();
    while (!existsSync(draft)) await setImmediate();
    await directory.stop();
    expect(await readFile(join(dataDir, 'snapshot.bin'), 'utf8')).toContain('"count":2003,');
    expect(existsSync(draft)).toBe(false);
    await started;
  });

  test('is not written while another server writes it, unless that server was killed', async () => {
    const draft = join(dataDir, 'snapshot.bin.new');
    await writeFile(draft, 'half');
    await directory.start();
    expect(await readFile(draft, 'utf8')).toBe('half');
    const longAgo = new Date(Date.now() - 11 * 60_000);
    await utimes(draft, longAgo, longAgo);
    await directory.stop();
    expect(await readFile(join(dataDir, 'snapshot.bin'), 'utf8')).toContain('"count":3,');
    await expect(stat(draft)).rejects.toThrow('ENOENT');
  });

  test('from the previous release, without descriptions, is served and loaded again; removed members stay removed', async () => {
    await directory.start();
    change(() => fake.data.members.splice(0, 1));
    await directory.refresh();
    await directory.stop();
    await replaceByFormat2(dataDir);
    fake.faults = [{ path: 'members', times: 1, response: (response) => sendJson(response, 500, {}) }];
    directory = open();
    await directory.start();
    expect(listed()).toEqual(['2', '3']);
    expect(directory.categoryDescription('10')).toBeNull();
    await directory.refresh();
    await directory.refresh();
    expect(directory.categoryDescription('10')).toBe('<b>x</b>');
    expect(directory.find('1')).toBe('removed');
    expect(log.filter((line) => line.includes('cannot be used'))).toEqual([]);
  });

  test('never gives pages markup that was not sanitised', async () => {
    await directory.start();
    await directory.stop();
    await rewriteHead(join(dataDir, 'snapshot.bin'), (head) =>
      head.replace('<b>x</b>', '<b>x</b><img src=x onerror=go()>'),
    );
    fake.faults = [{ path: 'members', times: 99, response: (response) => sendJson(response, 500, {}) }];
    directory = open();
    await directory.start();
    expect(directory.categoryDescription('10')).toBe('<b>x</b>');
  });

  test('remembers removed members and when each entry last changed', async () => {
    await directory.start();
    now = new Date('2026-03-05T00:00:00Z');
    change(() => {
      fake.data.members.splice(0, 2, member('2', { JoiningDate: '2001-01-01' }));
    });
    await directory.refresh();
    await restart();
    await directory.refresh();
    expect(directory.find('1')).toBe('removed');
    expect([...directory.entries()].map(({ entry, changedOn }) => [entry.id, changedOn])).toEqual([
      ['2', '2026-03-05'],
      ['3', '2026-03-01'],
    ]);
  });
});
