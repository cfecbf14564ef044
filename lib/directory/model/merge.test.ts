import { expect, test } from 'vitest';
import { neverPause } from '@/lib/base/slices';
import { applyChanges } from './apply-changes';
import { entryOf, modelOf, randomEntries, randomLists } from './entry.fixture';
import { merge, needsMerge } from './merge';
import type { Model } from './model';

const today = { today: '2026-03-01' };

function withChanges(model: Model, count: number): Model {
  let changed = model;
  for (let number = 0; number < count; number += 1) {
    const entry = entryOf('7', { name: `Name ${number}` });
    changed = applyChanges(changed, { removed: [], changed: [{ entry, listedUntil: null }] }, today);
  }
  return changed;
}

test('a model needs a merge after a thousand changes, and none directly after that', async () => {
  let model = withChanges(await modelOf(randomEntries(50, 1), randomLists), 1_000);
  expect(needsMerge(model)).toBe(false);
  model = withChanges(model, 1);
  expect(needsMerge(model)).toBe(true);
  const { version } = model;
  await merge({ model: () => model, replace: (merged) => (model = merged) }, neverPause);
  expect([needsMerge(model), model.version, model.store.positionCount]).toEqual([false, version, 50]);
});

test('a merge replaces nothing if all members are loaded in the meantime, or the directory stops', async () => {
  for (const later of [await modelOf([entryOf('1')]), null]) {
    const first = withChanges(await modelOf(randomEntries(5, 1), randomLists), 3);
    let [isLater, isReplaced] = [false, false];
    const shown = { model: () => (isLater ? later : first), replace: () => (isReplaced = true) };
    await merge(shown, () => void (isLater = true));
    expect(isReplaced).toBe(false);
  }
});
