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
  for (const { bucket, limit } of attemptBuckets(options, context, attempt)) {
    const waitSeconds = await take(options, bucket, limit);
    if (waitSeconds > 0) return waitSeconds;
  }
  return 0;
}

/** Puts back what a right password took: only failures count. */
export async function forgetAttempt(
  options: OAuthOptions,
  context: Context,
  attempt: Attempt,
): Promise<void> {
  for (const taken of attemptBuckets(options, context, attempt)) await returnToLimit(options.store, taken);
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

/** In the order they are taken from: a network that has spent its own takes nothing more from the person's. */
function attemptBuckets(options: OAuthOptions, context: Context, attempt: Attempt) {
  const { signInPerAddress, signInPerAccountAndAddress, signInPerAccount } = options.limits;
  const address = addressBucket('sign-in', options, context);
  const account = accountBucket('sign-in', attempt);
  return [
    { bucket: address, limit: signInPerAddress },
    { bucket: `${account} ${address}`, limit: signInPerAccountAndAddress },
    { bucket: account, limit: signInPerAccount },
  ];
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
