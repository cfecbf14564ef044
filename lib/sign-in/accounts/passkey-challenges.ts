/** Each challenge belongs to one sign-in in progress or one session, and works once. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { challengeMinutes } from '@/lib/store/auth-purge';
import { hashSecret } from './secrets';

/** WebAuthn §13.4.3 requires at least 16 bytes. */
const challengeBytes = 32;

export type ChallengeOf = { handle: string } | { sessionHash: string };

/** Replaces any earlier challenge of the same sign-in or session. @returns base64url */
export async function makeChallenge(auth: Kysely<AuthDatabase>, of: ChallengeOf, now: Date): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url');
  const set = {
    challenge_hash: hashSecret(challenge),
    challenge_expires_at: now.getTime() + challengeMinutes * 60_000,
  };
  if ('handle' in of)
    await auth
      .updateTable('authorize_request')
      .set(set)
      .where('request_hash', '=', hashSecret(of.handle))
      .execute();
  else await auth.updateTable('session').set(set).where('session_hash', '=', of.sessionHash).execute();
  return challenge;
}

/** Returns false if the challenge was used or replaced, has expired, or belongs to another sign-in or session. */
export async function consumeChallenge(
  auth: Kysely<AuthDatabase>,
  of: ChallengeOf,
  { challenge, now }: { challenge: string; now: Date },
): Promise<boolean> {
  const none = { challenge_hash: null, challenge_expires_at: null };
  const hash = hashSecret(challenge);
  const used =
    'handle' in of
      ? auth
          .updateTable('authorize_request')
          .set(none)
          .where('request_hash', '=', hashSecret(of.handle))
          .where('challenge_hash', '=', hash)
          .where('challenge_expires_at', '>', now.getTime())
      : auth
          .updateTable('session')
          .set(none)
          .where('session_hash', '=', of.sessionHash)
          .where('challenge_hash', '=', hash)
          .where('challenge_expires_at', '>', now.getTime());
  return (await used.executeTakeFirst()).numUpdatedRows === 1n;
}
