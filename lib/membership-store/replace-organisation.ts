import type { Store } from './database';
import type { MembersWriter } from './members-writer';
import { removeRows } from './remove-organisation';
import { withEmptyOrganisation, type WriterContext } from './write';

/**
 * Removes everything of an organisation and writes a new one with its ID, which the running server keeps. Accounts are
 * removed first, as in `removeOrganisation`; the rest is one transaction.
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
