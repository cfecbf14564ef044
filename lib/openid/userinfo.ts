import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { readMemberFacts } from '@/lib/membership-oauth/member-facts';
import type { Access } from '@/lib/membership-oauth/access';
import { readForm, readParameter, refuseRepeated } from '@/lib/membership-oauth/parameters';
import type { Store } from '@/lib/membership-store/database';
import { toUser } from '@/lib/membership-store/documents';
import { findPerson } from '@/lib/membership-store/member-records';
import { readRecordRows } from '@/lib/membership-store/journal-read';
import { readAliases } from '@/lib/membership-store/person-aliases';
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
  const isEmailVerified = access.scopes.has('email') && (await hasProvenEmail(store, access, personId));
  return context.json(
    toPersonClaims({ personId, user: toUser(person), isEmailVerified, facts }, access.scopes),
  );
}

/**
 * The person signed in with a code that was sent to their address. Neither a change nor a merge has replaced the
 * address since then.
 */
async function hasProvenEmail(
  { members }: Store,
  { organisationId, amr, signedInAt }: Access,
  personId: number,
): Promise<boolean> {
  if (amr !== 'otp' || signedInAt === null) return false;
  const aliases = await readAliases(members, organisationId, [personId]);
  const [changes, merges] = await Promise.all([
    readRecordRows(members, organisationId, { kind: 'person', recordIds: [personId] }),
    aliases.length === 0
      ? []
      : readRecordRows(members, organisationId, { kind: 'alias', recordIds: aliases }),
  ]);
  const replaced = [...changes.filter((row) => Object.hasOwn(row.changes ?? {}, 'Email')), ...merges];
  return replaced.every(({ at }) => at < signedInAt);
}

/** Some clients send a POST with the token in the header and an empty body of any type. */
async function readFormToken(context: Context): Promise<string | null> {
  const type = context.req.header('Content-Type') ?? '';
  if (context.req.raw.method !== 'POST' || !type.startsWith('application/x-www-form-urlencoded')) return null;
  const form = await readForm(context);
  refuseRepeated(form);
  return readParameter(form, 'access_token');
}
