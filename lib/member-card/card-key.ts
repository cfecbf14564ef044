import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import { z } from 'zod';

const storedKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});
/** A JWK with its private part. */
export type StoredCardKey = z.infer<typeof storedKeySchema>;

export interface CardCheckKey {
  publicKey: CryptoKey;
  /** The published part. It is enough to check a card's signature, but not to create one. */
  publicJwk: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' };
}

export interface CardKey extends CardCheckKey {
  privateKey: CryptoKey;
}

export async function makeCardKey(): Promise<StoredCardKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(privateKey);
  return storedKeySchema.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
}

export function parseCardKey(text: string): StoredCardKey | null {
  try {
    return storedKeySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function importCheckKey({ x, kid }: { x: string; kid: string }): Promise<CardCheckKey> {
  const kty = 'OKP';
  const crv = 'Ed25519';
  return {
    // An OKP key is imported as a CryptoKey; jose returns bytes only for symmetric keys.
    publicKey: (await importJWK({ kty, crv, x }, 'EdDSA')) as CryptoKey,
    publicJwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' },
  };
}

export async function importCardKey({ kty, crv, x, d, kid }: StoredCardKey): Promise<CardKey> {
  return {
    ...(await importCheckKey({ x, kid })),
    privateKey: (await importJWK({ kty, crv, x, d }, 'EdDSA')) as CryptoKey,
  };
}
