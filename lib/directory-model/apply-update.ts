import { applyChanges } from './apply-changes';
import type { EntryStore } from './entry-store';
import type { DirectoryUpdate } from './follow-changes';
import type { Outcome } from './load';
import type { Model } from './model';
import type { Pause } from '@/lib/slices';

/** A model, and the members that were listed earlier but are not now. */
export interface DirectoryState {
  model: Model;
  removedIds: ReadonlySet<string>;
}

// Applying one outcome takes a fraction of a millisecond, so a slice takes a few milliseconds.
const outcomesPerSlice = 20;

/**
 * Replaces the state after each slice. A merge or a load may replace it between two slices. Nothing more is applied
 * after `read` returns null.
 */
export async function applyUpdate(
  { outcomes, lists }: DirectoryUpdate,
  state: { read: () => DirectoryState | null; replace: (after: DirectoryState) => void },
  { today, pause }: { today: string; pause: Pause },
): Promise<void> {
  const all = [...outcomes];
  // If only the lists have changed, there are no outcomes. The loop then applies one slice, which contains only the
  // lists.
  for (let start = 0; start === 0 || start < all.length; start += outcomesPerSlice) {
    const before = state.read();
    if (before === null) return;
    const slice = all.slice(start, start + outcomesPerSlice);
    const model = applyChanges(before.model, { ...toChanges(slice), lists }, { today });
    if (model !== before.model)
      state.replace({ model, removedIds: updateRemovedIds(before, model.store, slice) });
    await pause();
  }
}

type MemberOutcome = readonly [id: string, outcome: Outcome];

function toChanges(slice: readonly MemberOutcome[]) {
  return {
    removed: slice.flatMap(([id, outcome]) => (typeof outcome === 'string' ? [id] : [])),
    changed: slice.flatMap(([, outcome]) => (typeof outcome === 'string' ? [] : [outcome])),
  };
}

function updateRemovedIds(
  { model, removedIds }: DirectoryState,
  store: EntryStore,
  slice: readonly MemberOutcome[],
): ReadonlySet<string> {
  const isListed = (id: string) => store.positionOf(id) !== -1;
  const removed = slice.filter(([id]) => !isListed(id) && model.store.positionOf(id) !== -1);
  const relisted = slice.filter(([id]) => removedIds.has(id) && isListed(id));
  // There may be many removed members, so the set is not copied for every change.
  if (removed.length + relisted.length === 0) return removedIds;
  const after = new Set(removedIds);
  for (const [id] of removed) after.add(id);
  for (const [id] of relisted) after.delete(id);
  return after;
}
