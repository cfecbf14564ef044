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

/** null: whether the change can be undone depends on the present state of its records. */
export function whyNeverUndone({
  kind,
  operation,
  changes,
}: Pick<JournalRow, 'kind' | 'operation' | 'changes'>): string | null {
  if (operation === 'erased' || operation === 'lapsed') return `"${operation}" cannot be undone`;
  // An undo needs no recent sign-in, but undoing this change could start sending emails to many people.
  if (kind === 'notice') return 'change the reminders on their page';
  if (operation !== 'created') return hasLostValues(changes) ? 'its values were erased with a person' : null;
  return lasting.includes(kind) ? 'an organisation is removed with `organisation remove`' : null;
}
