/**
 * The token endpoint of both versions.
 * @see RFC 6749 §3.2, docs/decisions.md 23 and 24
 */
import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import type { Scope, TokenResponse } from '@/lib/contract/resources';
import type { CodeGrant } from './code-grant';
import { exchangeCode } from './authorization-code';
import {
  authenticateClient,
  invalidClient,
  readCredentials,
  type Credentials,
} from './client-authentication';
import { refusalReasons, type SecretMethod } from './client-uses';
import type { Client } from './clients';
import { takeFromRateLimit } from './rate-limits';
import type { OAuthServices } from './oauth-services';
import { readParameter, readTokenForm, refuseRepeated } from './parameters';
import { useRefreshToken } from './refresh-tokens';
import { sentText } from './sent-text';
import { formatScope, grantScope, ownScopes } from '@/lib/sign-in/accounts/client-scope';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import { parseOrganisation } from './organisation-id';
import { findUnfinishedImport, unfinishedRetrySeconds } from '@/lib/sign-in/accounts/unfinished-import';
import type { Store } from '@/lib/store/database';
import { issueToken, tokenLifetimeSeconds } from './tokens';
import { recordCaller } from '@/lib/server/current-request';

export interface TokenEndpoint {
  organisation: string;
  /** Version 1 supports only client credentials. */
  mayExchangeCode: boolean;
}

/** The response has exactly the four fields of the contract, and those that the scopes of OpenID Connect add. */
export async function handleTokenRequest(
  services: OAuthServices,
  context: Context,
  endpoint: TokenEndpoint,
): Promise<Response> {
  const form = await readTokenParameters(context);
  const client = await requireClient(services, context, { organisation: endpoint.organisation, form });
  const granted = await grant(services, client, { form, mayExchangeCode: endpoint.mayExchangeCode }).catch(
    (error: unknown) => {
      if (error instanceof ApiError) noteRefusal(services, client, { error, form });
      throw error;
    },
  );
  services.clientUses.note(client.id, 'used');
  const { token, scopes } = granted;
  const body: TokenResponse = {
    access_token: token,
    expires_in: tokenLifetimeSeconds,
    token_type: 'bearer',
    scope: formatScope(scopes),
  };
  if ('nonce' in granted && scopes.includes('openid'))
    body.id_token = await services.issueIdToken(client, granted);
  if ('nonce' in granted && granted.refreshToken !== null) body.refresh_token = granted.refreshToken;
  return context.json(body);
}

/**
 * @throws ApiError invalid_client, or too_many_requests if a client or an address fails too often. A client with valid
 * credentials is never limited: its secret cannot be guessed, and the failures of others must not lock it out.
 */
export async function requireClient(
  services: OAuthServices,
  context: Context,
  { organisation, form }: { organisation: string; form: URLSearchParams },
): Promise<Client> {
  const { store, clock } = services;
  const credentials = readCredentials(context.req.header('Authorization'), form);
  const client = await authenticateClient({ store, now: clock() }, { organisation, credentials });
  if (client !== null) {
    // Everybody may know the ID of a public client, so it proves nothing.
    if (!client.isPublic) recordCaller({ clientId: client.id, personId: null });
    return client;
  }
  await refuseUnfinishedImport(store, organisation);
  const [named] = credentials.pairs;
  if (named !== undefined) services.clientUses.note(named.id, 'secret', methodOf(credentials));
  await countFailure(services, context, credentials);
  throw invalidClient(credentials);
}

function noteRefusal(
  { clientUses }: OAuthServices,
  { id }: Client,
  { error, form }: { error: ApiError; form: URLSearchParams },
): void {
  const reason = refusalReasons.find((one) => one === error.code) ?? 'other';
  clientUses.note(
    id,
    reason,
    sentText(reason === 'invalid_scope' ? (form.get('scope') ?? '') : error.description),
  );
}

/** How the secret was sent. */
function methodOf({ pairs, usedHeader }: Credentials): SecretMethod {
  if (pairs.every(({ secret }) => secret === null)) return 'none';
  return usedHeader ? 'basic' : 'form';
}

/**
 * Throws a temporary error while an import is not finished. The import has perhaps not written the client yet.
 * `invalid_client` would tell the client that its credentials are wrong. Our own directory's client does not come from
 * an archive. So the directory gets tokens even during an import.
 */
async function refuseUnfinishedImport(store: Store, organisation: string): Promise<void> {
  const organisationId = parseOrganisation(organisation);
  if (organisationId === null || (await findUnfinishedImport(store, organisationId)) === null) return;
  throw new ApiError(
    'temporarily_unavailable',
    'The import of the members is not finished. Try again later',
    { 'Retry-After': String(unfinishedRetrySeconds) },
  );
}

