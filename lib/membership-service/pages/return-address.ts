import type { OAuthOptions } from '../oauth/options';

/**
 * Where to go after signing out: a path of our own, or an address at the site of a registered client.
 * null for anything else: we send nobody to an unchecked address.
 */
export async function checkReturnAddress(
  { store, baseUrl }: OAuthOptions,
  { address, clientId }: { address: string | null; clientId: string | null },
): Promise<string | null> {
  if (address === null || !URL.canParse(address, baseUrl)) return null;
  const url = new URL(address, baseUrl);
  if (url.origin === new URL(baseUrl).origin) return `${url.pathname}${url.search}`.replace(/^\/+/, '/');
  // PostgreSQL fails when asked for a text with a NUL character.
  if (clientId === null || clientId.includes('\0') || !/^https?:$/.test(url.protocol)) return null;
  const client = await store.auth
    .selectFrom('client')
    .select('redirect_uris')
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  // A JSON list of strings, as createClient wrote it.
  const registered = client === undefined ? [] : (JSON.parse(client.redirect_uris) as string[]);
  return registered.some((uri) => new URL(uri).origin === url.origin) ? url.href : null;
}
