/** Card keys and revocations in the database, through our own API. All processes share them. */
import type { CardKeyRecord, CardsClient } from '@/lib/membership-api/cards';
import { seal, unseal } from '@/lib/server/seal';
import { readKeyFile, readKeyFileIfWhole, readOldRevocations } from './card-files';
import { importCardKey, importCheckKey, makeCardKey, parseCardKey, type StoredCardKey } from './card-key';
import type { CardStore } from './card-store';

export interface CardServices {
  cards: CardsClient;
  /** Encrypts the private keys, which must not be readable in the database. */
  authSecret: string;
  /** Earlier releases stored keys and revocations in this folder. Their cards stay valid. */
  dataDir: string;
  issuer: string;
}

export function createApiCards(services: CardServices): CardStore {
  const { cards, authSecret } = services;
  let takenOver: Promise<void> | null = null;
  /** Runs once, before any other request. After a failure, the next request runs it again. */
  const ready = () => {
    takenOver ??= takeOverFiles(services).catch((error: unknown) => {
      takenOver = null;
      throw error;
    });
    return takenOver;
  };
  const keys = async (): Promise<{ all: CardKeyRecord[]; signing: StoredCardKey }> => {
    await ready();
    let all = await cards.keys();
    let signing = findOpenable(authSecret, all);
    if (signing === null) {
      all = await cards.addKey(toRecord(authSecret, await makeCardKey()));
      signing = findOpenable(authSecret, all);
    }
    if (signing === null) throw new Error('the key that was just stored cannot be opened');
    return { all, signing };
  };
  return {
    signingKey: async () => importCardKey((await keys()).signing),
    async checkKeys() {
      const { all } = await keys();
      return Promise.all(all.map(({ ID, Public }) => importCheckKey({ kid: ID, x: Public })));
    },
    async generation(membershipId) {
      await ready();
      return cards.generation(membershipId);
    },
    async revoke(membershipId) {
      await ready();
      await cards.raiseGeneration(membershipId, null);
    },
  };
}

/** The files are kept, because they are imported again after a backup is restored. */
async function takeOverFiles({ cards, authSecret, dataDir, issuer }: CardServices): Promise<void> {
  const known = await cards.keys();
  const key = known.length === 0 ? readKeyFile(dataDir) : readKeyFileIfWhole(dataDir);
  if (key !== null && !known.some(({ ID }) => ID === key.kid)) await cards.addKey(toRecord(authSecret, key));
  for (const [membershipId, generation] of readOldRevocations(dataDir, issuer))
    await cards.raiseGeneration(membershipId, generation);
}

/**
 * The oldest key that this secret decrypts. After a change of AUTH_SECRET, older keys can check cards, but cannot sign
 * them.
 */
function findOpenable(authSecret: string, records: CardKeyRecord[]): StoredCardKey | null {
  for (const { ID, Sealed } of records) {
    const text = unseal(authSecret, purposeOf(ID), Sealed);
    const key = text === null ? null : parseCardKey(text);
    if (key !== null) return key;
  }
  return null;
}

function toRecord(authSecret: string, key: StoredCardKey): CardKeyRecord {
  return { ID: key.kid, Public: key.x, Sealed: seal(authSecret, purposeOf(key.kid), JSON.stringify(key)) };
}

function purposeOf(kid: string): string {
  return `card key ${kid}`;
}
