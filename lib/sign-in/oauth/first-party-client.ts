import { equalTexts } from '@/lib/base/equal-texts';
import { ConfigError } from '@/lib/base/config';
import type { Store } from '@/lib/store/database';
import { byCommand } from '@/lib/store/journal';
import { createClient } from './clients';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';

export interface ClientCredentials {
  id: string;
  secret: string;
}

export interface FirstPartyClient {
  organisationId: number;
  name: string;
  /** The redirect address depends on the public address of the site. */
  redirectUri: string;
  credentials: ClientCredentials;
}

/**
 * Registers the client with which the web app uses the embedded API, or updates its redirect address.
 * @throws ConfigError if an operator revoked the client or changed its secret: the old credentials must not work again
 */
export async function ensureFirstPartyClient(store: Store, client: FirstPartyClient): Promise<void> {
  const { organisationId, name, redirectUri, credentials } = client;
  await createClient(store, {
    organisationId,
    name,
    scopes: ['basic', 'members', 'user', 'office'],
    redirectUris: [redirectUri],
    isFirstParty: true,
    requiresPkce: true,
    sendsIss: true,
    // The redirect address is on the operator's own site, which uses plain http in some closed networks. So this client
    // is allowed to use plain http.
    allowsHttp: redirectUri.startsWith('http:'),
    credentials,
    cause: byCommand('start'),
  });
  if (await works(store, credentials)) return;
  throw new ConfigError([
    "AUTH_SECRET: the directory's own client, which is derived from AUTH_SECRET, was revoked or given another secret. " +
      'Set another AUTH_SECRET. If none is set, move secrets.json out of DATA_DIR. Then run ./chapterhouse installation accept --yes. Everyone must then sign in again',
  ]);
}

/**
 * Returns true if another web app has called the API in the last hour with a different AUTH_SECRET. Both web apps have
 * the same organisation and the same redirect address. Members who are sent from one web app to the other are signed
 * out.
 */
export async function hasRival(
  store: Store,
  { organisationId, redirectUri, credentials }: Omit<FirstPartyClient, 'name'>,
  now: Date,
): Promise<boolean> {
  const found = await store.auth
    .selectFrom('client')
    .innerJoin('access_token', 'access_token.client_id', 'client.id')
    .select('client.id')
    .where('client.organisation_id', '=', organisationId)
    .where('client.is_first_party', '=', 1)
    .where('client.redirect_uris', '=', JSON.stringify([redirectUri]))
    .where('client.id', '!=', credentials.id)
    .where('access_token.person_id', 'is', null)
    .where('access_token.expires_at', '>', now.getTime())
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function works(store: Store, { id, secret }: ClientCredentials): Promise<boolean> {
  const row = await store.auth
    .selectFrom('client')
    .select('secret_hash')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const hash = row?.secret_hash ?? null;
  return hash !== null && equalTexts(hash, hashSecret(secret));
}
