import type { Store } from '../store/database';
import { createClient } from './clients';
import { equalHashes, hashSecret } from './secrets';

export interface ClientCredentials {
  id: string;
  secret: string;
}

/**
 * The web side's own client of the embedded API: the kept one while it still works, else a new one to be kept.
 * Its redirect address follows the public address of the site.
 */
export async function ensureFirstPartyClient(
  store: Store,
  {
    organisationId,
    name,
    redirectUri,
    kept,
  }: { organisationId: number; name: string; redirectUri: string; kept: ClientCredentials | null },
): Promise<ClientCredentials> {
  if (kept !== null && (await stillWorks(store, organisationId, kept))) {
    await store.auth
      .updateTable('client')
      .set({ redirect_uris: JSON.stringify([redirectUri]) })
      .where('id', '=', kept.id)
      .execute();
    return kept;
  }
  const { id, secret } = await createClient(store, {
    organisationId,
    name,
    scopes: ['basic', 'members', 'user'],
    redirectUris: [redirectUri],
    isFirstParty: true,
    requiresPkce: true,
    sendsIss: true,
    // The public address is the operator's own: plain http is for installations in a closed network.
    allowsHttp: redirectUri.startsWith('http:'),
  });
  if (secret === null) throw new Error('a confidential client has a secret');
  return { id, secret };
}

async function stillWorks(store: Store, organisationId: number, kept: ClientCredentials): Promise<boolean> {
  const row = await store.auth
    .selectFrom('client')
    .select('secret_hash')
    .where('id', '=', kept.id)
    .where('organisation_id', '=', organisationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const hash = row?.secret_hash ?? null;
  return hash !== null && equalHashes(hash, hashSecret(kept.secret));
}
