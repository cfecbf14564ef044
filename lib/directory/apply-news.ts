/** Applies news to what the directory shows, in slices. */
import { applyChanges } from './apply-changes';
import type { EntryStore } from './entry-store';
import type { DirectoryNews } from './follow';
import type { Outcome } from './load';
import type { Model } from './model';
import type { Pause } from '@/lib/slices';

/** A model, and the IDs that were public once and no longer are. */
export interface Shown {
  model: Model;
  gone: ReadonlySet<string>;
}

// Each takes a fraction of a millisecond. Visitors see the first before the last are applied.
const changesAtOnce = 20;

/**
 * Replaces what is shown by what it is after each part of the news. A merge or a load may replace it in between; nothing
 * is applied after `read` gives null.
 */
export async function applyNews(
  { outcomes, lists }: DirectoryNews,
  shown: { read: () => Shown | null; replace: (shown: Shown) => void },
  { today, pause }: { today: string; pause: Pause },
): Promise<void> {
  const all = [...outcomes];
  // At least one part, because only the lists may have changed.
  for (let start = 0; start === 0 || start < all.length; start += changesAtOnce) {
    const before = shown.read();
    if (before === null) return;
    const part = all.slice(start, start + changesAtOnce);
    const model = applyChanges(before.model, { ...toChanges(part), lists }, { today });
    if (model !== before.model) shown.replace({ model, gone: goneAfter(before, model.store, part) });
    await pause();
  }
}

type Named = readonly [id: string, outcome: Outcome];

function toChanges(part: readonly Named[]) {
  return {
    removed: part.flatMap(([id, outcome]) => (typeof outcome === 'string' ? [id] : [])),
    changed: part.flatMap(([, outcome]) => (typeof outcome === 'string' ? [] : [outcome])),
  };
}

function goneAfter({ model, gone }: Shown, store: EntryStore, part: readonly Named[]): ReadonlySet<string> {
  const isListed = (id: string) => store.positionOf(id) !== -1;
  const left = part.filter(([id]) => !isListed(id) && model.store.positionOf(id) !== -1);
  const back = part.filter(([id]) => gone.has(id) && isListed(id));
  // Many may be gone: they are not copied for every change.
  if (left.length + back.length === 0) return gone;
  const after = new Set(gone);
  for (const [id] of left) after.add(id);
  for (const [id] of back) after.delete(id);
  return after;
}
