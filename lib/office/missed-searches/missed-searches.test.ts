/** These tests check what is stored about searches that found nobody, and what is never stored. */
import { beforeEach, expect, it } from 'vitest';
import { missedLimits } from '@/lib/contract/missed-searches';
import {
  putSampleStructure,
  sampleMember,
  testCause,
  noAreaCentre,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { MissedSearches, purgeMissedSearches, readMissedSearches } from './missed-searches';

let organisationId = 41_000;
const today = '2026-06-15';

describeEachEngine('searches that found nobody', (store) => {
  let now: Date;
  let missed: MissedSearches;
  const counter = (id = organisationId) =>
    new MissedSearches({ store: store(), clock: () => now, timeZone: () => 'Australia/Melbourne' }, id);
  const note = (words: string, times = 1, place = '', by = missed) => {
    for (let at = 0; at < times; at += 1) by.note({ words, place });
  };
  const rows = () =>
    store()
      .auth.selectFrom('missed_search')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('day')
      .orderBy('words')
      .orderBy('place')
      .execute();
  const shown = async (id = organisationId) =>
    (await readMissedSearches(store(), { organisationId: id, today })).Searches;

  beforeEach(async () => {
    organisationId += 10;
    now = new Date('2026-06-15T02:00:00Z');
    await withMembersWriter(
      store(),
      { organisationId, clock: () => now, cause: testCause, areaCentre: noAreaCentre },
      async (writer) => {
        await putSampleStructure(writer, { id: organisationId });
        await writer.memberships.put(sampleMember(1, {}, { firstName: 'Zoë', lastName: 'O’Brien-Hand' }));
      },
    );
    missed = counter();
  });

  it('stores the words, the place, the day and a number, and nothing else', async () => {
    note('reformer', 2, 'Ballarat VIC 3350');
    note('reformer');
    await missed.flush();
    note('reformer');
    await missed.flush();
    await missed.flush();
    const row = { organisation_id: organisationId, day: today, words: 'reformer' };
    expect(await rows()).toEqual([
      { ...row, place: '', count: 2 },
      { ...row, place: 'Ballarat VIC 3350', count: 2 },
    ]);
  });

  it('are shown from the fifth search on, and a place too, most frequent first', async () => {
    note('four', 4);
    note('five', 3, 'Ballarat VIC 3350');
    note('five', 2, 'Geelong VIC 3220');
    note('nine', 5, 'Geelong VIC 3220');
    note('nine', 4, 'Ballarat VIC 3350');
    await missed.flush();
    expect(await shown()).toEqual([
      { Words: 'nine', Count: 9, Places: [{ Name: 'Geelong VIC 3220', Count: 5 }] },
      { Words: 'five', Count: 5, Places: [] },
    ]);
  });

  it('two processes add their numbers, also if they write at once', async () => {
    const other = counter();
    note('reformer', 3);
    note('dry needling', 3);
    note('dry needling', 4, '', other);
    note('reformer', 2, '', other);
    await Promise.all([missed.flush(), other.flush()]);
    expect(await shown()).toMatchObject([
      { Words: 'dry needling', Count: 7 },
      { Words: 'reformer', Count: 5 },
    ]);
  });

  it('a failed write loses nothing: the numbers wait for the next one, up to the limit', async () => {
    let isBroken = true;
    const missed = new MissedSearches(
      {
        get store() {
          if (isBroken) throw new Error('the database is away');
          return store();
        },
        clock: () => now,
        timeZone: () => 'Australia/Melbourne',
      },
      organisationId,
    );
    note('reformer', 2, '', missed);
    await expect(missed.flush()).rejects.toThrow('away');
    note('reformer', 3, '', missed);
    await expect(missed.flush()).rejects.toThrow('away');
    isBroken = false;
    await missed.flush();
    await missed.flush();
    expect(await rows()).toMatchObject([{ words: 'reformer', count: 5 }]);
    isBroken = true;
    note('oldest', 1, '', missed);
    for (let at = 0; at < missedLimits.pending - 1; at += 1) note(`word${at}`, 1, '', missed);
    await expect(missed.flush()).rejects.toThrow('away');
    note('newest', 1, '', missed);
    isBroken = false;
    await missed.flush();
    const words = (await rows()).map((row) => row.words);
    expect(words).toContain('newest');
    expect(words).not.toContain('oldest');
  });

  it('two writes at once are one', async () => {
    note('reformer', 5);
    await Promise.all([missed.flush(), missed.flush()]);
    expect(await rows()).toMatchObject([{ words: 'reformer', count: 5 }]);
  });

  it('another association has its own', async () => {
    note('reformer', 9);
    await missed.flush();
    expect(await shown(organisationId + 5)).toEqual([]);
  });

  it('names of people in the association are never stored, listed or not, unless it uses the word itself', async () => {
    for (const words of ['zoe', 'obrien', 'physio zoë', 'obriens reformer', 'hand']) note(words, 9);
    await missed.flush();
    expect(await rows()).toEqual([]);
    await withMembersWriter(
      store(),
      { organisationId, clock: () => now, cause: testCause, areaCentre: noAreaCentre },
      (writer) => writer.structure.putCategories([{ id: 90, name: 'Hand and Upper Limb', description: '' }]),
    );
    for (const words of ['hand', 'hand obrien']) note(words, 9);
    await missed.flush();
    expect((await rows()).map(({ words }) => words)).toEqual(['hand']);
  });

  it('a flood of invented words fills neither the memory nor the database, and keeps the frequent ones', async () => {
    note('reformer', 20);
    await missed.flush();
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < missedLimits.pending + 50; at += 1)
        note(`junk${'x'.repeat(at % 7)} ${round} ${at}`);
      await missed.flush();
    }
    const stored = await rows();
    expect(stored).toHaveLength(missedLimits.perDay);
    expect(stored).toContainEqual(expect.objectContaining({ words: 'reformer', count: 20 }));
  });

  it('days older than the period are not shown, and are deleted', async () => {
    note('old', 9);
    await missed.flush();
    const later = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
    const on = (day: string) => readMissedSearches(store(), { organisationId, today: day });
    expect((await on(later(89).toISOString().slice(0, 10))).Searches).toHaveLength(1);
    expect((await on(later(90).toISOString().slice(0, 10))).Searches).toEqual([]);
    await purgeMissedSearches(store(), later(90));
    expect(await rows()).toHaveLength(1);
    await purgeMissedSearches(store(), later(91));
    expect(await rows()).toEqual([]);
  });
});
