import { appendToRedirectUri, isBelow } from '@/lib/sign-in/accounts/redirect-uri';
import { toClient, type Client } from '@/lib/sign-in/oauth/clients';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';

/**
 * Where to go after sign-out: a path of our own site, an address on the client's site, or one that the client has
 * registered for sign-out. null: the address is none of these.
 */
export async function checkReturnAddress(
  { store, baseUrl }: OAuthServices,
  { address, clientId }: { address: string | null; clientId: string | null },
): Promise<string | null> {
  if (address === null || !URL.canParse(address, baseUrl)) return null;
  const url = new URL(address, baseUrl);
  if (url.origin === new URL(baseUrl).origin) return `${url.pathname}${url.search}`.replace(/^\/+/, '/');
  const client = await findClientById({ store }, clientId);
  if (client === null) return null;
  const isWithState = client.postLogoutUris.some((uri) => address.startsWith(withState(uri)));
  // A header cannot contain a line break.
  const isPlain = /^[\x21-\x7e]*$/.test(address);
  if (isPlain && (isWithState || mayFollowSignOut(client, address))) return address;
  if (!/^https?:$/.test(url.protocol)) return null;
  return client.redirectUris.some((uri) => new URL(uri).origin === url.origin) ? url.href : null;
}

/** A client of any organisation. null: there is no such client, or it was revoked. */
export async function findClientById(
  { store }: Pick<OAuthServices, 'store'>,
  id: string | null,
): Promise<Client | null> {
  // PostgreSQL fails on a text with a NUL character.
  if (id === null || id.includes('\0')) return null;
  const row = await store.auth
    .selectFrom('client')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : toClient(row);
}

/** Whether the client has registered this address for sign-out, or the start of it. */
export function mayFollowSignOut(
  { postLogoutUris, postLogoutPrefixes }: Pick<Client, 'postLogoutUris' | 'postLogoutPrefixes'>,
  address: string,
): boolean {
  return postLogoutUris.includes(address) || postLogoutPrefixes.some((prefix) => isBelow(address, prefix));
}

/**
 * Adds an empty `state` to the address. The same address with any other `state` begins with the result. So `startsWith`
 * recognises such an address.
 */
function withState(uri: string): string {
  return appendToRedirectUri(uri, [['state', '']]);
}
