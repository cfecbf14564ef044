import { appendToRedirectUri } from '@/lib/membership-accounts/redirect-uri';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';

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
  // PostgreSQL fails on a text with a NUL character.
  if (clientId === null || clientId.includes('\0')) return null;
  const client = await store.auth
    .selectFrom('client')
    .select(['redirect_uris', 'post_logout_uris'])
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (client === undefined) return null;
  // createClient wrote both columns as JSON lists of strings.
  const forThis = JSON.parse(client.post_logout_uris) as string[];
  // A header cannot contain a line break.
  const isPlain = /^[\x21-\x7e]*$/.test(address);
  if (isPlain && forThis.some((uri) => address === uri || address.startsWith(withState(uri)))) return address;
  const registered = JSON.parse(client.redirect_uris) as string[];
  if (!/^https?:$/.test(url.protocol)) return null;
  return registered.some((uri) => new URL(uri).origin === url.origin) ? url.href : null;
}

/**
 * Adds an empty `state` to the address. The same address with any other `state` begins with the result. So `startsWith`
 * recognises such an address.
 */
function withState(uri: string): string {
  return appendToRedirectUri(uri, [['state', '']]);
}
