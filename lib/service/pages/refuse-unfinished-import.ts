import { findUnfinishedImport, unfinishedRetrySeconds } from '@/lib/sign-in/accounts/unfinished-import';
import type { Store } from '@/lib/store/database';
import { PageProblem } from './problem';

/** @throws PageProblem if an archive's members are already stored, but the archive's accounts are not yet stored */
export async function refuseUnfinishedImport(store: Store, organisationId: number): Promise<void> {
  if ((await findUnfinishedImport(store, organisationId)) === null) return;
  throw new PageProblem(503, 'unfinished import', unfinishedRetrySeconds);
}
