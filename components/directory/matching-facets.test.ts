import { expect, test } from 'vitest';
import type { Facet } from '@/lib/directory/search';
import { optionsNamed } from './matching-facets';

const facet = (key: string, names: string[]): Facet => ({
  key,
  label: key,
  options: names.map((name) => ({ id: name, name, count: 1, isChosen: name === 'Chosen' })),
});
const facets = [
  facet('state', ['VIC', 'Île-de-France', 'Chosen']),
  facet('chapter', ['Victoria']),
  facet('category', ['Vic']),
];

test.each([
  ['Victoria BC, Canada', ['Victoria']],
  ['victoria', ['Victoria']],
  ['Vic, Spain', ['VIC']],
  ['ile-de-france', ['Île-de-France']],
  ['Victoria Park WA 6100', []],
  ['Victor', []],
  ['Geelong VIC 3220', []],
  ['Chosen', []],
])('the options with the name of the place %s are %j', (place, names) => {
  expect(optionsNamed(place, facets).map(({ name }) => name)).toEqual(names);
});
