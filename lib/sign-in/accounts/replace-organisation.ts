import type { Store } from '@/lib/store/database';
import type { MembersWriter } from '@/lib/store/members-writer';
import { removeRows } from '@/lib/store/remove-organisation';
import { withEmptyOrganisation, type WriterContext } from '@/lib/store/write';

/**
 * The new organisation has the same ID, because the running server continues to use this ID. Accounts are removed
 * first, as in `removeOrganisation`. All other changes are one transaction.
 */
export async function replaceOrganisation(
  store: Store,
  context: WriterContext,
  write: (writer: MembersWriter) => Promise<void>,
): Promise<void> {
  const { organisationId } = context;
  await removeRows(store.auth, organisationId);
  await withEmptyOrganisation(store, context, {
    empty: async (db) => {
      await removeRows(db, organisationId);
      await db.deleteFrom('organisation').where('id', '=', organisationId).execute();
    },
    write,
  });
}
