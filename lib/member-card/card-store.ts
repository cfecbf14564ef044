import type { CardCheckKey, CardKey } from './card-key';

/** Stores card keys and revocations. They are stored through our own API, or in files if another site has the API. */
export interface CardStore {
  /** If there is no key for new cards, creates one. */
  signingKey(): Promise<CardKey>;
  /** If any of these keys signed a card, the card is ours. */
  checkKeys(): Promise<CardCheckKey[]>;
  /** New cards get the current generation. Cards of earlier generations are revoked. */
  generation(membershipId: string): Promise<number>;
  revoke(membershipId: string): Promise<void>;
}
