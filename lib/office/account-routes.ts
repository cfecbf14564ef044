import type { Context } from 'hono';
import { readAccountStanding } from '@/lib/sign-in/accounts/account-standing';
import { undelivered } from '@/lib/mail/mailer';
import { endAllOwnSessions, listOwnSessions } from '@/lib/sign-in/accounts/own-sessions';
import { findPeople, findPeopleByEmail } from '@/lib/sign-in/accounts/people';
import { findLockedUntil, unlockSignIn } from '@/lib/sign-in/accounts/sign-in-lock';
import { readInvitations, readLastSignIns } from '@/lib/sign-in/accounts/sign-in-times';
import type { RateLimit } from '@/lib/base/rate-limit';
import { makePasskeyMail } from '@/lib/sign-in/accounts/passkey-mail';
import { removePasskeys } from '@/lib/sign-in/accounts/passkeys';
import { invite, InvitationError } from '@/lib/sign-in/accounts/password-links';
import { ApiError } from '@/lib/contract/errors';
import { takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { byPerson } from '@/lib/store/journal';
import { membershipOf } from '@/lib/changes/routes/read-record';
import { readReason } from '@/lib/changes/routes/read-request';
import { noRole } from '@/lib/changes/refusals';
import { checkOffice, type OfficeRouteServices, requireOwnerFor, requirePersonOf } from './office-check';

/** The rate limit for the links that the office sends to one person. */
const linksPerPerson = { burst: 5, perSeconds: 3600 };
/** How often one person can be unlocked. Each time allows more guesses of the password. */
const unlocksPerPerson = { burst: 5, perSeconds: 3600 };

export async function respondWithAccount(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readAccount');
  const { store, clock, rateLimits: limits } = services;
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const { organisationId } = access;
  const owner = { organisationId, personId };
  const now = clock();
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  const email = person?.email ?? '';
  const lockedUntil = await findLockedUntil(store, { organisationId, email }, { limits, now });
  const people = { organisationId, personIds: [personId] };
  const invitedAt = (await readInvitations(store.auth, people)).get(personId);
  const signIns = await readLastSignIns(store.auth, people);
  const account = await readAccountStanding(store, { ...owner, now });
  const sessions = await listOwnSessions(store, owner, now);
  const body = {
    LastSignInAt: signIns.get(personId)?.toISOString() ?? null,
    InvitedAt: invitedAt?.toISOString() ?? null,
    LockedUntil: lockedUntil?.toISOString() ?? null,
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

/** POST: sends the person a link to set a password. The link goes only to the person's own address. */
export async function sendPasswordLink(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'sendLink');
  // The response reveals whether the person has an email address. Officers who do not see contact details are therefore
  // refused.
  if (access.officer?.sees('contact') === false) throw noRole();
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const mail = await mailLink(services, { organisationId: access.organisationId, personId });
  return context.json({ Mail: mail }, 200, noStore);
}

export type LinkServices = Pick<OfficeRouteServices, 'store' | 'clock' | 'baseUrl' | 'mailer' | 'logError'>;

/**
 * What happened to the email.
 * @throws ApiError 409 if the person cannot be invited, 429 if the limit is reached
 */
export async function mailLink(
  { store, clock, baseUrl, mailer, logError }: LinkServices,
  { organisationId, personId }: { organisationId: number; personId: number },
): Promise<'sent' | 'waiting' | 'failed'> {
  const now = clock();
  await takeOne(
    { store, clock },
    {
      bucket: `office-link:${organisationId}:${personId}`,
      limit: linksPerPerson,
      refusal: 'This person has been sent several links already: try again later',
    },
  );
  try {
    return await invite({ store, baseUrl, mailer, now }, { organisationId, personId });
  } catch (error) {
    if (error instanceof InvitationError) throw new ApiError('conflict', error.message);
    logError(undelivered('A link to set a password', error));
    return 'failed';
  }
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

/** DELETE: forgets wrong passwords, so that the person can sign in now. */
export async function unlockMember(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'unlockSignIn');
  const { store, clock } = services;
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const { organisationId } = access;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined || person.email === '') return context.body(null, 204, noStore);
  // Wrong passwords are counted for an email address, so this unlocks everybody who has the address.
  for (const { id } of await findPeopleByEmail(store, { organisationId, email: person.email }))
    await requireOwnerFor(services, access, id);
  await takeOne(services, {
    bucket: `office-unlock:${organisationId}:${personId}`,
    limit: unlocksPerPerson,
    refusal: 'This person was unlocked several times already: try again later',
  });
  const cause = byPerson(access.personId, readReason(context));
  await unlockSignIn(store, { organisationId, personId, email: person.email }, { cause, now: clock() });
  return context.body(null, 204, noStore);
}

/** DELETE: the person gets an email. Their sessions continue; another endpoint ends them. */
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

/** @throws ApiError 429 if the limit is reached */
async function takeOne(
  { store, clock }: Pick<OfficeRouteServices, 'store' | 'clock'>,
  { bucket, limit, refusal }: { bucket: string; limit: RateLimit; refusal: string },
): Promise<void> {
  const waitSeconds = await takeFromRateLimit(store, { bucket, limit, now: clock() });
  if (waitSeconds > 0)
    throw new ApiError('too_many_requests', refusal, { 'Retry-After': String(waitSeconds) });
}

const noStore = { 'Cache-Control': 'no-store' };
