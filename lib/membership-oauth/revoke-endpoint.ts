import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import type { OAuthServices } from './oauth-services';
import { readForm, readParameter, refuseRepeated } from './parameters';
import { revokeRefreshToken } from './refresh-tokens';
import { requireClient } from './token-endpoint';
import { revokeToken } from './tokens';

/**
 * Returns 200 even for an unknown token, or for another client's token, which stays valid. The response therefore
 * reveals nothing about tokens.
 * @see RFC 7009 §2
 */
export async function handleRevocation(
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
