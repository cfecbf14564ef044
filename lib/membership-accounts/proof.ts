import type { Kysely } from 'kysely';
import type { AuthDatabase, SignInMethod } from '@/lib/membership-schema/auth-schema';

/** What proved a person's identity: a password, an emailed code, or the choice that one of them opened. */
export interface Proof {
  /** null: in a sign-in that an earlier release started. */
  method: SignInMethod | null;
  /** IDs of the people it proved when it was checked. Empty: it was wrong. */
  people: readonly number[];
  /**
   * The people for whom the proof is still valid. Call it in the transaction that acts on the proof. It locks the row
   * of the proof: a password change before the lock invalidates the proof, and one after the transaction ends what the
   * transaction created.
   */
  lock(transaction: Kysely<AuthDatabase>): Promise<number[]>;
}

export const noProof: Proof = { method: null, people: [], lock: async () => [] };
