import { expect, test } from 'vitest';
import { emptyFilter } from '@/lib/directory/filter';
import type { Facet } from '@/lib/directory/search';
import { chosenOf } from './chosen';

const facet = (key: string, label: string, names: string[]): Facet => ({
  key,
  label,
  options: names.map((name) => ({ id: `${key}-${name}`, name, count: 1, isChosen: true })),
});
const facets = [
  facet('chapter', 'Chapter', ['Victoria', 'Tasmania']),
  facet('state', 'State', ['Victoria', 'Queensland']),
  facet('extra-4', 'Telehealth', ['Yes', 'No']),
];

test('a chip has the name of its facet only for an answer and for a value in two facets', () => {
  const chosen = {
    chapter: ['chapter-Victoria', 'chapter-Tasmania'],
    state: ['state-Victoria', 'nobody’s'],
    'extra-4': ['extra-4-Yes'],
  };
  const names = chosenOf({ ...emptyFilter, facets: chosen }, facets).map(({ name }) => name);
  expect(names).toEqual(['Chapter: Victoria', 'Tasmania', 'State: Victoria', 'nobody’s', 'Telehealth: Yes']);
});
