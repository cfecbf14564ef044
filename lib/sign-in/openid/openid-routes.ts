import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { dataScopes, openidScopes, personClaims } from '@/lib/contract/resources';
import { allow, noStore } from '@/lib/sign-in/oauth/endpoint-guards';
import { issuerOf, serverMetadata } from '@/lib/sign-in/oauth/metadata';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { readForm, readParameter, refuseRepeated } from '@/lib/sign-in/oauth/parameters';
import { signingAlgorithms } from '@/lib/sign-in/oauth/signing-algorithms';
import type { Store } from '@/lib/store/database';
import { idTokenClaims, signInClasses } from './id-token';
import { readPersonClaims } from './person-claims';
import { keyCacheSeconds, publishedKeys } from './signing-keys';
import type { TokenSigner } from './sign-token';
import type { AccessCheck } from '@/lib/sign-in/oauth/access';

export function openidRoutes(services: OpenIdServices): Hono {
  const app = new Hono();
  const base = '/api/v2/organisation/:organisation';
  const configuration = `${base}/.well-known/openid-configuration`;
  app.use(configuration, forEveryone, allow('GET', 'HEAD'));
  app.all(configuration, (context) => {
    const organisation = requireSegment(context.req.param('organisation'));
    return context.json(openidConfiguration(services.baseUrl, organisation));
  });
  app.use(`${base}/jwks`, forEveryone, allow('GET', 'HEAD'));
  app.all(`${base}/jwks`, async (context) => {
    requireSegment(context.req.param('organisation'));
    const { store, authSecret, clock } = services;
    return context.json({ keys: await publishedKeys({ store, authSecret, now: clock() }) });
  });
  for (const name of ['token', 'revoke', 'userinfo'])
    app.use(`${base}/${name}`, allowBrowserClients(services.store));
  app.use(`${base}/userinfo`, noStore, allow('GET', 'POST'));
  app.all(`${base}/userinfo`, (context) =>
    handleUserinfo(services, context, context.req.param('organisation')),
  );
  return app;
}

/** Public documents: pages of any origin may read them without credentials. */
const forEveryone: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Cache-Control', `public, max-age=${keyCacheSeconds}`);
};

/** Checks only the form of the ID, so that the response does not reveal which organisations exist. */
function requireSegment(organisation: string): string {
  if (parseOrganisation(organisation) === null)
    throw new ApiError('not_found', 'There is no organisation at this address');
  return organisation;
}

/** @see OpenID Connect Discovery §3 */
function openidConfiguration(baseUrl: string, organisation: string) {
  const issuer = issuerOf(baseUrl, organisation);
  return {
    ...serverMetadata(baseUrl, organisation),
    end_session_endpoint: `${issuer}/end-session`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    introspection_endpoint: `${issuer}/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: [...openidScopes, 'offline_access', ...dataScopes],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: signingAlgorithms,
    acr_values_supported: signInClasses,
    claim_types_supported: ['normal'],
    claims_supported: [...idTokenClaims, ...personClaims],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    // If this field were absent, clients would assume true.
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  };
}

/**
 * CORS for clients that run in a browser. They are public and use PKCE.
 * @see OAuth 2.0 for Browser-Based Applications §6.3
 * A page in a browser may read the responses if its origin is allowed. An origin is allowed if a public client of the
 * organisation has a redirect address with this origin. No cookies are sent or read, because the token or code in the
 * request is the proof.
 */
function allowBrowserClients(store: Store): MiddlewareHandler {
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

/**
 * The scopes of the access token decide which claims are sent.
 * @see OpenID Connect Core §5.3, RFC 6750 §2.1 and §2.2
 */
async function handleUserinfo(
  { store, clock, checkAccess }: OpenIdServices,
  context: Context,
  organisation: string,
): Promise<Response> {
  const fromForm = await readFormToken(context);
  const access = await checkAccess(context, { organisation, scope: 'openid', fromForm });
  const { organisationId, personId, scopes } = access;
  const claims =
    personId === null
      ? null
      : await readPersonClaims(store, { organisationId, personId, scopes, now: clock() });
  if (claims === null)
    throw new ApiError('insufficient_scope', 'The access token does not belong to a member');
  return context.json(claims);
}

/** Some clients send a POST with the token in the header and an empty body of any type. */
async function readFormToken(context: Context): Promise<string | null> {
  const type = context.req.header('Content-Type') ?? '';
  if (context.req.raw.method !== 'POST' || !type.startsWith('application/x-www-form-urlencoded')) return null;
  const form = await readForm(context);
  refuseRepeated(form);
  return readParameter(form, 'access_token');
}

interface OpenIdServices extends TokenSigner {
  baseUrl: string;
  checkAccess: AccessCheck;
}
