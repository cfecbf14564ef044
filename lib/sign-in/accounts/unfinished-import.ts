import type { Store } from '@/lib/store/database';

/**
 * The hash of an archive whose import is still running or was interrupted, before it wrote the accounts. Until the
 * import is complete, nobody may sign in: somebody could sign in with an emailed code while the archive's accounts,
 * clients and consents are still missing. null: every import is complete. On PostgreSQL the result is always null,
 * because an import is a single transaction.
 */
export async function findUnfinishedImport(store: Store, organisationId: number): Promise<string | null> {
  if (store.engine === 'postgres') return null;
  const row = await store.members
    .selectFrom('archive_import')
    .select('file_hash')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.file_hash ?? null;
}

/** Clients try again after this time. The operator must first finish the import. */
export const unfinishedRetrySeconds = 60;
