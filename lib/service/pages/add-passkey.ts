/** Adds a passkey to the account of the signed-in person. All pages that add passkeys use this module. */
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { passkeyText } from '@/lib/messages/sign-in';
import { say } from '@/lib/messages/say';
import { nameBrowser } from '@/lib/sign-in/accounts/browser-name';
import { checkNewPasskey } from '@/lib/sign-in/accounts/check-passkey';
import type { Owner } from '@/lib/sign-in/accounts/owner';
import { makeChallenge } from '@/lib/sign-in/accounts/passkey-challenges';
import { makePasskeyMail, type PasskeyChange } from '@/lib/sign-in/accounts/passkey-mail';
import {
  createdSchema,
  creationOptions,
  readResponse,
  defaultName,
} from '@/lib/sign-in/accounts/passkey-options';
import { addPasskey, listPasskeys, maxPasskeys, type Passkey } from '@/lib/sign-in/accounts/passkeys';
import { findPeople } from '@/lib/sign-in/accounts/people';
import { findRelyingParty } from '@/lib/sign-in/accounts/relying-party';
import type { Session } from '@/lib/sign-in/accounts/sessions';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { findBranding } from './branding';
import { toMinutes } from './form-parts';
import { sendLater } from './send-later';

/**
 * For this time after a sign-in, the person can change passkeys. Somebody who steals the session later cannot keep
 * access by adding a passkey.
 */
export const recentMinutes = 10;

export function isRecent({ clock }: OAuthServices, { startedAt }: Session): boolean {
  return clock().getTime() - startedAt.getTime() < recentMinutes * 60_000;
}

/**
 * What the browser needs to create a passkey. The challenge replaces earlier ones. null: this site cannot have
 * passkeys, or the person has as many as allowed.
 */
export async function findCreationOptions(services: OAuthServices, session: Session): Promise<object | null> {
  const { store, clock, baseUrl } = services;
  const { organisationId, personId } = session;
  const party = findRelyingParty(baseUrl);
  const passkeys = await listPasskeys(store, session);
  if (party === null || passkeys.length >= maxPasskeys) return null;
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined) return null;
  const organisation = (await findBranding(store, organisationId))?.name ?? party.id;
  const challenge = await makeChallenge(store.auth, { sessionHash: session.hash }, clock());
  const userHandle = userHandleOf(services, session, passkeys);
  return creationOptions(party, { challenge, person, organisation, userHandle, passkeys });
}

/**
 * The caller has checked that the sign-in is recent.
 * @returns the error; null: the passkey is added
 */
export async function addPasskeyOf(
  services: OAuthServices,
  context: Context,
  { session, form }: { session: Session; form: URLSearchParams },
): Promise<string | null> {
  const { store, clock, baseUrl } = services;
  const tooOften = await countChange(services, session);
  if (tooOften !== null) return tooOften;
  const party = findRelyingParty(baseUrl);
  const created = readResponse(createdSchema, form.get('response') ?? '');
  if (party === null || created === null) return passkeyText.notAccepted;
  const now = clock();
  const made = await checkNewPasskey(store, created, { party, of: { sessionHash: session.hash }, now });
  if (made === null) return passkeyText.notAccepted;
  const passkeys = await listPasskeys(store, session);
  if (passkeys.length >= maxPasskeys) return say(passkeyText.tooMany, { most: maxPasskeys });
  const name = defaultName(nameBrowser(context.req.header('User-Agent')));
  const passkey = { ...made, userHandle: userHandleOf(services, session, passkeys), name };
  if (!(await addPasskey(store, session, passkey, now))) return passkeyText.notAccepted;
  mailAboutPasskeys(services, session, { kind: 'added', names: [name] });
  return null;
}

/**
 * Tells a device which account a passkey is for. All passkeys of a person have the same handle, so that a device
 * replaces its old passkey when it creates a new one. The handle says nothing about the person (WebAuthn §14.6.1), and
 * an existing handle does not change when `deviceKey` changes.
 */
function userHandleOf(
  { deviceKey }: OAuthServices,
  { organisationId, personId }: Owner,
  passkeys: readonly Passkey[],
): string {
  const made = createHmac('sha256', deviceKey).update(`passkeys of ${organisationId}:${personId}`);
  return passkeys[0]?.userHandle ?? made.digest('base64url');
}

/** Each addition and removal sends an email. People have only a few devices, so they do not reach the limit. */
const changesPerPerson = { burst: 30, perSeconds: 3600 };

/** @returns the error; null: the person may change a passkey */
export async function countChange(
  { store, clock }: OAuthServices,
  { organisationId, personId }: Owner,
): Promise<string | null> {
  const bucket = `passkey-change:${organisationId}:${personId}`;
  const limit = changesPerPerson;
  const waitSeconds = await takeFromRateLimit(store, { bucket, limit, now: clock() });
  return waitSeconds === 0 ? null : say(passkeyText.tooOften, { minutes: toMinutes(waitSeconds) });
}

export function mailAboutPasskeys(services: OAuthServices, owner: Owner, change: PasskeyChange): void {
  sendLater(services, () => makePasskeyMail(services, owner, change));
}
