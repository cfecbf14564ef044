import { appendToRedirectUri } from '@/lib/membership-accounts/redirect-uri';
import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';

/**
 * The address to go to after sign-out, if it is allowed: a path of our own site, an address on the client's site, or an
 * address that the client has registered for sign-out. null: it is none of these.
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
  // The casts are safe: both columns are JSON lists of strings, written by createClient.
  const forThis = JSON.parse(client.post_logout_uris) as string[];
  // A header cannot contain a line break.
  const isPlain = /^[\x21-\x7e]*$/.test(address);
  if (isPlain && forThis.some((uri) => address === uri || address.startsWith(withState(uri)))) return address;
  const registered = JSON.parse(client.redirect_uris) as string[];
  if (!/^https?:$/.test(url.protocol)) return null;
  return registered.some((uri) => new URL(uri).origin === url.origin) ? url.href : null;
}

/** The address with an empty `state` appended: the address with any other `state` begins with this text. */
function withState(uri: string): string {
  return appendToRedirectUri(uri, [['state', '']]);
}
