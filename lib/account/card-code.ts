/** The code on a membership card: a JSON Web Signature (Ed25519), small enough for a QR code. */
import { createHash } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import { z } from 'zod';
import type { CardKey } from './card-key';

const payloadSchema = z.object({
  /** Short form of the issuer: a card of one association is nothing at another that shares the key. */
  i: z.string(),
  /** Membership ID. */
  m: z.string(),
  /** The person's first and last name, by which the API finds the membership. */
  f: z.string(),
  l: z.string(),
  /** The organisation's name, on a corporate membership's card. */
  o: z.string().optional(),
  /** Generation: one more after each time the member revoked their cards. */
  g: z.number().int(),
});

/** What a card says. It has no date: a printed card stays good, and the check tells today's truth. */
export interface CardContent {
  membershipId: string;
  firstName: string;
  lastName: string;
  /** null on a person's card. */
  organisation: string | null;
  generation: number;
}

/** The same for the same content, always: Ed25519 has no randomness. */
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

/** What a code says; null when we did not sign it, or not for this issuer. */
export async function parseCardCode(key: CardKey, issuer: string, code: string): Promise<CardContent | null> {
  if (code.length > maxCodeLength) return null;
  try {
    const { payload } = await compactVerify(code, key.publicKey, { algorithms: ['EdDSA'] });
    const { i, m, f, l, o, g } = payloadSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
    if (i !== shortIssuer(issuer)) return null;
    return { membershipId: m, firstName: f, lastName: l, organisation: o ?? null, generation: g };
  } catch {
    // jose throws for each way in which a signature can be wrong, zod and JSON for what we never sign.
    return null;
  }
}

/** The name as the card has it. */
export function cardName(content: Pick<CardContent, 'firstName' | 'lastName' | 'organisation'>): string {
  return (
    content.organisation ?? [content.firstName, content.lastName].filter((part) => part !== '').join(' ')
  );
}

// The longest that a QR code holds is 2953 bytes, the rest of the address taken off.
const maxCodeLength = 2500;

function shortIssuer(issuer: string): string {
  return createHash('sha256').update(issuer).digest('base64url').slice(0, 8);
}
