/**
 * Codes and revocations of cards in the database, through our own API. All processes share them. Cards of earlier
 * releases have a long code, which the stored keys check.
 */
import { readCardCode, type CardKeyRecord, type CardsClient } from '@/lib/contract/cards';
import { seal } from '@/lib/server/seal';
import { readKeyFile, readKeyFileIfWhole, readOldRevocations } from './card-files';
import { parseCardCode } from './card-code';
import { importCheckKey, type StoredCardKey } from './card-key';
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
  const { cards, issuer } = services;
  let takenOver: Promise<void> | null = null;
  /** Runs once, before any other request. After a failure, the next request runs it again. */
  const ready = () => {
    takenOver ??= takeOverFiles(services).catch((error: unknown) => {
      takenOver = null;
      throw error;
    });
    return takenOver;
  };
  const checkKeys = async () => {
    await ready();
    const all = await cards.keys();
    return Promise.all(all.map(({ ID, Public }) => importCheckKey({ kid: ID, x: Public })));
  };
  return {
    checkKeys,
    async issue({ membershipId }) {
      await ready();
      return cards.code(membershipId);
    },
    async read(code) {
      const short = readCardCode(code);
      if (short === null) return parseCardCode(await checkKeys(), issuer, code);
      await ready();
      const holder = await cards.find(short);
      if (holder === null) return null;
      const { MembershipID, Generation, FirstName, LastName, Organisation } = holder;
      return {
        membershipId: MembershipID,
        firstName: FirstName,
        lastName: LastName,
        organisation: Organisation,
        generation: Generation,
      };
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

function toRecord(authSecret: string, key: StoredCardKey): CardKeyRecord {
  return { ID: key.kid, Public: key.x, Sealed: seal(authSecret, purposeOf(key.kid), JSON.stringify(key)) };
}

function purposeOf(kid: string): string {
  return `card key ${kid}`;
}
