/**
 * CORS for clients that run in a browser. They are public and use PKCE.
 * @see OAuth 2.0 for Browser-Based Applications §6.3
 */
import type { MiddlewareHandler } from 'hono';
import { parseOrganisation } from '@/lib/membership-oauth/organisation-id';
import type { Store } from '@/lib/membership-store/database';

/**
 * A page in a browser may read the responses if its origin is allowed. An origin is allowed if a public client of the
 * organisation has a redirect address with this origin. No cookies are sent or read, because the token or code in the
 * request is the proof.
 */
export function allowBrowserClients(store: Store): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('Origin');
    const organisationId = parseOrganisation(context.req.param('organisation') ?? '');
    const isAllowed =
      origin !== undefined &&
      // The origin `null` does not identify a site, so it is never allowed. Browsers send it for sandboxed frames of
      // any site, local files, and apps with their own scheme.
      origin !== 'null' &&
      organisationId !== null &&
      (await hasBrowserClient(store, { organisationId, origin }));
    const isPreflight =
      context.req.raw.method === 'OPTIONS' &&
      context.req.header('Access-Control-Request-Method') !== undefined;
    if (isAllowed && isPreflight) {
      context.res = new Response(null, { status: 204 });
      context.header('Access-Control-Allow-Methods', 'GET, POST');
      context.header('Access-Control-Allow-Headers', 'Authorization, Content-Type');
      context.header('Access-Control-Max-Age', '3600');
    } else await next();
    if (origin !== undefined) context.header('Vary', 'Origin', { append: true });
    if (isAllowed) {
      context.header('Access-Control-Allow-Origin', origin);
      context.header('Access-Control-Expose-Headers', 'Retry-After, WWW-Authenticate');
    }
  };
}

async function hasBrowserClient(
  store: Store,
  { organisationId, origin }: { organisationId: number; origin: string },
): Promise<boolean> {
  // The index client_in_browser contains only public clients.
  const clients = await store.auth
    .selectFrom('client')
    .select('redirect_uris')
    .where('organisation_id', '=', organisationId)
    .where('secret_hash', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  return clients.some(({ redirect_uris: uris }) =>
    // `createClient` writes `redirect_uris` as a JSON list of strings.
    (JSON.parse(uris) as string[]).some((uri) => URL.canParse(uri) && new URL(uri).origin === origin),
  );
}
