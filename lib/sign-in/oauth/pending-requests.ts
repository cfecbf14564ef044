/** Sign-ins in progress, with the checked request. Pages contain only a handle that works in one browser. */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { AuthDatabase, AuthorizeRequestTable, SignInMethod } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { formatCandidates, parseCandidates } from '@/lib/sign-in/accounts/candidates';
import type { Proof } from '@/lib/sign-in/accounts/proof';
import type { AuthorizeRequest } from './authorize-request';
import { findClient, type Client } from './clients';
import { noPromptParameters } from './prompt';
import { hashSecret, makeSecret } from '@/lib/sign-in/accounts/secrets';

/** The time is enough to find a password or wait for an email. */
const lifetimeMs = 30 * 60_000;

export interface StoredAuthorizeRequest extends AuthorizeRequest {
  /** The hash of the session that the browser had when it made the request. null: none. */
  priorSession: string | null;
  /** From the client's `id_token_hint`: only this person may get a code. null: anybody may. */
  hintedPersonId: number | null;
}

/** What follows the sign-in: a response to a client, or a page of our own. */
export type Purpose =
  { clientId: string; authorize: StoredAuthorizeRequest } | { clientId: null; path: string };

export interface PendingRequest {
  handle: string;
  organisationId: number;
  purpose: Purpose;
  startedAt: Date;
  /** The people to choose from, because several matched the password or code. */
  candidates: number[];
  /** Whether the candidates matched a password or a code. null: there is no choice. */
  candidatesBy: SignInMethod | null;
}

export interface NewRequest {
  organisationId: number;
  interaction: string;
  purpose: Purpose;
  source: string;
}

/**
 * The maximum for all organisations together. The rows need about 10 MB. Anybody can start a sign-in, so above the
 * maximum, new sign-ins replace earlier ones.
 */
const maxRequests = 20_000;
/** After this many new sign-ins, `dropSurplusRequests` deletes the surplus sign-ins. */
const startsPerTrim = 100;
const starts = new WeakMap<Store, number>();

/** @returns the handle in the pages' addresses */
export async function startRequest(
  store: Store,
  { organisationId, interaction, purpose, source }: NewRequest,
  now: Date,
): Promise<string> {
  const count = starts.get(store) ?? 0;
  starts.set(store, count + 1);
  if (count % startsPerTrim === 0) await dropSurplusRequests(store, maxRequests - startsPerTrim);
  const handle = makeSecret();
  await store.auth
    .insertInto('authorize_request')
    .values({
      request_hash: hashSecret(handle),
      organisation_id: organisationId,
      visit_hash: hashSecret(interaction),
      source,
      client_id: purpose.clientId,
      parameters: JSON.stringify(purpose.clientId === null ? purpose.path : purpose.authorize),
      candidates: null,
      created_at: now.getTime(),
      expires_at: now.getTime() + lifetimeMs,
      consumed_at: null,
    })
    .execute();
  return handle;
}

/**
 * Deletes stored sign-ins until only `most` remain. The sources that have the most sign-ins lose some first. Each
 * source loses its finished sign-ins first, and then its oldest ones. If one source
 * starts very many sign-ins, only that source loses any.
 */
export async function dropSurplusRequests(store: Store, most: number): Promise<void> {
  const { count } = await store.auth
    .selectFrom('authorize_request')
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const surplus = Number(count) - most;
  if (surplus <= 0) return;
  const ranked = store.auth
    .selectFrom('authorize_request')
    .select(['request_hash', 'created_at'])
    .select(
      sql<number>`row_number() over (
        partition by source order by case when consumed_at is null then 0 else 1 end, created_at desc, request_hash
      )`.as('rank'),
    );
  await store.auth
    .deleteFrom('authorize_request')
    .where('request_hash', 'in', (select) =>
      select
        .selectFrom(ranked.as('ranked'))
        .select('request_hash')
        .orderBy('rank', 'desc')
        .orderBy('created_at')
        .orderBy('request_hash')
        .limit(surplus),
    )
    .execute();
}

/**
 * Finds a sign-in only for the browser that started the sign-in. `isFinished`: the browser has already been redirected.
 */
