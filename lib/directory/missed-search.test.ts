import { expect, test } from 'vitest';
import { entryOf, locationAt } from '@/lib/directory/model/entry.fixture';
import { countableWords } from './missed-search';
import { createPilatesDirectory, pilates } from './pilates-directory.fixture';

test.each([
  ['Reformer Pilates', 'reformer pilates'],
  ['pilates, in the morning', 'pilates morning'],
  ['pilates 3220', 'pilates'],
  ['Zoë’s clinic', 'zoes clinic'],
  ['jane@example.org', null],
  ['ask jane @ example', null],
  ['https://example.org', null],
  ['www.example.org', null],
  ['janes-practice.com.au', null],
  ['0412 345 678', null],
  ['４１２３４５', null],
  ['born 12/3/1980', null],
  ['12345', null],
  ['1234', null],
  ['my daughter fell off her horse last sunday', null],
  ['x'.repeat(31), null],
  ['...', null],
])('"%s" is counted as %s', (typed, counted) => expect(countableWords(typed, typed)).toBe(counted));

const { resolve, readMissed: read } = await createPilatesDirectory([
  entryOf('1', {
    name: 'Kim Field',
    suburb: 'Geelong',
    state: 'VIC',
    country: 'Australia',
    categories: [pilates],
    locations: [locationAt('1', -38.15, 144.36)],
  }),
]);
/** The text under which a search is counted after it was redirected. */
const counted = (query: string) => read(resolve(query) ?? query);

test('a search that finds somebody, has no words or is an invalid one is not counted', () => {
  for (const query of ['q=kim', 'q=pilates', 'near=Perth', 'q=', '', 'q=reformer&near=Nowhereville'])
    expect(counted(query), query).toBeNull();
});

test('words and a place are counted once, at the address to which the search is redirected', () => {
  const missed = { words: 'reformer', place: 'Ballarat, Australia' };
  expect(counted('q=reformer')).toEqual({ words: 'reformer', place: '' });
  expect(counted('q=reformer&near=Ballarat')).toMatchObject({
    words: 'reformer',
    place: expect.stringMatching(/^Ballarat/),
  });
  const query = 'q=reformer ballarat';
  expect(read(query)).toBeNull();
  expect(counted(query)?.words).toBe(missed.words);
  expect(counted(query)?.place).toMatch(/^Ballarat/);
});

test('a category that was recognised counts by its name', () => {
  expect(counted('q=pilates perth')).toMatchObject({
    words: 'pilates',
    place: expect.stringMatching(/^Perth/),
  });
});

test('an address cannot name a place that the gazetteer does not have, nor a street', () => {
  const near = (label: string) =>
    String(
      new URLSearchParams({
        q: 'reformer',
        near: label,
        lat: '-37.56',
        lng: '143.86',
        radius: '25',
        unit: 'km',
      }),
    );
  expect(read(near('Jane Citizen'))).toEqual({ words: 'reformer', place: '' });
  const street = counted('q=reformer&near=12 High Street Preston');
  expect(street?.words).toBe('reformer');
  expect(street?.place).toMatch(/^Preston/);
  expect(street?.place).not.toContain('High');
});
