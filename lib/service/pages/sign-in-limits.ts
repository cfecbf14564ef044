import type { Context } from 'hono';
import type { RateLimit } from '@/lib/base/rate-limit';
import { returnToRateLimit, takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import { accountName } from '@/lib/sign-in/accounts/sign-in-lock';
import { siteNetwork } from '@/lib/server/client-address';
import { findKnownDevice, type Account } from './known-device';
import { PageProblem } from './problem';

interface Bucket {
  bucket: string;
  limit: RateLimit;
}

/**
 * Counts an attempt before the password is checked, so that parallel guesses count too. Attempts for one email address
 * (known or not) are limited, and so are attempts from one network address.
 * @returns 0 if the attempt is allowed, otherwise the seconds to wait
 */
export async function countAttempt(
  services: OAuthServices,
  context: Context,
  account: Account,
): Promise<number> {
  return takeAll(services, attemptBuckets(services, context, account));
}

/** Only failures count, so a correct password removes its attempt. */
export async function forgetAttempt(
  services: OAuthServices,
  context: Context,
  account: Account,
): Promise<void> {
  for (const taken of attemptBuckets(services, context, account))
    await returnToRateLimit(services.store, taken);
}

/**
 * These attempts name no account, so the limits of accounts do not count them. They need no such limit. Each code
 * allows five attempts, and nobody can guess the signature of a passkey.
 */
type Entry = 'code-entry' | 'passkey-entry';

/** Counts an attempt for the visitor's network or known device. */
export async function countEntry(services: OAuthServices, context: Context, entry: Entry): Promise<number> {
  return takeAll(services, [entryBucket(services, context, entry)]);
}

/** Call this after a correct code or passkey. */
export async function forgetEntry(services: OAuthServices, context: Context, entry: Entry): Promise<void> {
  await returnToRateLimit(services.store, entryBucket(services, context, entry));
}

/**
 * Counts a requested email, even for an unknown address. Emails with codes and emails with links have separate limits
 * for each account. A member who reaches the limit for links already has links that still work.
 */
export async function countMail(
  services: OAuthServices,
  context: Context,
  { kind, ...account }: Account & { kind: 'code' | 'link' },
): Promise<number> {
  const { mailPerAddress, mailPerPersonAndAddress, mailPerPerson } = services.rateLimits;
  const name = accountName(account);
  const device = findKnownDevice(services, context, account);
  if (device !== null) {
    const bucket = `${kind}-device:${device}:${name}`;
    return takeAll(services, [{ bucket, limit: mailPerPersonAndAddress }]);
  }
  const address = services.clientAddress(context);
  return takeAll(services, [
    { bucket: `mail-address:${address}`, limit: mailPerAddress },
    { bucket: `${kind}-account:${name} ${address}`, limit: mailPerPersonAndAddress },
    { bucket: `${kind}-account:${name}`, limit: mailPerPerson },
  ]);
}

/**
 * Each start of a sign-in adds a row to the database.
 * @returns the network or known device of the visitor
 * @throws PageProblem if one address has started too many sign-ins
 */
export async function countStart(services: OAuthServices, context: Context): Promise<string> {
  const device = findKnownDevice(services, context, null);
  const address = services.clientAddress(context);
  const from = device === null ? `address:${address}` : `device:${device}`;
  const bucket = { bucket: `authorize-${from}`, limit: services.rateLimits.authorizePerAddress };
  const waitSeconds = await takeAll(services, [bucket]);
  if (waitSeconds > 0) throw new PageProblem(429, 'too many', waitSeconds);
  return device === null ? `network:${siteNetwork(address)}` : from;
}

/** The network's limit is first. If it is reached, the attempt does not count against the person's limit. */
function attemptBuckets(services: OAuthServices, context: Context, account: Account): Bucket[] {
  const { signInPerAddress, signInPerAccountAndAddress, signInPerAccount } = services.rateLimits;
  const name = accountName(account);
  const device = findKnownDevice(services, context, account);
  if (device !== null)
    return [{ bucket: `sign-in-device:${device}:${name}`, limit: signInPerAccountAndAddress }];
  const address = services.clientAddress(context);
  return [
    { bucket: `sign-in-address:${address}`, limit: signInPerAddress },
    { bucket: `sign-in-account:${name} ${address}`, limit: signInPerAccountAndAddress },
    { bucket: `sign-in-account:${name}`, limit: signInPerAccount },
  ];
}

function entryBucket(services: OAuthServices, context: Context, entry: Entry): Bucket {
  const device = findKnownDevice(services, context, null);
  const from = device === null ? `address:${services.clientAddress(context)}` : `device:${device}`;
  return { bucket: `${entry}-${from}`, limit: services.rateLimits.signInPerAddress };
}

async function takeAll({ store, clock }: OAuthServices, buckets: readonly Bucket[]): Promise<number> {
  for (const { bucket, limit } of buckets) {
    const waitSeconds = await takeFromRateLimit(store, { bucket, limit, now: clock() });
    if (waitSeconds > 0) return waitSeconds;
  }
  return 0;
}
