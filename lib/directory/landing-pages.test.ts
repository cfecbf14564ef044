import { expect, it } from 'vitest';
import { emptyFilter } from './filter';
import { categoryPath, findLandingPage, landingPages } from './landing-pages';

const options = (names: [id: string, name: string, count: number][]) =>
  names.map(([id, name, count]) => ({ id, name, count, isChosen: false }));
const directory = {
  facets: () => [
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
        ['東京都', '東京都', 2],
        ['North-West', 'North-West', 2],
        ['North West', 'North West', 3],
      ]),
    },
    {
      key: 'category',
      label: 'Category',
      options: options([
        ['7', 'Law & Order', 2],
        ['8', '法律', 1],
        ['9', 'Sport', 0],
      ]),
    },
  ],
};

const pathsOf = (kind: string) =>
  landingPages(directory)
    .filter((page) => page.kind === kind)
    .map((page) => page.path);

it('each state, type and category with members has a page that shows the same search', () => {
  const [first, ...others] = landingPages(directory);
  expect(first).toEqual({
    kind: 'states',
    id: 'Île-de-France',
    slug: 'ile-de-france',
    name: 'Île-de-France',
    path: '/states/ile-de-france',
    filter: {
      ...emptyFilter,
      facets: { state: ['Île-de-France'] },
    },
    count: 4,
  });
  expect(others.map(({ filter }) => filter.facets)).toEqual([
    { state: ['東京都'] },
    { state: ['North-West'] },
    { state: ['North West'] },
    { type: ['1'] },
    { type: ['2'] },
    { category: ['7'] },
    { category: ['8'] },
  ]);
});

it('a state has a page in any script, and its own page if another name looks alike', () => {
  expect(pathsOf('states').slice(1)).toEqual([
    `/states/${encodeURIComponent('東京都')}`,
    '/states/north-west',
    '/states/north%20west',
  ]);
  expect(findLandingPage(directory, 'states', '東京都')?.count).toBe(2);
  expect(findLandingPage(directory, 'states', 'north west')?.count).toBe(3);
});

it('types whose names look alike have separate addresses', () => {
  expect(pathsOf('types')).toEqual(['/types/1-full-member', '/types/2-full-member']);
});

it('a category has the address that profiles link to, with only its ID if its name has no Latin letter', () => {
  expect(pathsOf('categories')).toEqual(['/categories/7-law-order', '/categories/8']);
  expect(categoryPath({ id: '7', name: 'Law & Order' })).toBe('/categories/7-law-order');
  expect(findLandingPage(directory, 'categories', '8')?.name).toBe('法律');
});

it('a page without members does not exist', () => {
  expect(findLandingPage(directory, 'types', '3-student')).toBeNull();
  expect(findLandingPage(directory, 'states', 'atlantis')).toBeNull();
  expect(findLandingPage(directory, 'categories', '9-sport')).toBeNull();
  expect(findLandingPage(directory, 'types', '7-law-order')).toBeNull();
  expect(findLandingPage(directory, 'states', 'north')).toBeNull();
  expect(findLandingPage(directory, 'types', '2-full-member')?.count).toBe(3);
});

it('a renamed type or category is found at its former address, and a state in capitals', () => {
  expect(findLandingPage(directory, 'states', 'Ile-de-France')?.path).toBe('/states/ile-de-france');
  expect(findLandingPage(directory, 'categories', '7-jurisprudence')?.path).toBe('/categories/7-law-order');
  expect(findLandingPage(directory, 'types', '2')?.path).toBe('/types/2-full-member');
});

it('thousands of states, as members write them, are each read a few times, not compared with every other one', () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `State ${at}`);
  let reads = 0;
  const states = options(names.map((name) => [name, name, 1])).map(({ name, ...option }) => ({
    ...option,
    get name() {
      reads += 1;
      return name;
    },
  }));
  const facets = () => [{ key: 'state', label: 'State', options: states }, ...directory.facets()];
  expect(findLandingPage({ facets }, 'states', 'state-4999')?.name).toBe('State 4999');
  // Comparing each name with every other one would read 25 million names.
  expect(reads).toBeLessThan(20 * names.length);
});
