import { findUnfinishedImport } from '@/lib/sign-in/accounts/unfinished-import';
import type { Store } from '@/lib/store/database';
import { CommandError } from './session';

/** @throws CommandError while the accounts of an archive are missing */
export async function requireCompleteImport(store: Store, organisationId: number): Promise<void> {
  if ((await findUnfinishedImport(store, organisationId)) === null) return;
  throw new CommandError(
    `The import of an archive into organisation ${organisationId} is not finished, and its accounts are missing: import the same file again first`,
  );
}
