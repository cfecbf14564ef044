import type { Context } from 'hono';
import { returnToLimit, takeFromLimit, type Limit } from '../oauth/limits';
import type { OAuthOptions } from '../oauth/options';
import { hashSecret } from '../oauth/secrets';
import { emailKey } from '../store/email-key';
import { PageProblem } from './problem';

interface Attempt {
  organisationId: number;
  email: string;
}

/**
 * Counts a password or code before it is looked at, so that parallel guesses count too.
 * @returns 0, or the seconds to wait: for this e-mail address, known or not, or for where the request comes from
 */
export async function countAttempt(
  options: OAuthOptions,
  context: Context,
  attempt: Attempt,
): Promise<number> {
  const { signInPerAddress, signInPerAccount } = options.limits;
  const waitSeconds = await take(options, addressBucket('sign-in', options, context), signInPerAddress);
  return waitSeconds > 0 ? waitSeconds : take(options, accountBucket('sign-in', attempt), signInPerAccount);
}

/** Puts back what a right password took: only failures count. */
export async function forgetAttempt(
  options: OAuthOptions,
  context: Context,
  attempt: Attempt,
): Promise<void> {
  const { store, limits } = options;
  const address = addressBucket('sign-in', options, context);
  await returnToLimit(store, { bucket: address, limit: limits.signInPerAddress });
  await returnToLimit(store, { bucket: accountBucket('sign-in', attempt), limit: limits.signInPerAccount });
}

/** Counts a mail that is asked for, also for an address that nobody has. */
export async function countMail(options: OAuthOptions, context: Context, attempt: Attempt): Promise<number> {
  const { mailPerAddress, mailPerPerson } = options.limits;
  const waitSeconds = await take(options, addressBucket('mail', options, context), mailPerAddress);
  return waitSeconds > 0 ? waitSeconds : take(options, accountBucket('mail', attempt), mailPerPerson);
}

/** @throws PageProblem when too many sign-ins were begun from one address: each is a row in the database */
export async function countStart(options: OAuthOptions, context: Context): Promise<void> {
  const bucket = addressBucket('authorize', options, context);
  const waitSeconds = await take(options, bucket, options.limits.authorizePerAddress);
  if (waitSeconds > 0) throw new PageProblem(429, 'too many', waitSeconds);
}

function take({ store, clock }: OAuthOptions, bucket: string, limit: Limit): Promise<number> {
  return takeFromLimit(store, { bucket, limit, now: clock() });
}

function addressBucket(kind: string, { clientAddress }: OAuthOptions, context: Context): string {
  return `${kind}-address:${clientAddress(context)}`;
}

/** Hashed: the table of limits need not say who tried. */
function accountBucket(kind: string, { organisationId, email }: Attempt): string {
  return `${kind}-account:${organisationId}:${hashSecret(emailKey(email))}`;
}
