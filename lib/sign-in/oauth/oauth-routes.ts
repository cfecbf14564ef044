import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { mayBeUsedBy } from './client-rules';
import type { Client } from './clients';
import { allow, noStore } from './endpoint-guards';
import { serverMetadata, issuerOf } from './metadata';
import type { OAuthServices } from './oauth-services';
import { parseOrganisation } from './organisation-id';
import { readForm, readParameter, refuseRepeated } from './parameters';
import { findRefreshToken, revokeRefreshToken } from './refresh-tokens';
import { handleTokenRequest, requireClient } from './token-endpoint';
import { findToken, revokeToken } from './tokens';

/** The routes must be mounted at the root. Errors are thrown as ApiError. */
export function oauthRoutes(services: OAuthServices): Hono {
  const app = new Hono();
  const base = '/api/v2/organisation/:organisation';
  for (const version of ['v1', 'v2']) {
    const path = `/api/${version}/organisation/:organisation/token`;
    app.use(path, noStore, allow('GET', 'POST'));
    app.all(path, (context) => {
      const endpoint = {
        organisation: context.req.param('organisation') ?? '',
        mayExchangeCode: version === 'v2',
      };
      return handleTokenRequest(services, context, endpoint);
    });
  }
  app.use(`${base}/revoke`, noStore, allow('POST'));
  app.all(`${base}/revoke`, (context) =>
    handleRevocation(services, context, context.req.param('organisation')),
  );
  app.use(`${base}/introspect`, noStore, allow('POST'));
  app.all(`${base}/introspect`, (context) =>
    handleIntrospection(services, context, context.req.param('organisation')),
  );
  app.get('/.well-known/oauth-authorization-server/api/v2/organisation/:organisation', (context) => {
    const organisation = context.req.param('organisation');
    if (parseOrganisation(organisation) === null)
      throw new ApiError('not_found', 'There is no organisation at this address');
    return context.json(serverMetadata(services.baseUrl, organisation));
  });
  return app;
}

/**
 * Describes only the client's own tokens. A token does not work after a sign-out, or when the person may no longer use
 * the client. Any other token gets the same response as an unknown token.
 * @see RFC 7662 §2
 */
async function handleIntrospection(
  services: OAuthServices,
  context: Context,
  organisation: string,
): Promise<Response> {
  const form = await readForm(context);
  refuseRepeated(form);
  const client = await requireClient(services, context, { organisation, form });
  // Anybody can send the ID of a public client, so it proves nothing.
  if (client.isPublic) throw new ApiError('unauthorized_client', 'A public client cannot use introspection');
  const token = readParameter(form, 'token');
  if (token === null) throw new ApiError('invalid_request', 'token is missing');
  return context.json((await describeToken(services, client, token)) ?? { active: false });
}

async function describeToken({ store, clock, baseUrl }: OAuthServices, client: Client, token: string) {
  const now = clock();
  const refresh = await findRefreshToken(store, { client, token, now });
  const access = refresh === null ? await findToken(store, token, now) : null;
  const found =
    refresh !== null
      ? {
          personId: refresh.person_id,
          scope: refresh.scope,
          issuedAt: refresh.used_at,
          endsAt: refresh.expires_at,
        }
      : access?.clientId === client.id
        ? { ...access, scope: [...access.scopes].join(' ') }
        : null;
  if (found === null) return null;
  const { personId } = found;
  if (personId !== null && !(await mayBeUsedBy(store, { client, personId, now }))) return null;
  return {
    active: true,
    scope: found.scope,
    client_id: client.id,
    ...(refresh === null ? { token_type: 'Bearer' } : {}),
    exp: Math.floor(found.endsAt / 1000),
    iat: Math.floor(found.issuedAt / 1000),
    ...(personId === null ? {} : { sub: String(personId) }),
    iss: issuerOf(baseUrl, client.organisationId),
  };
}

/**
 * Returns 200 even for an unknown token, or for another client's token, which stays valid. The response therefore
 * reveals nothing about tokens.
 * @see RFC 7009 §2
 */
async function handleRevocation(
  services: OAuthServices,
  context: Context,
  organisation: string,
): Promise<Response> {
  const form = await readForm(context);
  refuseRepeated(form);
  const client = await requireClient(services, context, { organisation, form });
  const secret = readParameter(form, 'token');
  if (secret === null) throw new ApiError('invalid_request', 'token is missing');
  const { store, clock } = services;
  await revokeToken(store, { secret, clientId: client.id }, clock());
  await revokeRefreshToken(store, { client, token: secret, now: clock() });
  // RFC 7009 tells clients to ignore the body, but simple-oauth2 reads it as JSON.
  return context.json({});
}
