/** A read model with a few members changed. The cost depends only on the number of changed members. */
import { withContent } from './content-hash';
import { compareLots } from './fair-order';
import type { EntryStore } from './entry-store';
import { compareNames, versionOf, wordsOf, type Model } from './model';
import type { ListedEntry, PublicLists } from './projection';

export interface DirectoryChanges {
  /** IDs that are not listed have no effect. */
  removed: readonly string[];
  /** If an ID occurs more than once, its last entry is used. An ID that is also in `removed` counts as changed. */
  changed: readonly ListedEntry[];
  /**
   * The new lists, if types or categories have changed. The extras must be unchanged: if they change, the whole model
   * is built anew.
   */
  lists?: PublicLists;
}

/**
 * Returns a model that shows visitors exactly what a load of all members would show. If nothing changed, returns the
 * given model. Members whose last day is before `today` are removed. Changed entries get `today` as their day of
 * change.
 */
export function applyChanges(
  model: Model,
  { removed, changed, lists = model.lists }: DirectoryChanges,
  { today }: { today: string },
): Model {
  const difference = differenceOf(model.store, { removed, changed, today });
  const version = versionOf(model.content, { lists, day: model.day });
  if (difference.removed.length + difference.added.length === 0 && version === model.version) return model;
  const before = difference.removed.map(model.store.entryAt);
  const after = difference.added.map(({ entry }) => entry);
  const store = model.store.with({ ...difference, today });
  const added = after.map((_, at) => model.store.positionCount + at);
  const positions = { removed: difference.removed, added };
  const content = withContent(model.content, {
    added: added.map(store.bytesAt),
    removed: difference.removed.map(store.bytesAt),
  });
  return {
    store,
    lists,
    day: model.day,
    text: model.text.with(after.map(wordsOf)),
    facets: model.facets.with({ removed: before, added: after, lists }),
    points: model.points.with(after),
    byName: model.byName.with(positions, (a, b) => compareNames(store, a, b)),
    fair: model.fair.with(positions, (a, b) => compareLots(store.idAt(a), store.idAt(b), model.day)),
    years: model.years.with(after.map(({ memberSince }) => memberSince ?? 0)),
    words: model.words,
    content,
    version: versionOf(content, { lists, day: model.day }),
  };
}

function differenceOf(
  store: EntryStore,
  { removed, changed, today }: Pick<DirectoryChanges, 'removed' | 'changed'> & { today: string },
): { removed: number[]; added: ListedEntry[] } {
  const targets = new Map<string, ListedEntry | null>();
  for (const id of removed) targets.set(id, null);
  for (const listed of changed) {
    const isOver = listed.listedUntil !== null && listed.listedUntil < today;
    targets.set(listed.entry.id, isOver ? null : listed);
  }
  const difference: { removed: number[]; added: ListedEntry[] } = { removed: [], added: [] };
  for (const [id, listed] of targets) {
    const position = store.positionOf(id);
    if (position !== -1 && listed !== null && isSame(store, position, listed)) continue;
    if (position !== -1) difference.removed.push(position);
    if (listed !== null) difference.added.push(listed);
  }
  return difference;
}

function isSame(store: EntryStore, position: number, { entry, listedUntil }: ListedEntry): boolean {
  if (store.listedUntilAt(position) !== listedUntil) return false;
  return store.bytesAt(position).equals(Buffer.from(JSON.stringify(entry)));
}