export async function findRequest(
  store: Store,
  { organisationId, handle, interaction }: { organisationId: number; handle: string; interaction: string },
  now: Date,
): Promise<(PendingRequest & { isFinished: boolean }) | null> {
  const row = await store.auth
    .selectFrom('authorize_request')
    .selectAll()
    .where('request_hash', '=', hashSecret(handle))
    .where('organisation_id', '=', organisationId)
    .where('visit_hash', '=', hashSecret(interaction))
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...toRequest(row), handle, isFinished: row.consumed_at !== null };
}

/**
 * The site that started a sign-in which has ended, or which belongs to another browser, so that the page can lead back
 * to it. null: the sign-in is unknown, was for our own site, or is older than a day.
 */
export async function findSiteOf(
  store: Store,
  { organisationId, handle }: { organisationId: number; handle: string },
): Promise<Client | null> {
  const row = await store.auth
    .selectFrom('authorize_request')
    .select('client_id')
    .where('request_hash', '=', hashSecret(handle))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row === undefined || row.client_id === null
    ? null
    : findClient(store, organisationId, row.client_id);
}

/**
 * The request that a browser started last. The request gets a new handle, because only the browser's pages contain the
 * first handle. null: no sign-in is in progress.
 */
export async function findLatestRequest(
  store: Store,
  { organisationId, interaction }: { organisationId: number; interaction: string },
  now: Date,
): Promise<PendingRequest | null> {
  const row = await store.auth
    .selectFrom('authorize_request')
    .selectAll()
    .where('visit_hash', '=', hashSecret(interaction))
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('request_hash')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { purpose } = toRequest(row);
  const handle = await startRequest(store, { organisationId, interaction, purpose, source: row.source }, now);
  return { handle, organisationId, purpose, startedAt: now, candidates: [], candidatesBy: null };
}

/** Proves that the chosen person is one of the people who matched. The proof is valid only while the choice is open. */
export function choiceProof(
  { handle, candidatesBy }: Pick<PendingRequest, 'handle' | 'candidatesBy'>,
  personId: number,
): Proof {
  return {
    method: candidatesBy,
    people: [personId],
    lock: async (transaction) => {
      // Changes no values. Only locks the row until the session is created.
      const row = await transaction
        .updateTable('authorize_request')
        .set({ candidates: sql`candidates` })
        .where('request_hash', '=', hashSecret(handle))
        .returning('candidates')
        .executeTakeFirst();
      return parseCandidates(row?.candidates ?? null).includes(personId) ? [personId] : [];
    },
  };
}

export async function setCandidates(
  auth: Kysely<AuthDatabase>,
  handle: string,
  candidates: readonly number[],
  method: SignInMethod | null = null,
): Promise<void> {
  await auth
    .updateTable('authorize_request')
    .set({ candidates: formatCandidates(candidates), amr: method })
    .where('request_hash', '=', hashSecret(handle))
    .execute();
}

/** After a sign-out, a page with an open choice between people must not sign anybody in. */
export async function closeChoices(store: Store, interaction: string): Promise<void> {
  await store.auth
    .updateTable('authorize_request')
    .set({ candidates: null })
    .where('visit_hash', '=', hashSecret(interaction))
    .where('candidates', 'is not', null)
    .execute();
}

/** If two calls end the request at the same time, only one gets true. */
export async function consumeRequest(store: Store, handle: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store.auth
    .updateTable('authorize_request')
    .set({ consumed_at: now.getTime(), candidates: null })
    .where('request_hash', '=', hashSecret(handle))
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The values of fields that an earlier release did not store. */
const ofEarlierReleases = {
  isOpenid: false,
  nonce: null,
  priorSession: null,
  hintedPersonId: null,
  ...noPromptParameters,
};

function toRequest(row: Selectable<AuthorizeRequestTable>): Omit<PendingRequest, 'handle'> {
  // This file wrote `parameters` as JSON in one of these two forms.
  const purpose: Purpose =
    row.client_id === null
      ? { clientId: null, path: JSON.parse(row.parameters) as string }
      : {
          clientId: row.client_id,
          authorize: {
            ...ofEarlierReleases,
            ...(JSON.parse(row.parameters) as AuthorizeRequest),
          },
        };
  return {
    organisationId: row.organisation_id,
    purpose,
    startedAt: new Date(row.created_at),
    candidates: parseCandidates(row.candidates),
    candidatesBy: row.amr,
  };
}
