/** The code on a membership card: a JSON Web Signature (Ed25519), small enough for a QR code. */
import { createHash } from 'node:crypto';
import { CompactSign, compactVerify, type CryptoKey } from 'jose';
import { z } from 'zod';
import type { CardCheckKey, CardKey } from './card-key';

const payloadSchema = z.object({
  /** A short form of the issuer, so that a card is invalid at another association that shares the key. */
  i: z.string(),
  m: z.string(),
  /** The person's first and last name, with which the API finds the membership. */
  f: z.string(),
  l: z.string(),
  o: z.string().optional(),
  /** The generation, which increases each time the member revokes their cards. */
  g: z.number().int(),
});

/** A card has no date, so that a printed card stays usable. The check of a card shows today's status. */
export interface CardContent {
  membershipId: string;
  firstName: string;
  lastName: string;
  /** null: the card is a person's. */
  organisation: string | null;
  generation: number;
}

/** The same content always gives the same code, because Ed25519 has no randomness. */
export async function issueCardCode(key: CardKey, issuer: string, content: CardContent): Promise<string> {
  const payload: z.infer<typeof payloadSchema> = {
    i: shortIssuer(issuer),
    m: content.membershipId,
    f: content.firstName,
    l: content.lastName,
    ...(content.organisation === null ? {} : { o: content.organisation }),
    g: content.generation,
  };
  return await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(key.privateKey);
}

/** null: none of the keys signed the code, or the code is for another issuer. */
export async function parseCardCode(
  keys: CardCheckKey[],
  issuer: string,
  code: string,
): Promise<CardContent | null> {
  if (code.length > maxCodeLength) return null;
  for (const { publicKey } of keys) {
    const content = await parseSignedWith(publicKey, issuer, code);
    if (content !== null) return content;
  }
  return null;
}

async function parseSignedWith(key: CryptoKey, issuer: string, code: string): Promise<CardContent | null> {
  try {
    const { payload } = await compactVerify(code, key, { algorithms: ['EdDSA'] });
    const { i, m, f, l, o, g } = payloadSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
    if (i !== shortIssuer(issuer)) return null;
    return { membershipId: m, firstName: f, lastName: l, organisation: o ?? null, generation: g };
  } catch {
    // jose throws for each kind of wrong signature. zod and JSON throw for content that we never sign.
    return null;
  }
}

export function cardName(content: Pick<CardContent, 'firstName' | 'lastName' | 'organisation'>): string {
  return (
    content.organisation ?? [content.firstName, content.lastName].filter((part) => part !== '').join(' ')
  );
}

// A QR code can contain at most 2953 bytes, and the rest of the address also needs space.
const maxCodeLength = 2500;

function shortIssuer(issuer: string): string {
  return createHash('sha256').update(issuer).digest('base64url').slice(0, 8);
}
