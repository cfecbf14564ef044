/**
 * The keys that sign ID tokens and logout tokens: the same for all organisations, and for all processes with the same
 * database.
 */
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { AuthDatabase, SigningKeyTable } from '@/lib/store/schema/auth-schema';
import { journalAccounts } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import { byCommand } from '@/lib/store/journal';
import { signingAlgorithms, type SigningAlgorithm } from '@/lib/sign-in/oauth/signing-algorithms';
import { seal, unseal } from '@/lib/server/seal';

/** How long clients may cache the public keys. A new key signs only after every cache has it. */
export const keyCacheSeconds = 3600;
/** How long a replaced key stays published. ID tokens last an hour, but some clients check them later. */
const overlapMs = 24 * 3600 * 1000;

export interface SigningKey {
  id: string;
  algorithm: SigningAlgorithm;
  publicJwk: JWK;
  createdAt: Date;
  signsFrom: Date;
  /** The time when the key stops being published. null: the key was not replaced. */
  endsAt: Date | null;
}

interface KeyServices {
  store: Store;
  /** The secret that encrypts the private keys, so that the database alone does not reveal them. */
  authSecret: string;
  now: Date;
}

export async function listSigningKeys(store: Store, now: Date): Promise<SigningKey[]> {
  return (await readRows(store.auth, now)).map(toKey);
}

/** The newest key that may be used now and that this secret can decrypt. Created if it is missing. */
export async function findSigningKey(
  services: KeyServices,
  algorithm: SigningAlgorithm,
): Promise<{ id: string; key: CryptoKey }> {
  const { store, authSecret, now } = services;
  const rows = (await readRows(store.auth, now)).filter(
    (row) => row.algorithm === algorithm && row.signs_from <= now.getTime(),
  );
  for (const row of rows) {
    const key = await openKey(authSecret, row);
    if (key !== null) return { id: row.id, key };
  }
  const row = await makeRow(authSecret, { algorithm, now, signsFrom: now });
  await store.auth.transaction().execute(async (transaction) => {
    // Of several simultaneous requests, only one adds a key. On SQLite, the transaction itself holds the write lock.
    if (store.engine === 'postgres') await sql`select pg_advisory_xact_lock(4207849485)`.execute(transaction);
    const stored = await readRows(transaction, now);
    if (!stored.some((other) => mayReplace(other, row) && !rows.some(({ id }) => id === other.id)))
      await transaction.insertInto('signing_key').values(row).execute();
  });
  return findSigningKey(services, algorithm);
}

function mayReplace(other: Row, row: Row): boolean {
  return other.algorithm === row.algorithm && other.signs_from <= row.signs_from;
}

/**
 * The keys that clients need. RSA comes first, because some libraries use the first key without looking at its ID, and
 * keys that sign come before keys that will. EdDSA is there only if a client uses it, because some libraries refuse a
 * set with a kind of key that they do not know. Creates a missing key.
 */
export async function publishedKeys(services: KeyServices): Promise<JWK[]> {
  const { store, now } = services;
  const usesEdDSA = await store.auth
    .selectFrom('client')
    .select('id')
    .where('id_token_algorithm', '=', 'EdDSA')
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const used = usesEdDSA === undefined ? (['RS256'] as const) : signingAlgorithms;
  for (const algorithm of used) await findSigningKey(services, algorithm);
  const all = await listSigningKeys(store, now);
  const isNext = ({ signsFrom }: SigningKey) => signsFrom > now;
  const keys = [...all.filter((key) => !isNext(key)), ...all.filter(isNext)];
  return used.flatMap((one) =>
    keys.filter(({ algorithm }) => algorithm === one).map(({ publicJwk }) => publicJwk),
  );
}

/**
 * New keys are published at once and used after an hour. The earlier keys stay published for another day after that.
 * `isImmediate` is for a key that somebody may have copied. The new keys are then used at once, and the earlier keys
 * are no longer published. When a client next reads the published keys, it starts to refuse tokens signed with earlier
 * keys.
 */
export async function rotateSigningKeys(
  { store, authSecret, now }: KeyServices,
  { isImmediate = false }: { isImmediate?: boolean } = {},
): Promise<SigningKey[]> {
  const signsFrom = new Date(now.getTime() + (isImmediate ? 0 : keyCacheSeconds * 1000));
  const rows = await Promise.all(
    signingAlgorithms.map((algorithm) => makeRow(authSecret, { algorithm, now, signsFrom })),
  );
  const organisations = await store.members.selectFrom('organisation').select('id').orderBy('id').execute();
  await store.auth.transaction().execute(async (transaction) => {
    if (isImmediate) await transaction.deleteFrom('signing_key').execute();
    else {
      await transaction
        .updateTable('signing_key')
        .set({ ends_at: signsFrom.getTime() + overlapMs })
        .where('ends_at', 'is', null)
        .execute();
    }
    await transaction.insertInto('signing_key').values(rows).execute();
    for (const { id: organisationId } of organisations) {
      await journalAccounts(transaction, { organisationId, cause: byCommand('keys rotate'), now }, [
        { kind: 'signing_key', operation: 'secret replaced' },
      ]);
    }
  });
  return rows.map(toKey);
}

async function readRows(auth: Kysely<AuthDatabase>, now: Date): Promise<Row[]> {
  return auth
    .selectFrom('signing_key')
    .selectAll()
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now.getTime())]))
    .orderBy('signs_from', 'desc')
    .orderBy('id')
    .execute();
}

type Row = Selectable<SigningKeyTable>;

async function makeRow(
  authSecret: string,
  { algorithm, now, signsFrom }: { algorithm: SigningAlgorithm; now: Date; signsFrom: Date },
): Promise<Row> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicJwk);
  return {
    id,
    algorithm,
    public_jwk: JSON.stringify({ ...publicJwk, kid: id, alg: algorithm, use: 'sig' }),
    sealed_key: seal(authSecret, purposeOf(id), JSON.stringify(await exportJWK(pair.privateKey))),
    created_at: now.getTime(),
    signs_from: signsFrom.getTime(),
    ends_at: null,
  };
}

const jwkSchema = z.looseObject({ kty: z.string() });

/** Importing a key takes a millisecond, so decrypted keys are cached. */
const opened = new Map<string, CryptoKey>();

async function openKey(authSecret: string, { id, algorithm, sealed_key }: Row): Promise<CryptoKey | null> {
  const cached = opened.get(sealed_key + authSecret);
  if (cached !== undefined) return cached;
  const text = unseal(authSecret, purposeOf(id), sealed_key);
  if (text === null) return null;
  const key = await importJWK(jwkSchema.parse(JSON.parse(text)), algorithm);
  // Only symmetric keys are imported as bytes, and this table has none.
  if (key instanceof Uint8Array) return null;
  opened.set(sealed_key + authSecret, key);
  return key;
}

function purposeOf(id: string): string {
  return `signing key ${id}`;
}

function toKey(row: Row): SigningKey {
  return {
    id: row.id,
    algorithm: row.algorithm,
    publicJwk: jwkSchema.parse(JSON.parse(row.public_jwk)),
    createdAt: new Date(row.created_at),
    signsFrom: new Date(row.signs_from),
    endsAt: row.ends_at === null ? null : new Date(row.ends_at),
  };
}
