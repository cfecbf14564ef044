import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from './entry.fixture';
import { compareIds, createEntryStoreBuilder, type EntryStore } from './entry-store';
import { neverPause, sortInSlices } from '@/lib/base/slices';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const day = { before: null, today: '2026-03-01', pause: neverPause };

test('entries are returned as stored, in the order of their IDs as numbers, and the last one wins if an ID is repeated', async () => {
  const builder = createEntryStoreBuilder();
  for (const id of ['10', '9', 'b', '9', '2'])
    builder.add({ entry: entryOf(id, { name: `Zoë 🎉 ${id}` }), listedUntil: null });
  builder.add({ entry: entryOf('3', { name: 'x'.repeat(3_000_000) }), listedUntil: '2030-01-01' });
  const store = await builder.finish(day);
  const positions = Array.from({ length: store.size }, (_, at) => at);
  expect(positions.map(store.idAt)).toEqual(['2', '3', '9', '10', 'b']);
  expect(store.entryAt(2)).toEqual(entryOf('9', { name: 'Zoë 🎉 9' }));
  expect(store.entryAt(1).name).toHaveLength(3_000_000);
  expect(positions.map(store.listedUntilAt)).toEqual([null, '2030-01-01', null, null, null]);
  expect(['2', '10', 'b', '1', '', '99'].map(store.positionOf)).toEqual([0, 3, 4, -1, -1, -1]);
});

test('an entry counts as changed today unless it is identical byte for byte', async () => {
  const first = createEntryStoreBuilder();
  for (const id of ['1', '2']) first.add({ entry: entryOf(id), listedUntil: null });
  const before = await first.finish(day);
  const second = createEntryStoreBuilder();
  second.add({ entry: entryOf('1'), listedUntil: '2027-01-01' });
  second.add({ entry: entryOf('2', { name: 'Renamed' }), listedUntil: null });
  const store = await second.finish({ before, today: '2026-04-02', pause: neverPause });
  expect([0, 1].map(store.changedOnAt)).toEqual(['2026-03-01', '2026-04-02']);
});

test('a store does not hold its predecessor in memory', async () => {
  const builder = createEntryStoreBuilder();
  builder.add({ entry: entryOf('1'), listedUntil: null });
  let before: EntryStore | null = await builder.finish(day);
  const weak = new WeakRef(before);
  const next = createEntryStoreBuilder();
  next.add({ entry: entryOf('1'), listedUntil: null });
  const store = await next.finish({ ...day, before });
  before = null;
  // An object that was read through a WeakRef stays alive until the end of this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(weak.deref()).toBeUndefined();
  expect(store.size).toBe(1);
});

test('IDs of any kind have one order', () => {
  const id = fc.oneof(fc.nat().map(String), fc.stringMatching(/^[0-9a-z_]{1,4}$/));
  fc.assert(
    fc.property(id, id, id, (a, b, c) => {
      expect(Math.sign(compareIds(a, b)) + Math.sign(compareIds(b, a))).toBe(0);
      if (compareIds(a, b) < 0 && compareIds(b, c) < 0) expect(compareIds(a, c)).toBeLessThan(0);
    }),
    { seed: 71, numRuns: 2000 },
  );
});

test('sorting in slices gives the same result as sorting at once and is stable', async () => {
  const random = fc.sample(fc.integer({ min: 0, max: 500 }), { seed: 72, numRuns: 10_000 });
  const values = random.map((value, at) => ({ value, at }));
  const compare = (a: { value: number }, b: { value: number }) => a.value - b.value;
  expect(await sortInSlices(values, compare, neverPause)).toEqual(values.toSorted(compare));
  expect(await sortInSlices([], compare, neverPause)).toEqual([]);
});
