import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fakeClient,
  fakeOrganisationId,
  fakeRecord,
  sendJson,
  startFakeApi,
  type FakeApi,
} from '@/lib/contract/fake-api.fixture';
import type { Finding } from './finding';
import { closeFiles } from '@/lib/store/sql/close-files.fixture';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();

async function findingsOf(subject: string): Promise<{ exitCode: number; found: Finding[] }> {
  const { exitCode, out } = await run('doctor --json');
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return { exitCode, found: findings.filter((finding) => finding.subject === subject) };
}

describe('another site’s API', () => {
  let fake: FakeApi;
  beforeEach(async () => {
    fake = await startFakeApi({ membershiptypes: [{ ID: 1, Name: 'Full', Cost: 12 }] });
    vi.stubEnv('MEMBERSHIP_API_URL', fake.url);
    vi.stubEnv('MEMBERSHIP_ORGANISATION_ID', String(fakeOrganisationId));
    vi.stubEnv('MEMBERSHIP_CLIENT_ID', fakeClient.id);
    vi.stubEnv('MEMBERSHIP_CLIENT_SECRET', fakeClient.secret);
  });
  afterEach(async () => {
    for (const name of ['API_URL', 'ORGANISATION_ID', 'CLIENT_ID', 'CLIENT_SECRET'])
      vi.stubEnv(`MEMBERSHIP_${name}`, '');
    await fake.stop();
  });

  it('with responses unlike the document gets a note for each field, and no error', async () => {
    const { exitCode, found } = await findingsOf('schema');
    expect(exitCode).toBe(0);
    expect(found.map(({ text }) => text).join()).toContain('membershiptypes[].Cost');
    expect(found.every(({ level, fix }) => level === 'note' && fix !== null)).toBe(true);
  });

  it('with records of the wrong type is an error, and one without locations a note', async () => {
    const records = [fakeRecord('1'), fakeRecord('2', { Status: 1 })];
    fake.faults.push(
      { path: 'members', times: 1, response: (response) => sendJson(response, 200, records) },
      { path: 'locations', times: 1, response: (response) => sendJson(response, 404, {}) },
    );
    const { exitCode, found } = await findingsOf('API');
    expect(exitCode).toBe(1);
    expect(found.map(({ level, text }) => [level, text])).toEqual([
      ['fine', expect.stringContaining('1 member ')],
      ['wrong', '1 record of its lists cannot be read'],
      ['note', 'the site has no list of locations'],
    ]);
  });

  it('that refuses the client causes an error, which does not show the secret', async () => {
    vi.stubEnv('MEMBERSHIP_CLIENT_SECRET', 'another-secret');
    const { exitCode, found } = await findingsOf('API');
    expect(exitCode).toBe(1);
    expect(found).toMatchObject([{ level: 'wrong', fix: expect.stringContaining('secret') }]);
    expect(JSON.stringify(found)).not.toContain('another-secret');
  });

  it('that is not an API causes an error that names the address', async () => {
    const respond: FakeApi['faults'][number]['response'] = (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>welcome</html>');
    fake.faults.push({ path: 'token', times: 10, response: respond });
    const { exitCode, found } = await findingsOf('API');
    expect(exitCode).toBe(1);
    expect(found).toMatchObject([{ level: 'wrong', fix: expect.stringContaining('address') }]);
  });

  it.each([
    [62, 'ahead of'],
    [-62, 'behind'],
    [58, null],
    [-58, null],
  ])(
    'whose clock differs from ours by %d seconds is an error from one minute on: %s',
    async (seconds, word) => {
      // Only the `Date` of this process is changed: the site's responses still have the real time.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - seconds * 1000 });
      const { exitCode, found } = await findingsOf('clock').finally(() => vi.useRealTimers());
      const ofSite = found.filter(({ text }) => text.includes('site'));
      expect(exitCode).toBe(word === null ? 0 : 1);
      expect(ofSite).toEqual(
        word === null
          ? []
          : [
              {
                level: 'wrong',
                subject: 'clock',
                fix: expect.stringContaining('NTP'),
                text: expect.stringMatching(`^the site’s clock is 6\\d s ${word} this machine’s$`),
              },
            ],
      );
    },
  );

  it('that cannot be reached causes an error', async () => {
    vi.stubEnv('MEMBERSHIP_API_URL', 'http://127.0.0.1:9');
    const { exitCode, found } = await findingsOf('API');
    expect(exitCode).toBe(1);
    expect(found).toMatchObject([{ level: 'wrong', fix: expect.stringContaining('address') }]);
  });
});

it('a clock that is set by hand gives a note', async () => {
  vi.stubEnv('CHAPTERHOUSE_NOW', '2026-03-01');
  const { found } = await findingsOf('clock');
  expect(found).toMatchObject([{ level: 'note', fix: expect.stringContaining('Remove this setting') }]);
  vi.stubEnv('CHAPTERHOUSE_NOW', '');
});

it('a truncated database is an error, and the fix is a backup', async () => {
  writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Zoë,Berg,Full\n');
  expect((await run('import members.csv --organisation 7 --create Example --without-end')).exitCode).toBe(0);
  const file = join(folder, 'data/members.db');
  await closeFiles();
  // The log files are removed, because they still contain the part that is cut off and would repair the database.
  for (const log of [`${file}-wal`, `${file}-shm`]) rmSync(log, { force: true });
  truncateSync(file, Math.floor(statSync(file).size / 2));
  const { exitCode, found } = await findingsOf('database');
  expect(exitCode).toBe(1);
  expect(found.filter(({ level }) => level === 'wrong')).toMatchObject([
    { fix: expect.stringContaining('backup') },
  ]);
});
