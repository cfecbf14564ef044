import type { Kysely } from 'kysely';
import type { AuthDatabase, SignInMethod } from '@/lib/store/schema/auth-schema';

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
   * Returns the people for whom the proof is still valid. Call this method in the transaction that acts on the proof.
   * The method locks the row of the proof until this transaction is complete. If the password was changed before the
   * lock, the proof is no longer valid. If the password is changed later, that change ends everything that the
   * transaction created: sessions, codes and tokens.
   */
  lock(transaction: Kysely<AuthDatabase>): Promise<number[]>;
}

export const noProof: Proof = { method: null, people: [], lock: async () => [] };