async function countFailure(
  services: OAuthServices,
  context: Context,
  { pairs }: Credentials,
): Promise<void> {
  const { store, rateLimits, clock } = services;
  const now = clock();
  const address = `token-address:${services.clientAddress(context)}`;
  let waitSeconds = await takeFromRateLimit(store, {
    bucket: address,
    limit: rateLimits.tokenFailuresPerAddress,
    now,
  });
  const id = pairs[0]?.id;
  if (waitSeconds === 0 && id !== undefined) {
    const bucket = `token-client:${hashSecret(id)}`;
    waitSeconds = await takeFromRateLimit(store, { bucket, limit: rateLimits.tokenFailuresPerClient, now });
  }
  if (waitSeconds === 0) return;
  throw new ApiError('too_many_requests', `Too many failed calls. Try again in ${waitSeconds} seconds`, {
    'Retry-After': String(waitSeconds),
  });
}

async function readTokenParameters(context: Context): Promise<URLSearchParams> {
  const query = new URL(context.req.url).searchParams;
  if (query.has('client_secret')) {
    throw new ApiError(
      'invalid_request',
      'client_secret must not be in the URL. Send it by HTTP Basic or in the form',
    );
  }
  // Browser histories and logs may store the address. The refresh token works for a month, so the address must not
  // contain it.
  if (query.has('refresh_token'))
    throw new ApiError('invalid_request', 'refresh_token must not be in the URL. Send it in the form');
  const form = await readTokenForm(context);
  // For GET, query parameters count too. A parameter in both places counts as repeated.
  const isGet = context.req.raw.method === 'GET';
  const parameters = isGet ? new URLSearchParams([...query, ...form]) : form;
  refuseRepeated(parameters);
  return parameters;
}

async function grant(
  { store, clock }: OAuthServices,
  client: Client,
  { form, mayExchangeCode }: { form: URLSearchParams; mayExchangeCode: boolean },
): Promise<CodeGrant | { token: string; scopes: Scope[] }> {
  const type = readParameter(form, 'grant_type');
  if (type === null) throw new ApiError('invalid_request', 'grant_type is missing');
  if (type === 'client_credentials') return grantClientCredentials(store, client, { form, now: clock() });
  if (type === 'refresh_token' && mayExchangeCode && client.scopes.includes('offline_access')) {
    const token = readParameter(form, 'refresh_token');
    if (token === null) throw new ApiError('invalid_request', 'refresh_token is missing');
    return useRefreshToken(store, { client, token, scope: readParameter(form, 'scope'), now: clock() });
  }
  if (type !== 'authorization_code' || !mayExchangeCode) {
    const known = mayExchangeCode ? 'client_credentials or authorization_code' : 'client_credentials';
    throw new ApiError('unsupported_grant_type', `grant_type must be ${known}`);
  }
  if (client.redirectUris.length === 0) {
    throw new ApiError(
      'unauthorized_client',
      'This client has no redirect address, so it cannot sign in members',
    );
  }
  const code = readParameter(form, 'code');
  if (code === null) throw new ApiError('invalid_request', 'code is missing');
  const exchange = {
    code,
    redirectUri: readParameter(form, 'redirect_uri'),
    verifier: readParameter(form, 'code_verifier'),
    scope: readParameter(form, 'scope'),
  };
  return exchangeCode(store, { client, exchange, now: clock() });
}

async function grantClientCredentials(
  store: OAuthServices['store'],
  client: Client,
  { form, now }: { form: URLSearchParams; now: Date },
): Promise<{ token: string; scopes: Scope[] }> {
  if (client.isPublic) {
    throw new ApiError(
      'unauthorized_client',
      'A public client cannot use client_credentials. Use authorization_code',
    );
  }
  const request = readParameter(form, 'scope');
  // A token without a user cannot read `/user`, so the scope `user` is granted only if it is requested.
  const own = ownScopes(client.scopes);
  const usual = own.filter((scope) => scope !== 'user');
  const scopes = grantScope(request, request === null ? usual : own);
  if (scopes === null || scopes.length === 0) {
    const list = formatScope(own);
    throw new ApiError(
      'invalid_scope',
      `scope must be a list of scopes that this client is registered for: ${list}`,
    );
  }
  const holder = { clientId: client.id, organisationId: client.organisationId, personId: null };
  return { token: await issueToken(store.auth, { ...holder, scopes, codeHash: null }, now), scopes };
}
