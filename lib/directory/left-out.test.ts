import { expect, test } from 'vitest';
import { entryOf, locationAt } from '@/lib/directory/model/entry.fixture';
import { parseDirectoryFilter } from './filter';
import { createPilatesDirectory, pilates } from './pilates-directory.fixture';

const geelong = { suburb: 'Geelong', state: 'VIC', country: 'Australia' };
const { directory, resolve, readMissed } = await createPilatesDirectory([
  entryOf('1', {
    name: 'Kim Field',
    organisation: 'Bay Health Studio',
    ...geelong,
    categories: [pilates],
    locations: [locationAt('1', -38.15, 144.36)],
  }),
  entryOf('2', {
    kind: 'person',
    name: 'Thi Huong Nguyen',
    suburb: 'Hobart',
    state: 'TAS',
    country: 'Australia',
    categories: [pilates],
    locations: [locationAt('2', -42.88, 147.33)],
  }),
]);
const filterOf = (words: string) => {
  const query = String(new URLSearchParams({ q: words }));
  return parseDirectoryFilter(new URLSearchParams(resolve(query) ?? query)).filter;
};

test('words that match nobody are left out if a place or a category was recognised, and the others stay', () => {
  expect(filterOf('pilates unicorn geelong')).toMatchObject({ text: '', leftOut: 'unicorn' });
  expect(filterOf('unicorn bay pilates zebra geelong')).toMatchObject({
    text: 'bay',
    leftOut: 'unicorn zebra',
    facets: { category: ['7'] },
    near: { label: 'Geelong VIC 3220' },
  });
  expect(directory.search(filterOf('unicorn bay pilates zebra geelong')).total).toBe(1);
});

test.each([
  ['words that somebody has', 'bay pilates geelong', 'bay'],
  ['words without anything that was recognised', 'unicorn zebra', 'unicorn zebra'],
  ['the name of a member who is elsewhere', 'nguyen geelong', 'nguyen'],
  ['words at a place without members', 'unicorn kalgoorlie', 'unicorn'],
  ['a long text', 'one two three four unicorns zebra geelong', 'one two three four unicorns zebra'],
])('nothing is left out of %s', (_what, words, text) => {
  expect(filterOf(words)).toMatchObject({ text, leftOut: '' });
});

test('what no directory knows is left out as a whole, also if somebody has one of its words', () => {
  expect(filterOf('pilates free bay geelong')).toMatchObject({ text: 'bay', leftOut: 'free' });
  expect(filterOf('pilates that are low cost bay geelong')).toMatchObject({
    text: 'bay',
    leftOut: 'low cost',
  });
  expect(filterOf('pilates private health studio geelong')).toMatchObject({
    text: 'studio',
    leftOut: 'private health',
  });
});

test('a landmark after "near" is left out, also if nothing was recognised', () => {
  expect(filterOf('pilates near the mcg')).toMatchObject({ facets: { category: ['7'] }, leftOut: 'mcg' });
  expect(filterOf('closest studio to flinders street station')).toMatchObject({
    text: 'studio',
    leftOut: 'flinders street station',
  });
  expect(filterOf('studio near the mcg')).toMatchObject({ text: 'studio', leftOut: 'mcg' });
});

test('the address of such a search is not changed again, and the words are counted as missed with their place', () => {
  const address = resolve('q=pilates+unicorn+geelong') ?? '';
  expect(new URLSearchParams(address).get('leftout')).toBe('unicorn');
  expect(resolve(address)).toBeNull();
  expect(readMissed(address)).toEqual({ words: 'unicorn pilates', place: 'Geelong VIC 3220' });
  expect(readMissed(resolve('q=bay+pilates+geelong') ?? '')).toBeNull();
});
