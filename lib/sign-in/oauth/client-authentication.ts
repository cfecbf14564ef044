/**
 * Authenticates the callers of the token and revocation endpoints.
 * @see RFC 6749 §2.3
 */
import { equalTexts } from '@/lib/base/equal-texts';
import { ApiError } from '@/lib/contract/errors';
import type { Store } from '@/lib/store/database';
import { prepareQuery } from '@/lib/store/sql/prepared-query';
import { toClient, type Client } from './clients';
import { readParameter } from './parameters';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';

/**
 * `pairs`: the possible readings of the credentials, the likelier one first. A null secret means that none was sent.
 */
export interface Credentials {
  pairs: { id: string; secret: string | null }[];
  /** The client sent an Authorization header, so the response must name the expected scheme. */
  usedHeader: boolean;
}

/**
 * Reads the credentials from HTTP Basic or from the form.
 * @throws ApiError invalid_request if both are present and differ, invalid_client if there are no credentials
 */
export function readCredentials(authorization: string | undefined, form: URLSearchParams): Credentials {
  const id = readParameter(form, 'client_id');
  const secret = readParameter(form, 'client_secret');
  if (authorization === undefined) {
    if (id === null) throw invalidClient({ usedHeader: false });
    return { pairs: [{ id, secret }], usedHeader: false };
  }
  const pairs = readBasic(authorization);
  // With Basic, the form may repeat the client ID (many libraries do) and the secret (Discourse does).
  if (id !== null && pairs.length > 0 && !pairs.some((pair) => pair.id === id)) {
    throw new ApiError('invalid_request', 'client_id must match the client in the Authorization header');
  }
  if (secret === null) return { pairs, usedHeader: true };
  const same = pairs.filter((pair) => pair.secret !== null && equalTexts(pair.secret, secret));
  if (same.length === 0) {
    throw new ApiError(
      'invalid_request',
      'The client secret in the form must match the one in the Authorization header. Send it only once',
    );
  }
  return { pairs: same, usedHeader: true };
}

/**
 * An unknown client causes the same work as a known client with a wrong secret: one look-up, one hash and two
 * comparisons for each reading.
 * @param digest hashes a secret; a test counts its calls
 */
export async function authenticateClient(
  { store, now, digest = hashSecret }: { store: Store; now: Date; digest?: (secret: string) => string },
  { organisation, credentials }: { organisation: string; credentials: Credentials },
): Promise<Client | null> {
  let found: Client | null = null;
  for (const { id, secret } of credentials.pairs) {
    const [row] = await readClient(store.auth, [id]);
    const previous =
      row?.previous_secret_expires_at != null && row.previous_secret_expires_at > now.getTime()
        ? row.previous_secret_hash
        : null;
    const hash = digest(secret ?? '');
    const fits = [
      equalTexts(row?.secret_hash ?? nobodysHash, hash),
      equalTexts(previous ?? nobodysHash, hash),
    ];
    const isAuthentic = row?.secret_hash === null ? secret === null : secret !== null && fits.includes(true);
    const isOfHere =
      row !== undefined && row.revoked_at === null && String(row.organisation_id) === organisation;
    if (isAuthentic && isOfHere) found ??= toClient(row);
  }
  return found;
}

const readClient = prepareQuery((auth: Store['auth']) =>
  auth.selectFrom('client').selectAll().where('id', '=', ''),
);

/** The response has the same bytes for an unknown client, a wrong secret and another organisation's client. */
export function invalidClient({ usedHeader }: { usedHeader: boolean }): ApiError {
  return new ApiError(
    'invalid_client',
    'The client ID or secret is not valid. Send them by HTTP Basic, or as client_id and client_secret',
    usedHeader ? { 'WWW-Authenticate': 'Basic realm="membership-api", charset="UTF-8"' } : {},
  );
}

/** Matches no secret: nothing hashes to zeros. */
const nobodysHash = '0'.repeat(64);

/**
 * RFC 6749 requires the ID and the secret to be form-encoded, but many clients do not encode them. Both readings are
 * tried.
 */
function readBasic(authorization: string): Credentials['pairs'] {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization.trim())?.[1];
  if (encoded === undefined) return [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return [];
  const raw = { id: text.slice(0, colon), secret: text.slice(colon + 1) || null };
  const decoded = { id: formDecode(raw.id), secret: raw.secret === null ? null : formDecode(raw.secret) };
  const readings = decoded.id === raw.id && decoded.secret === raw.secret ? [raw] : [decoded, raw];
  // No client ID has a NUL character. PostgreSQL fails if a text contains a NUL character. So a reading with a NUL
  // character is left out.
  return readings.filter(({ id }) => !id.includes('\0'));
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
