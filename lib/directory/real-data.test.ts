import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { distanceKm } from '@/lib/map/geo/point';
import { seededRandom } from '@/lib/base/seeded-random';
import { entryOf, locationAt, modelOf } from '@/lib/directory/model/entry.fixture';
import { emptyFilter } from './filter';
import type { Model } from '@/lib/directory/model/model';
import type { DirectoryFilter } from './search';
import { searchDirectory } from './search-directory';
import { tokensOf } from '@/lib/base/text-tokens';

// 11,822 real breweries (Open Brewery DB, MIT). The file is beside the development repository and is not shipped.
const path = fileURLToPath(new URL('../../../shared/data/openbrewerydb.csv', import.meta.url));

type Row = Record<'name' | 'category' | 'suburb' | 'state' | 'country' | 'lat' | 'lng', string>;

describe.skipIf(!existsSync(path))('with the breweries of openbrewerydb.csv', () => {
  let rows: Row[];
  let model: Model;

  beforeAll(async () => {
    rows = parse(readFileSync(path), { columns: true, bom: true });
    const kinds = [...new Set(rows.map((row) => row.category))];
    const types = new Map(kinds.map((name) => [name, { id: name, name }]));
    const entries = rows.map((row, at) =>
      entryOf(String(at), {
        name: row.name,
        membershipType: types.get(row.category) ?? null,
        suburb: row.suburb,
        state: row.state,
        country: row.country,
        locations: row.lat === '' ? [] : [locationAt(String(at), Number(row.lat), Number(row.lng))],
      }),
    );
    model = await modelOf(entries, { types, categories: new Map(), extras: [] });
  });

  const found = (filter: DirectoryFilter) => {
    const pageCount = searchDirectory(model, filter, new Set()).pageCount;
    const pages = Array.from({ length: pageCount }, (_, at) =>
      searchDirectory(model, { ...filter, page: at + 1 }, new Set()),
    );
    return pages.flatMap((page) => page.hits.map((hit) => Number(hit.entry.id)));
  };

  test('type brewpub in Ireland: exactly the rows in the file', () => {
    const expected = rows.flatMap((row, at) =>
      row.category === 'brewpub' && row.country === 'Ireland' ? [at] : [],
    );
    expect(expected.length).toBeGreaterThan(0);
    const filter = { ...emptyFilter, facets: { type: ['brewpub'], country: ['Ireland'] } };
    expect(found(filter).sort((a, b) => a - b)).toEqual(expected);
  });

  test('within 50 km of Portland, Oregon: 158, in plain haversine order', () => {
    const point = { latitude: 45.5152, longitude: -122.6784 };
    const expected = rows
      .map((row, at) => ({
        at,
        km: distanceKm(point, { latitude: Number(row.lat), longitude: Number(row.lng) }),
      }))
      .filter(({ at, km }) => rows[at]?.lat !== '' && km <= 50)
      .sort((a, b) => a.km - b.km || a.at - b.at);
    expect(expected).toHaveLength(158);
    const near = { point, radiusKm: 50, unit: 'km' as const, label: null };
    expect(found({ ...emptyFilter, near })).toEqual(expected.map(({ at }) => at));
  });

  test('at least 97 of 100 single typing errors in a name still find the brewery on the first page', () => {
    const random = seededRandom(3);
    const named = rows.flatMap((row, at) => (longestWord(row.name).length >= 5 ? [at] : []));
    const missed = Array.from({ length: 300 }, () => named[Math.floor(random() * named.length)] ?? 0).filter(
      (at) => {
        const name = rows[at]?.name ?? '';
        const word = longestWord(name);
        const text = name.toLowerCase().replace(word, withTypingError(word, random));
        const { hits } = searchDirectory(model, { ...emptyFilter, text }, new Set());
        return !hits.some((hit) => hit.entry.id === String(at));
      },
    );
    expect(missed.map((at) => rows[at]?.name).length).toBeLessThanOrEqual(9);
  });
});

function longestWord(name: string): string {
  return tokensOf(name).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

/** Omits, doubles, replaces or swaps a letter, but never the first. */
function withTypingError(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const kinds = [
    before + after,
    before + letter + letter + after,
    `${before}x${after}`,
    before + after.charAt(0) + letter + after.slice(1),
  ];
  return kinds[Math.floor(random() * kinds.length)] ?? word;
}
