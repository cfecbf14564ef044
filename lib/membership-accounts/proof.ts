import type { Kysely } from 'kysely';
import type { AuthDatabase, SignInMethod } from '@/lib/membership-schema/auth-schema';

/**
 * The proof of a person's identity: a password, an emailed code or a passkey. If the password or code matches several
 * people, the person also chooses one of them.
 */
export interface Proof {
  /** null: an earlier release started the sign-in. */
  method: SignInMethod | null;
  /** The IDs of the people whom the proof identified when it was checked. Empty: the proof was wrong. */
  people: readonly number[];
  /**
   * The people for whom the proof is still valid. Call this in the transaction that acts on the proof, because it locks
   * the row of the proof. A password change before the lock makes the proof invalid. A password change after the
   * transaction ends the sessions, codes and tokens that the transaction created.
   */
  lock(transaction: Kysely<AuthDatabase>): Promise<number[]>;
}

export const noProof: Proof = { method: null, people: [], lock: async () => [] };
