import type { CardCheckKey, CardKey } from './card-key';

/** Storage of card keys and revocations: our own API, or files if another site has the API. */
export interface CardStore {
  /** The key that signs new cards. If there is none, it is created. */
  signingKey(): Promise<CardKey>;
  /** A card signed with any of these is ours. */
  checkKeys(): Promise<CardCheckKey[]>;
  /** The current generation for new cards of a membership; cards of earlier ones are revoked. */
  generation(membershipId: string): Promise<number>;
  /** Revokes every card of the membership issued so far. */
  revoke(membershipId: string): Promise<void>;
}
