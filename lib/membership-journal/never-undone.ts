import type { JournalRow } from '@/lib/membership-store/journal-read';
import { hasLostValues } from '@/lib/membership-store/journal-values';
import type { JournalKind } from '@/lib/membership-schema/members-schema';

/** An undo never removes records of these kinds. */
const lasting: readonly JournalKind[] = [
  'organisation',
  'committee',
  'alias',
  'mark',
  'role',
  'notice',
  'notice_exclusion',
  'note',
];

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
  // Undoing a change to the reminders could start sending emails to many people. An undo does not ask for a recent
  // sign-in. So this change cannot be undone.
  if (kind === 'notice') return 'change the reminders on their page';
  if (operation !== 'created') return hasLostValues(changes) ? 'its values were erased with a person' : null;
  return lasting.includes(kind) ? 'an organisation is removed with `organisation remove`' : null;
}
