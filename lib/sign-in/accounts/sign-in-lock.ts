/**
 * Sign-ins that are refused for a while, because a wrong password was tried too often. The rules are in
 * docs/sign-in.md.
 */
import { hashSecret } from './secrets';
import type { RateLimit } from '@/lib/base/rate-limit';
import { journalAccounts } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import type { Cause } from '@/lib/store/journal';
import type { Owner } from './owner';

/**
 * The name of every bucket that counts attempts to sign in begins with this prefix. If the bucket is for one account,
 * its name also contains the `accountName`.
 */
const attemptsPrefix = 'sign-in-';

interface AccountLimits {
  signInPerAccount: RateLimit;
  signInPerAccountAndAddress: RateLimit;
}

/** The email address is hashed, so that the table of limits does not show who tried to sign in. */
export function accountName({ organisationId, email }: { organisationId: number; email: string }): string {
  return `${organisationId}:${hashSecret(emailKey(email))}`;
}

/**
 * Returns the time until which some password sign-ins with this email address are refused. The limit may be for one
 * network, for one known device, or for all unknown devices together. If several limits are reached, the latest time
 * counts. null: no sign-in is refused.
 */
export async function findLockedUntil(
  { auth }: Store,
  account: { organisationId: number; email: string },
  { limits, now }: { limits: AccountLimits; now: Date },
): Promise<Date | null> {
  const name = accountName(account);
  const everywhere = `${attemptsPrefix}account:${name}`;
  const buckets = await auth
    .selectFrom('limit_bucket')
    .select(['bucket', 'tokens', 'updated_at'])
    .where('bucket', 'like', `${attemptsPrefix}%:${name}%`)
    .execute();
  const ends = buckets.map(({ bucket, tokens, updated_at }) => {
    const { burst, perSeconds } =
      bucket === everywhere ? limits.signInPerAccount : limits.signInPerAccountAndAddress;
    return Math.min(updated_at, now.getTime()) + ((1 - tokens) * perSeconds * 1000) / burst;
  });
  const last = Math.max(...ends, 0);
  return last > now.getTime() ? new Date(last) : null;
}

/** Deletes the counts of wrong passwords, and of requested codes and links, for the person's email address. */
export async function unlockSignIn(
  { auth }: Store,
  { organisationId, personId, email }: Owner & { email: string },
  { cause, now }: { cause: Cause; now: Date },
): Promise<void> {
  await auth.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('limit_bucket')
      .where('bucket', 'like', `%:${accountName({ organisationId, email })}%`)
      .execute();
    await journalAccounts(transaction, { organisationId, cause, now }, [
      { kind: 'account', operation: 'unlocked', personId },
    ]);
  });
}
