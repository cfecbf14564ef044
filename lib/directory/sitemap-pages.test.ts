import { expect, it } from 'vitest';
import { entryOf } from './entry.fixture';
import { publicPages } from './sitemap-pages';

it('search engines get both search pages, each landing page, and each profile with its day of change', () => {
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
