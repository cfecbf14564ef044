import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { mayBeUsedBy } from './client-rules';
import type { Client } from './clients';
import { issuerOf } from './metadata';
import type { OAuthServices } from './oauth-services';
import { readForm, readParameter, refuseRepeated } from './parameters';
import { findRefreshToken } from './refresh-tokens';
import { requireClient } from './token-endpoint';
import { findToken } from './tokens';

/**
 * Describes only the client's own tokens. A token does not work after a sign-out, or when the person may no longer use
 * the client. Any other token gets the same response as an unknown token.
 * @see RFC 7662 §2
 */
export async function handleIntrospection(
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
