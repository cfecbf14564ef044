import { expect, it } from 'vitest';
import { emptyFilter } from '@/lib/directory/filter';
import { withNamedOptions } from './named-options';

const option = (name: string, isChosen: boolean) => ({ id: name, name, count: 1, isChosen });
const facets = [
  { key: 'state', label: 'State', options: [option('NSW', false), option('VIC', true)] },
  { key: 'country', label: 'Country', options: [option('Fiji', false)] },
];

it('an option that an address gives by another name is replaced by its ID', () => {
  const filter = { ...emptyFilter, facets: { state: ['vic', 'nowhere'], country: ['x'] }, page: 2 };
  expect(withNamedOptions(filter, facets)).toEqual({ ...filter, facets: { state: ['VIC'], country: ['x'] } });
});

it('a filter whose options are IDs, or are unknown, does not change', () => {
  for (const state of [['VIC'], ['VIC', 'nowhere']]) {
    const filter = { ...emptyFilter, facets: { state } };
    expect(withNamedOptions(filter, facets)).toBe(filter);
  }
});
