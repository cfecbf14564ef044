import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { hasProvenEmail } from '@/lib/membership-accounts/proven-email';
import { readMemberFacts } from '@/lib/membership-oauth/member-facts';
import { readForm, readParameter, refuseRepeated } from '@/lib/membership-oauth/parameters';
import { toUser } from '@/lib/membership-store/documents';
import { findPerson } from '@/lib/membership-store/member-records';
import type { OpenIdServices } from './openid-services';
import { toPersonClaims } from './person-claims';

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
  const { organisationId, personId } = access;
  const person = personId === null ? null : await findPerson(store.members, organisationId, personId);
  if (personId === null || person === null)
    throw new ApiError('insufficient_scope', 'The access token does not belong to a member');
  const facts = access.scopes.has('membership')
    ? await readMemberFacts(store, { organisationId, personId, now: clock() })
    : null;
  const isEmailVerified =
    access.scopes.has('email') &&
    (await hasProvenEmail(store, { organisationId, personId, email: person.email }));
  return context.json(
    toPersonClaims({ personId, user: toUser(person), isEmailVerified, facts }, access.scopes),
  );
}

/** Some clients send a POST with the token in the header and an empty body of any type. */
async function readFormToken(context: Context): Promise<string | null> {
  const type = context.req.header('Content-Type') ?? '';
  if (context.req.raw.method !== 'POST' || !type.startsWith('application/x-www-form-urlencoded')) return null;
  const form = await readForm(context);
  refuseRepeated(form);
  return readParameter(form, 'access_token');
}
