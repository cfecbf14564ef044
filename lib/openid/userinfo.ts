import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { readForm, readParameter, refuseRepeated } from '@/lib/membership-oauth/parameters';
import type { OpenIdServices } from './openid-services';
import { readPersonClaims } from './person-claims';

/**
 * The scopes of the access token decide which claims are sent.
 * @see OpenID Connect Core §5.3, RFC 6750 §2.1 and §2.2
 */
export async function handleUserinfo(
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
