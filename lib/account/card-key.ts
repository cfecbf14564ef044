/** The Ed25519 key that signs membership cards, in `DATA_DIR`/card-key.json (0600): cards in wallets outlive any session. */
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import { z } from 'zod';
import { readIfThere, writeOnce } from '@/lib/server/write-once';

const keySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});

export interface CardKey {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** What is published: enough to check a card's signature, not to make one. */
  publicJwk: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' };
}

/**
 * The installation's key; made when it has none. Several processes that start at once agree on one.
 * @throws Error when the file is there and is no key of ours: a new key would make every printed card worthless
 */
export async function openCardKey(dataDir: string): Promise<CardKey> {
  const known = opened.get(dataDir);
  if (known !== undefined) return await known;
  const opening = readOrMake(join(dataDir, 'card-key.json'));
  opened.set(dataDir, opening);
  opening.catch(() => opened.delete(dataDir));
  return await opening;
}

const opened = new Map<string, Promise<CardKey>>();

async function readOrMake(file: string): Promise<CardKey> {
  const text = readIfThere(file) ?? (await make(file));
  const parsed = keySchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new Error(`${file} is not the key that Chapterhouse wrote: restore it from a backup`);
  const { kty, crv, x, d, kid } = parsed.data;
  return {
    // An OKP key is imported as a CryptoKey; bytes come of symmetric keys only (jose).
    privateKey: (await importJWK({ kty, crv, x, d }, 'EdDSA')) as CryptoKey,
    publicKey: (await importJWK({ kty, crv, x }, 'EdDSA')) as CryptoKey,
    publicJwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' },
  };
}

/** Writes a new key unless somebody was first; the text of whichever is there then. */
async function make(file: string): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(privateKey);
  return writeOnce(file, `${JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) })}\n`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
