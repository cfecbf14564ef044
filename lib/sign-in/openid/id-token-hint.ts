import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { z } from 'zod';
import { issuerOf } from '@/lib/sign-in/oauth/metadata';
import type { Store } from '@/lib/store/database';
import { findSurvivor } from '@/lib/store/person-aliases';
import { signingAlgorithms } from '@/lib/sign-in/oauth/signing-algorithms';
import { listSigningKeys } from './signing-keys';

const claimsSchema = z.object({ iss: z.string(), aud: z.string(), sub: z.string().regex(/^\d{1,15}$/) });

/**
 * The client and the person of an ID token that this organisation issued, even if the token has expired. After a merge,
 * the person is the surviving person. null: we did not sign the token, or its key is no longer published. A key is
 * accepted only with its own algorithm. The token must have the type of ID tokens, because logout tokens are signed
 * with the same keys.
 * @see OpenID Connect Core §3.1.2.1, OpenID Connect RP-Initiated Logout §2
 */
export async function readIdTokenHint(
  { store, baseUrl, now }: { store: Store; baseUrl: string; now: Date },
  { organisationId, token }: { organisationId: number; token: string },
): Promise<{ clientId: string; personId: number | null } | null> {
  const header = headerOf(token);
  if (header === null || header.typ !== 'JWT') return null;
  const key = (await listSigningKeys(store, now)).find(({ id }) => id === header.kid);
  if (key === undefined || key.algorithm !== header.alg) return null;
  const payload = await verified(token, await importJWK(key.publicJwk, key.algorithm));
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success || claims.data.iss !== issuerOf(baseUrl, organisationId)) return null;
  const personId = await findSurvivor(store.members, organisationId, Number(claims.data.sub));
  return { clientId: claims.data.aud, personId };
}

function headerOf(token: string): { alg?: unknown; kid?: unknown; typ?: unknown } | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    // The text is not a JWT.
    return null;
  }
}

async function verified(token: string, key: Parameters<typeof compactVerify>[1]): Promise<unknown> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [...signingAlgorithms] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    // jose throws if the signature is wrong. JSON.parse throws if the content is not JSON.
    return null;
  }
}
