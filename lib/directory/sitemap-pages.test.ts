import { expect, test } from 'vitest';
import { entryOf, modelOf, randomEntries, randomLists } from '@/lib/directory/model/entry.fixture';
import { createQueries } from './queries';
import { countPublicPages, publicPages } from './sitemap-pages';

test('search engines get both search pages, each landing page, and each profile with its day of change', () => {
  const directory = {
    facets: () => [
      { key: 'category', label: 'Category', options: [{ id: '7', name: 'Law', count: 1, isChosen: false }] },
      { key: 'state', label: 'State', options: [{ id: 'VIC', name: 'VIC', count: 1, isChosen: false }] },
    ],
    entries: () => [{ entry: entryOf('7', { name: 'Ada Nguyen' }), changedOn: '2026-11-20' }],
  };
  expect([...publicPages(directory, 'https://guild.example')]).toEqual([
    { url: 'https://guild.example/', changedOn: null },
    { url: 'https://guild.example/map', changedOn: null },
    { url: 'https://guild.example/states/vic', changedOn: null },
    { url: 'https://guild.example/categories/7-law', changedOn: null },
    { url: 'https://guild.example/members/7-ada-nguyen', changedOn: '2026-11-20' },
  ]);
});

test('pages can be skipped, and are counted without reading them', async () => {
  const model = await modelOf(randomEntries(40, 1), randomLists);
  const queries = createQueries(
    () => model,
    () => model.day,
  );
  const about = () => ({ ...queries.about(), loadedAt: null, isStale: false, problems: [] });
  const directory = { ...queries, about };
  const all = [...publicPages(directory, 'https://guild.example')];
  expect(countPublicPages(directory)).toBe(all.length);
  for (let from = 0; from <= all.length; from += 1)
    expect([...publicPages(directory, 'https://guild.example', from)]).toEqual(all.slice(from));
});
