import { expect, it } from 'vitest';
import { findLandingPage, landingPages } from './landing-pages';
import type { DirectoryFilter, SearchResult } from './search';

const options = (names: [id: string, name: string, count: number][]) =>
  names.map(([id, name, count]) => ({ id, name, count, isChosen: false }));
const directory = {
  search: (_filter: DirectoryFilter): SearchResult => ({
    ...{ total: 9, page: 1, pageCount: 1, hits: [], unplaced: 0 },
    facets: [
      {
        key: 'type',
        label: 'Membership type',
        options: options([
          ['1', 'Full Member', 5],
          ['2', 'Full–Member', 3],
          ['3', 'Student', 0],
        ]),
      },
      {
        key: 'state',
        label: 'State',
        options: options([
          ['Île-de-France', 'Île-de-France', 4],
          ['?', '?', 1],
        ]),
      },
    ],
  }),
};

it('each state and type with members has a page, whose search is that choice', () => {
  expect(landingPages(directory, 'states')).toEqual([
    {
      kind: 'states',
      slug: 'ile-de-france',
      name: 'Île-de-France',
      path: '/states/ile-de-france',
      filter: {
        text: '',
        facets: { state: ['Île-de-France'] },
        near: null,
        box: null,
        sort: 'default',
        page: 1,
        layout: 'cards',
      },
      count: 4,
    },
  ]);
});

it('types whose names look alike have addresses of their own', () => {
  expect(landingPages(directory, 'types').map((page) => page.path)).toEqual([
    '/types/1-full-member',
    '/types/2-full-member',
  ]);
});

it('a page that nobody is on is not there', () => {
  expect(findLandingPage(directory, 'types', '3-student')).toBeNull();
  expect(findLandingPage(directory, 'states', 'atlantis')).toBeNull();
  expect(findLandingPage(directory, 'types', '2-full-member')?.count).toBe(3);
});
