/** How a member signs in, and what the office can do about it. */
import type { Context } from 'hono';
import { readAccountStanding } from '@/lib/membership-accounts/account-standing';
import { undelivered } from '@/lib/mail/mailer';
import { endAllOwnSessions, listOwnSessions } from '@/lib/membership-accounts/own-sessions';
import { makePasskeyMail } from '@/lib/membership-accounts/passkey-mail';
import { removePasskeys } from '@/lib/membership-accounts/passkeys';
import { invite, InvitationError } from '@/lib/membership-accounts/password-links';
import { ApiError } from '@/lib/membership-api/errors';
import { takeFromRateLimit } from '@/lib/membership-oauth/rate-limits';
import { byPerson } from '@/lib/membership-store/journal';
import { membershipOf } from '@/lib/membership-records/read-record';
import { readReason } from '@/lib/membership-records/read-request';
import { checkOffice, requireOwnerFor, type OfficeRouteServices } from './office-check';
import { requirePersonOf } from './visible-members';

/** Links that the office may send to one person. */
const linksPerPerson = { burst: 5, perSeconds: 3600 };

/** GET: the password, the passkeys, the link to set a password, and the sessions. */
export async function respondWithAccount(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readAccount');
  const { store, clock } = services;
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const { organisationId } = access;
  const now = clock();
  const account = await readAccountStanding(store, { organisationId, personId, now });
  const sessions = await listOwnSessions(store, { organisationId, personId }, now);
  const body = {
    PasswordSetAt: account.passwordSetAt?.toISOString() ?? null,
    Passkeys: account.passkeys,
    HasLink: account.hasLink,
    Sessions: sessions.map(({ startedAt, browser }) => ({
      StartedAt: startedAt.toISOString(),
      Browser: browser,
    })),
    Sites: account.consents.map(({ name, givenAt }) => ({ Name: name, Since: givenAt.toISOString() })),
    ErasureRequestedAt: account.erasureRequestedAt?.toISOString() ?? null,
  };
  return context.json(body, 200, noStore);
}

/** POST: a link to set a password, to the person's own address. */
export async function sendPasswordLink(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'sendLink');
  const { store, clock, baseUrl, mailer, logError } = services;
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const { organisationId } = access;
  const now = clock();
  const bucket = `office-link:${organisationId}:${personId}`;
  const waitSeconds = await takeFromRateLimit(store, { bucket, limit: linksPerPerson, now });
  if (waitSeconds > 0) {
    throw new ApiError(
      'too_many_requests',
      'This person has been sent several links already: try again later',
      {
        'Retry-After': String(waitSeconds),
      },
    );
  }
  try {
    await invite({ store, baseUrl, mailer, now }, { organisationId, personId });
  } catch (error) {
    if (error instanceof InvitationError) throw new ApiError('conflict', error.message);
    logError(undelivered('A link to set a password', error));
    return context.json({ Mail: 'failed' }, 200, noStore);
  }
  return context.json({ Mail: 'sent' }, 200, noStore);
}

/** DELETE: ends all sessions, tokens, codes and links of the person. */
export async function endSessionsOfMember(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'endSessions');
  const { store, clock } = services;
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const { organisationId } = access;
  await requireOwnerFor(services, access, personId);
  const cause = byPerson(access.personId, readReason(context));
  await endAllOwnSessions(store, { organisationId, personId }, clock(), cause);
  return context.body(null, 204, noStore);
}

/** DELETE: the person's passkeys, who then gets an email. Sessions stay: they end by another request. */
export async function removePasskeysOfMember(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'removePasskeys');
  const { store, clock, baseUrl, mailer, logError } = services;
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const owner = { organisationId: access.organisationId, personId };
  await requireOwnerFor(services, access, personId);
  const cause = byPerson(access.personId, readReason(context));
  const names = await removePasskeys(store, owner, { id: null, cause, now: clock() });
  if (names.length === 0) return context.body(null, 204, noStore);
  const mail = await makePasskeyMail({ store, baseUrl }, owner, { kind: 'removed', names });
  if (mail !== null)
    await mailer(mail).catch((error: unknown) => logError(undelivered('An email about passkeys', error)));
  return context.body(null, 204, noStore);
}

const noStore = { 'Cache-Control': 'no-store' };
