/** Sign-ins under way. What was asked stays here, checked; pages carry only a handle that is good in one browser. */
import type { Kysely, Selectable } from 'kysely';
import type { AuthDatabase, AuthorizeRequestTable } from '../store/auth-schema';
import type { Store } from '../store/database';
import type { AuthorizeRequest } from './authorize-request';
import { hashSecret, makeSecret } from './secrets';

/** Time to find a password or wait for a mail. */
const lifetimeMs = 30 * 60_000;

/** What is to happen after sign-in: an answer to a client, or a page of our own. */
export type Purpose = { clientId: string; authorize: AuthorizeRequest } | { clientId: null; path: string };

export interface PendingRequest {
  handle: string;
  organisationId: number;
  purpose: Purpose;
  /** People to choose from: their password or code was right. */
  candidates: number[];
}

/** @returns the handle that stands in the pages' addresses */
export async function startRequest(
  store: Store,
  { organisationId, visit, purpose }: { organisationId: number; visit: string; purpose: Purpose },
  now: Date,
): Promise<string> {
  const handle = makeSecret();
  await store.auth
    .insertInto('authorize_request')
    .values({
      request_hash: hashSecret(handle),
      organisation_id: organisationId,
      visit_hash: hashSecret(visit),
      client_id: purpose.clientId,
      parameters: JSON.stringify(purpose.clientId === null ? purpose.path : purpose.authorize),
      candidates: null,
      created_at: now.getTime(),
      expires_at: now.getTime() + lifetimeMs,
    })
    .execute();
  return handle;
}

/** The request of a handle, for the browser that started it. */
export async function findRequest(
  store: Store,
  { organisationId, handle, visit }: { organisationId: number; handle: string; visit: string },
  now: Date,
): Promise<PendingRequest | null> {
  const row = await store.auth
    .selectFrom('authorize_request')
    .selectAll()
    .where('request_hash', '=', hashSecret(handle))
    .where('organisation_id', '=', organisationId)
    .where('visit_hash', '=', hashSecret(visit))
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...toRequest(row), handle };
}

/**
 * The request that a browser started last, under a new handle: the first one stands only in the browser's pages.
 * null: it has none under way.
 */
export async function findLatestRequest(
  store: Store,
  { organisationId, visit }: { organisationId: number; visit: string },
  now: Date,
): Promise<PendingRequest | null> {
  const row = await store.auth
    .selectFrom('authorize_request')
    .selectAll()
    .where('visit_hash', '=', hashSecret(visit))
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', now.getTime())
    .orderBy('created_at', 'desc')
    .orderBy('request_hash')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { purpose } = toRequest(row);
  const handle = await startRequest(store, { organisationId, visit, purpose }, now);
  return { handle, organisationId, purpose, candidates: [] };
}

export async function setCandidates(
  store: Store,
  handle: string,
  candidates: readonly number[],
): Promise<void> {
  await store.auth
    .updateTable('authorize_request')
    .set({ candidates: formatCandidates(candidates) })
    .where('request_hash', '=', hashSecret(handle))
    .execute();
}

/** Takes a person out of every choice that is open: the password or code that opened it holds no more. */
export async function dropCandidate(
  auth: Kysely<AuthDatabase>,
  { organisationId, personId }: { organisationId: number; personId: number },
): Promise<void> {
  const open = await auth
    .selectFrom('authorize_request')
    .select(['request_hash', 'candidates'])
    .where('organisation_id', '=', organisationId)
    .where('candidates', 'is not', null)
    .execute();
  for (const { request_hash, candidates } of open) {
    const ids = parseCandidates(candidates);
    if (!ids.includes(personId)) continue;
    const rest = ids.filter((id) => id !== personId);
    await auth
      .updateTable('authorize_request')
      .set({ candidates: formatCandidates(rest) })
      .where('request_hash', '=', request_hash)
      .execute();
  }
}

/** Ends a request. Of two answers at once, one is told true. */
export async function consumeRequest(store: Store, handle: string): Promise<boolean> {
  const { numDeletedRows } = await store.auth
    .deleteFrom('authorize_request')
    .where('request_hash', '=', hashSecret(handle))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

function toRequest(row: Selectable<AuthorizeRequestTable>): Omit<PendingRequest, 'handle'> {
  // Both are JSON that this file wrote.
  const purpose: Purpose =
    row.client_id === null
      ? { clientId: null, path: JSON.parse(row.parameters) as string }
      : { clientId: row.client_id, authorize: JSON.parse(row.parameters) as AuthorizeRequest };
  return { organisationId: row.organisation_id, purpose, candidates: parseCandidates(row.candidates) };
}

function formatCandidates(ids: readonly number[]): string | null {
  return ids.length === 0 ? null : JSON.stringify(ids);
}

function parseCandidates(text: string | null): number[] {
  // JSON that formatCandidates wrote.
  return text === null ? [] : (JSON.parse(text) as number[]);
}
