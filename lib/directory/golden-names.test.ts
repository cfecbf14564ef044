import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { entryOf, modelOf } from '@/lib/directory/model/entry.fixture';
import { emptyFilter } from './filter';
import { searchDirectory } from './search-directory';

/**
 * 200 names, each with a query as a visitor types it: without accents, in capitals, with the last name first, with a
 * typing error, or only the start.
 */
const golden = z
  .array(z.tuple([z.string(), z.string()]))
  .parse(JSON.parse(readFileSync(new URL('./golden-names.json', import.meta.url), 'utf8')));

test('each of 200 names is the first result for what its visitor typed', async () => {
  expect(golden).toHaveLength(200);
  const model = await modelOf(golden.map(([name], at) => entryOf(String(at + 1), { name })));
  const found = golden.map(([, typed]) => {
    const [first] = searchDirectory(model, { ...emptyFilter, text: typed }, new Set()).hits;
    return [first?.entry.name, typed];
  });
  expect(found).toEqual(golden);
});
