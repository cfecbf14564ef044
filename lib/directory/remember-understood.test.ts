import { expect, test } from 'vitest';
import { entryOf, modelOf } from '@/lib/directory/model/entry.fixture';
import { createQueries } from './queries';
import { loadPlaces } from '@/lib/map/geo/places';

const gazetteer = loadPlaces();
const lists = { types: new Map(), categories: new Map(), extras: [] };
const pilates = { id: '7', name: 'Pilates' };
const withCategory = {
  ...lists,
  categories: new Map([['7', { ...pilates, description: null }]]),
};

function countingPlaces() {
  const counted = { suggestions: 0 };
  const suggest: typeof gazetteer.suggest = (...given) => {
    counted.suggestions += 1;
    return gazetteer.suggest(...given);
  };
  return { counted, places: { suggest } };
}

test('a meaning is found once, until the members, the date, the country or the places change', async () => {
  const [before, after] = [
    await modelOf([entryOf('1', { name: 'Kim Field' })], lists),
    await modelOf([entryOf('1', { name: 'Kim Field', categories: [pilates] })], withCategory),
  ];
  let [model, day] = [before, '2026-03-02'];
  const queries = createQueries(
    () => model,
    () => day,
  );
  const { counted, places } = countingPlaces();
  const known = { places, country: 'Australia', hasPlace: false };
  const understand = (change: Partial<typeof known> = {}) => {
    counted.suggestions = 0;
    const found = queries.understand('pilates ballarat', { ...known, ...change });
    return { found, isNew: counted.suggestions > 0 };
  };

  const first = understand();
  expect(first).toMatchObject({ isNew: true, found: { text: 'pilates', facets: {} } });
  expect(understand()).toEqual({ ...first, isNew: false });
  expect(understand({ hasPlace: true }).found).toBeNull();
  expect(understand({ country: 'Fiji' }).isNew).toBe(true);
  expect(understand().isNew).toBe(false);

  day = '2026-03-03';
  expect(understand().isNew).toBe(true);
  model = after;
  expect(understand()).toMatchObject({ isNew: true, found: { text: '', facets: { category: ['7'] } } });
  const others = countingPlaces();
  understand({ places: others.places });
  expect(others.counted.suggestions).toBeGreaterThan(0);
});
