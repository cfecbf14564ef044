/** Many later changes make searches slower, so a read model is merged with them in the background. */
import { applyChanges, type DirectoryChanges } from './apply-changes';
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import { indexesOf, modelOf, type Model } from './model';
import type { Pause } from '@/lib/base/slices';

// A merge copies all entries and indexes. Applying the changes of this share of the entries takes longer than that. So
// merges never take more time than the changes themselves.
const minMergeShare = 1 / 16;
const minMergeCount = 1_000;

export function needsMerge({ store: { positionCount, orderedCount, size } }: Model): boolean {
  return positionCount - orderedCount > Math.max(minMergeCount, size * minMergeShare);
}

/**
 * Copies the shown model in slices, without its former entries, and replaces it. Visitors see no difference. Changes
 * that arrive meanwhile are applied to the new model too. Nothing is replaced if a load has replaced or removed the
 * shown model.
 */
export async function merge(
  shown: { model: () => Model | null; replace: (model: Model) => void },
  pause: Pause,
): Promise<void> {
  let from = shown.model();
  if (from === null) return;
  const { day, lists } = from;
  const store = await copyEntries(from.store, { isIncluded: () => true, today: day, pause });
  let merged = await modelOf(store, await indexesOf(from, pause), { lists, day, pause });
  for (let now = shown.model(); now !== from; now = shown.model()) {
    if (now === null || now.store.base !== from.store.base || now.day !== day) return;
    for (const part of changesBetween(from, now)) {
      merged = applyChanges(merged, { ...part, lists: now.lists }, { today: day });
      await pause();
    }
    from = now;
  }
  if (merged.version !== from.version) throw new Error('a merge has changed the directory');
  shown.replace(merged);
}

/** @param options `isIncluded`: whether the entry at this position is copied */
export async function copyEntries(
  store: EntryStore,
  { isIncluded, today, pause }: { isIncluded: (position: number) => boolean; today: string; pause: Pause },
): Promise<EntryStore> {
  const builder = createEntryStoreBuilder();
  for (const position of store.positions) {
    if (!isIncluded(position)) continue;
    builder.addAgain({
      id: store.idAt(position),
      listedUntil: store.listedUntilAt(position),
      changedOn: store.changedOnAt(position),
      json: store.bytesAt(position).toString(),
    });
    await pause();
  }
  return builder.finish({ before: null, today, pause });
}

// The maximum number of entries in a part. Each part is a few milliseconds of work.
const partLength = 20;

/**
 * Returns the changes in parts. The first part contains no members. If only the lists have changed, the caller needs
 * this part to apply the new lists.
 */
function changesBetween({ store: before }: Model, { store: after, day }: Model): DirectoryChanges[] {
  const later: number[] = [];
  for (let position = before.positionCount; position < after.positionCount; position += 1)
    if (after.used[position] === 1) later.push(position);
  // `changedOn` of an entry stays the same if only the end of its membership has changed. For every other entry in
  // `later`, `changedOn` becomes today. This is also true for an entry that was removed and then added again.
  const same = new Set(later.filter((position) => after.changedOnAt(position) !== day).map(after.idAt));
  const removed: string[] = [];
  for (let position = 0; position < before.positionCount; position += 1) {
    const isRemoved = before.used[position] === 1 && after.used[position] === 0;
    if (isRemoved && !same.has(before.idAt(position))) removed.push(before.idAt(position));
  }
  const parts: DirectoryChanges[] = [{ removed: [], changed: [] }];
  for (let at = 0; at < removed.length; at += partLength)
    parts.push({ removed: removed.slice(at, at + partLength), changed: [] });
  for (let at = 0; at < later.length; at += partLength) {
    const changed = later
      .slice(at, at + partLength)
      .map((position) => ({ entry: after.entryAt(position), listedUntil: after.listedUntilAt(position) }));
    parts.push({ removed: [], changed });
  }
  return parts;
}
