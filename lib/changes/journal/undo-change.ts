import { removeAccounts } from '@/lib/sign-in/accounts/remove-accounts';
import type { Store } from '@/lib/store/database';
import type { WriterContext } from '@/lib/store/write';
import { undoJournal, type JournalUndo, type UndoRequest } from './undo-journal';

/** Also removes the accounts of persons who no longer exist. */
export async function undoChange(
  store: Store,
  context: WriterContext,
  request: UndoRequest,
): Promise<JournalUndo> {
  const { organisationId, clock, cause } = context;
  const result = await undoJournal(store, context, request);
  if (request.isTrial === true || result.undone === 0) return result;
  const persons = { organisationId, personIds: result.removedPersonIds };
  await removeAccounts(store, persons, { cause, now: clock() });
  return result;
}
