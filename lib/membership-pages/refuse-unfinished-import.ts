import { findUnfinishedImport, unfinishedRetrySeconds } from '@/lib/membership-accounts/unfinished-import';
import type { Store } from '@/lib/membership-store/database';
import { PageProblem } from './problem';

/** @throws PageProblem while an archive's members are stored and its accounts are not */
export async function refuseUnfinishedImport(store: Store, organisationId: number): Promise<void> {
  if ((await findUnfinishedImport(store, organisationId)) === null) return;
  throw new PageProblem(503, 'unfinished import', unfinishedRetrySeconds);
}
