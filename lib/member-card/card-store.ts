import type { CardCheckKey, CardKey } from './card-key';

/** Storage of card keys and revocations: our own API, or files if another site has the API. */
export interface CardStore {
  /** The key with which new cards are signed. If there is no key, one is created. */
  signingKey(): Promise<CardKey>;
  /** A card that was signed with any of these keys is ours. */
  checkKeys(): Promise<CardCheckKey[]>;
  /** The current generation for new cards of a membership; cards of earlier generations are revoked. */
  generation(membershipId: string): Promise<number>;
  /** Revokes every card of the membership issued so far. */
  revoke(membershipId: string): Promise<void>;
}
