import type { OAuthServices } from '@/lib/membership-oauth/oauth-services';

/**
 * The address to go to after sign-out: a path of our own, or an address on the site of a registered client. null for
 * anything else: nobody is sent to an unchecked address.
 */
export async function checkReturnAddress(
  { store, baseUrl }: OAuthServices,
  { address, clientId }: { address: string | null; clientId: string | null },
): Promise<string | null> {
  if (address === null || !URL.canParse(address, baseUrl)) return null;
  const url = new URL(address, baseUrl);
  if (url.origin === new URL(baseUrl).origin) return `${url.pathname}${url.search}`.replace(/^\/+/, '/');
  // PostgreSQL fails on a text with a NUL character.
  if (clientId === null || clientId.includes('\0') || !/^https?:$/.test(url.protocol)) return null;
  const client = await store.auth
    .selectFrom('client')
    .select('redirect_uris')
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  // A JSON list of strings, written by createClient.
  const registered = client === undefined ? [] : (JSON.parse(client.redirect_uris) as string[]);
  return registered.some((uri) => new URL(uri).origin === url.origin) ? url.href : null;
}
