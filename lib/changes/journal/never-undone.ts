import type { JournalRow } from '@/lib/store/journal-read';
import { hasLostValues } from '@/lib/store/journal-values';
import { kindOf } from '@/lib/store/record-kinds';

/**
 * Returns the reason why the change can never be undone. null: the present state of the change's records decides
 * whether the change can be undone.
 */
export function whyNeverUndone({
  kind,
  operation,
  changes,
}: Pick<JournalRow, 'kind' | 'operation' | 'changes'>): string | null {
  if (operation === 'erased' || operation === 'lapsed') return `"${operation}" cannot be undone`;
  const { neverUndone, isRemovedByUndo } = kindOf(kind);
  if (neverUndone !== undefined) return neverUndone;
  if (operation !== 'created') return hasLostValues(changes) ? 'its values were erased with a person' : null;
  return isRemovedByUndo ? null : 'an organisation is removed with `organisation remove`';
}
