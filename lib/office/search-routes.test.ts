import { beforeEach, expect, it } from 'vitest';
import { missedSearchesSchema } from '@/lib/contract/missed-searches';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { MissedSearches } from '@/lib/office/missed-searches/missed-searches';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 42_000;

describeUsualEngines('the office’s list of searches without results', (store) => {
  let office: TestOffice;
  const count = async (words: string, times: number, id = organisationId) => {
    const clock = () => office.time.now;
    const missed = new MissedSearches({ store: store(), clock, timeZone: () => 'Australia/Melbourne' }, id);
    for (let at = 0; at < times; at += 1) missed.note({ words, place: '' });
    await missed.flush();
  };
  const read = async (personId: number, query = '') =>
    office.office('GET', `searches${query}`, { token: await office.ownToken({ personId }) });

  beforeEach(async () => {
    organisationId += 10;
    office = await startTestOffice(store(), organisationId);
  });

  it('has words that were searched often enough, but none of another association', async () => {
    await count('reformer', 5);
    await count('lonely', 4);
    const other = await startTestOffice(store(), organisationId + 5);
    await count('theirs', 9, other.organisationId);
    const response = await read(officePeople.secretary);
    const text = await response.text();
    expect(missedSearchesSchema.parse(JSON.parse(text)).Searches).toEqual([
      { Words: 'reformer', Count: 5, Places: [] },
    ]);
    expect(text).not.toMatch(/lonely|theirs/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('is hidden from officers and readers, and refuses unknown parameters', async () => {
    for (const personId of [officePeople.officer, officePeople.reader, officePeople.member])
      expect((await read(personId)).status).toBe(403);
    expect((await office.office('GET', 'searches', { token: null })).status).toBe(401);
    expect((await read(officePeople.owner, '?AtLeast=1')).status).toBe(400);
  });
});
