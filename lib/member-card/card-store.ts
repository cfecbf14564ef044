import type { CardContent } from './card-code';
import type { CardCheckKey } from './card-key';

/** Stores card keys and revocations. They are stored through our own API, or in files if another site has the API. */
export interface CardStore {
  /** Returns the code of a card: the same each time, until the card is revoked. */
  issue(card: Omit<CardContent, 'generation'>): Promise<string>;
  /** null: no card has this code. A card of an earlier generation is revoked. */
  read(code: string): Promise<CardContent | null>;
  /** The keys that signed cards with a long code. */
  checkKeys(): Promise<CardCheckKey[]>;
  /** New cards get the current generation. Cards of earlier generations are revoked. */
  generation(membershipId: string): Promise<number>;
  revoke(membershipId: string): Promise<void>;
}
