import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChanges } from '@/lib/directory/model/apply-changes';
import type { Directory } from './directory';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { entryOf, modelOf, randomEntries, randomLists } from '@/lib/directory/model/entry.fixture';
import { emptyFilter } from './filter';
import { landingPages } from './landing-pages';
import type { Model } from '@/lib/directory/model/model';
import { createQueries } from './queries';
import { recordingDirectory } from './recorded-reads';
import { sampleSize } from '@/lib/base/test-strength';

const day = '2026-03-01';

function createSite(first: Model) {
  let model = first;
  const queries = createQueries(
    () => model,
    () => day,
  );
  const about = () => ({ ...queries.about(), loadedAt: null, isStale: false, problems: [] });
  const none = async () => undefined;
  const source: Directory = { ...queries, about, refresh: none, start: none, stop: none };
  return {
    ...recordingDirectory(source),
    change: (changed: PublicEntry[], removed: string[] = []) => {
      const listed = changed.map((entry) => ({ entry, listedUntil: null }));
      model = applyChanges(model, { removed, changed: listed }, { today: day });
    },
  };
}

const named = (id: string, name: string, state = 'Victoria') => entryOf(id, { name, state });
const openSite = async () =>
  createSite(await modelOf([named('1', 'Ada'), named('2', 'Ben'), named('3', 'Cy', 'Tasmania')]));

describe('what a page has read', () => {
  test('is current after a change to another member, and not after a change to its own', async () => {
    const { directory, record, change } = await openSite();
    const { result, isCurrent } = await record(async () => directory.find('1'));
    expect(result).toMatchObject({ name: 'Ada' });
    change([named('2', 'Benjamin')], ['3']);
    expect(isCurrent()).toBe(true);
    change([named('1', 'Adeline')]);
    expect(isCurrent()).toBe(false);
  });

  test('is current again if the change is reversed before the next request', async () => {
    const { directory, record, change } = await openSite();
    const { isCurrent } = await record(async () => directory.find('1'));
    change([named('1', 'Adeline')]);
    change([named('1', 'Ada')]);
    expect(isCurrent()).toBe(true);
  });

  test('is not current after a change in the middle of it', async () => {
    const { directory, record, change } = await openSite();
    const { isCurrent } = await record(async () => {
      directory.find('1');
      change([named('1', 'Adeline')]);
      return directory.find('1');
    });
    expect(isCurrent()).toBe(false);
    const later = await record(async () => {
      directory.find('2');
      change([named('2', 'Benjamin')]);
      // The page mixes two versions, and the second one is the current one.
      return directory.find('3');
    });
    expect(later.isCurrent()).toBe(false);
  });

  test('is recorded as separate facts, so that a changed number of members does not affect a page that shows only the country', async () => {
    const { directory, record, change } = await openSite();
    const country = await record(async () => directory.about().country);
    const count = await record(async () => directory.about().memberCount);
    const freshness = await record(async () => [directory.find('1'), directory.about().loadedAt]);
    change([], ['3']);
    expect([country, count, freshness].map(({ isCurrent }) => isCurrent())).toEqual([true, false, true]);
  });

  test('is unknown if nothing was recorded, so such a page is current only until anything changes', async () => {
    const { record, change } = await openSite();
    const { isCurrent } = await record(async () => 'nothing');
    expect(isCurrent()).toBe(true);
    change([named('2', 'Benjamin')]);
    expect(isCurrent()).toBe(false);
  });

  test('is recorded for each page separately, also if two are rendered at once', async () => {
    const { directory, record, change } = await openSite();
    const read = (id: string) => async () => {
      await Promise.resolve();
      directory.find(id);
      await new Promise((resolve) => setImmediate(resolve));
      return directory.find(id);
    };
    const [one, two] = await Promise.all([record(read('1')), record(read('2'))]);
    change([named('2', 'Benjamin')]);
    expect([one.isCurrent(), two.isCurrent()]).toEqual([true, false]);
  });

  test('says that a page is current exactly if its content is the same, whatever changes', async () => {
    const pages = (directory: Directory): (() => unknown)[] => [
      ...['1', '7', '30', '99'].map((id) => () => directory.find(id)),
      () => landingPages(directory),
      ...['Victoria', 'Tasmania'].map(
        (state) => () => directory.search({ ...emptyFilter, facets: { state: [state] } }),
      ),
      ...['1', '2'].map((type) => () => directory.search({ ...emptyFilter, facets: { type: [type] } })),
      () => directory.search({ ...emptyFilter, text: 'smith' }),
      () => directory.alternatives({ ...emptyFilter, text: 'xyzzy', facets: { type: ['1'] } }),
      () => directory.clusters(emptyFilter, { box: { south: 0, west: 0, north: 90, east: 180 }, zoom: 3 }),
      () => directory.about().country,
      () => directory.about().memberCount,
      () => [...directory.entries()],
      () => directory.placeOfPostcode('3220', null),
      () => directory.placesOfMembers('geelong', 5),
      () => directory.categoryDescription('10'),
      () => directory.withOptionIds({ ...emptyFilter, facets: { type: ['full'], state: ['victoria'] } }),
    ];
    const model = await modelOf(randomEntries(30, 4), randomLists);
    const others = randomEntries(30, 5);
    const change = fc.record({
      changed: fc.subarray(others, { maxLength: 2 }),
      removed: fc.subarray(['1', '7', '12', '28'], { maxLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const site = createSite(model);
        const made = await Promise.all(
          pages(site.directory).map(async (page) => {
            const { result, isCurrent } = await site.record(async () => JSON.stringify(page()));
            return { page, result, isCurrent };
          }),
        );
        for (const { changed, removed } of changes) site.change(changed, removed);
        for (const { page, result, isCurrent } of made) {
          expect(isCurrent()).toBe(JSON.stringify(page()) === result);
        }
      }),
      { seed: 182, numRuns: sampleSize({ usual: 40, long: 2000 }) },
    );
  });
});
