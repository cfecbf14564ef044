/**
 * The cost of the place search while a visitor types, compared with a scan of all names: `npm run bench:places`.
 * Target: a median under 5 ms for any text.
 */
import { placeKey } from '@/lib/geo/place-key';
import { loadPlaces, loadPlaceTables } from '@/lib/geo/places';

const rounds = 50;
const typed = ['s', 'b', '3', 'sa', '32', 'san', 'mel', 'spri', 'geelon', 'portland o', 'springfield 1'];
// Texts that are expensive to search.
const hostile = ['1 2 3 4 5 6 7 8 9 0', 'victoria '.repeat(10), 'united states '.repeat(5)];

const places = loadPlaces();
const { towns, postal } = loadPlaceTables();
const keys = [towns, ...postal].flatMap((table) =>
  Array.from({ length: table.count }, (_, row) => placeKey(table.nameOf(row))),
);

function times(once: () => unknown): { middle: number; worst: number } {
  const taken = Array.from({ length: rounds }, () => {
    const start = performance.now();
    once();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { middle: taken[rounds / 2] ?? NaN, worst: taken[Math.floor(rounds * 0.99)] ?? NaN };
}

console.log(`${keys.length} names; ${rounds} searches each`);
console.table(
  [...typed, ...hostile].map((text) => {
    const search = times(() => places.search(text, { country: 'Australia', limit: 8 }));
    const typedKey = placeKey(text);
    const scan = times(() => keys.filter((key) => key.startsWith(typedKey)));
    return {
      typed: text.slice(0, 24),
      'p50 ms': search.middle.toFixed(2),
      'p99 ms': search.worst.toFixed(2),
      'all names p50 ms': scan.middle.toFixed(2),
      '× all names': (search.middle / scan.middle).toFixed(3),
    };
  }),
);
