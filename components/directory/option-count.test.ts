import { beforeAll, expect, test } from 'vitest';
import { entryOf, modelOf } from '@/lib/directory/model/entry.fixture';
import { emptyFilter } from '@/lib/directory/filter';
import type { Model } from '@/lib/directory/model/model';
import { searchDirectory } from '@/lib/directory/search-directory';
import { countBeside } from './option-count';

// Ireland has two brewpubs, of which one is also large, and one member that is only large. Spain has one brewpub and
// one closed member.
const categories = (...names: string[]) => names.map((name) => ({ id: name, name }));
const entries = [
  entryOf('1', { country: 'Ireland', categories: categories('brewpub') }),
  entryOf('2', { country: 'Ireland', categories: categories('brewpub', 'large') }),
  entryOf('3', { country: 'Spain', categories: categories('brewpub') }),
  entryOf('4', { country: 'Spain', categories: categories('closed') }),
  entryOf('5', { country: 'Ireland', categories: categories('large') }),
];
let model: Model;
beforeAll(async () => void (model = await modelOf(entries)));

function beside(facets: Record<string, string[]>, all: string[] = []) {
  const result = searchDirectory(model, { ...emptyFilter, facets, all }, new Set());
  const facet = result.facets.find(({ key }) => key === 'category');
  if (facet === undefined) throw new Error('There is no facet of categories');
  const texts = facet.options.map((option) => {
    const { text, isUseless } = countBeside(option, facet, {
      total: result.total,
      isAll: all.includes('category'),
    });
    return [option.id, isUseless ? `${text} useless` : text];
  });
  return Object.fromEntries(texts) as unknown;
}

test('without a choice, each option shows how many members it finds', () => {
  expect(beside({})).toEqual({ brewpub: '3', large: '2', closed: '1' });
  expect(beside({ country: ['Ireland'] })).toEqual({ brewpub: '2', large: '2', closed: '0 useless' });
});

test('beside a chosen option, the others show how many members they would add, and an option that would add none is useless', () => {
  expect(beside({ category: ['brewpub'], country: ['Ireland'] })).toEqual({
    brewpub: '',
    large: '+1',
    closed: '+0 useless',
  });
  expect(beside({ category: ['brewpub', 'large'] })).toEqual({ brewpub: '', large: '', closed: '+1' });
});

test('if all chosen options are required, the others show how many members would be left', () => {
  expect(beside({ category: ['brewpub'] }, ['category'])).toEqual({
    brewpub: '',
    large: '1',
    closed: '0 useless',
  });
  expect(beside({ category: ['brewpub', 'large'] }, ['category'])).toMatchObject({ closed: '0 useless' });
});
