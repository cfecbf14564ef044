/** Starts erasures in auth.db, and continues them after a crash (docs/decisions.md, J20). */
import { join } from 'node:path';
import type { Clock } from '@/lib/base/clock';
import { compactSqlite, vacuumPostgres } from '@/lib/store/sql/compact';
import { createAreaCentre } from '@/lib/store/area-centre';
import type { ErasureInProgressTable } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import type { Cause } from '@/lib/store/journal';
import { readErasureSubject } from '@/lib/store/erasure-subject';
import type { Tombstone } from '@/lib/store/tombstone';
import { withMembersWriter } from '@/lib/store/write';
import { eraseAccounts, findUnusedAddresses } from './erase-accounts';
import { eraseFiles } from './erase-files';
import { eraseRecords } from './erase-records';
import { readErasedFromDirectory, type ErasedFromDirectory } from './erased-from-directory';
import { ErasureError } from './erasure-error';
import {
  erasureRequestSchema,
  searchTermsSchema,
  type ErasureRequest,
  type SearchTerms,
} from './erasure-request';
import { appendErasures } from './erasures-file';

export interface ErasureServices {
  dataDir: string;
  clock: Clock;
  /** How long to wait for readers of SQLite's log. */
  waitMs?: number;
  /** Removes members from the directory's snapshot. Otherwise, the next start would show these members again. */
  forgetErased?: (erased: ErasedFromDirectory) => Promise<void>;
}

export interface NewErasure {
  organisationId: number;
  personId: number;
  request: ErasureRequest;
  cause: Cause;
  startedAt: Date;
}

/** Stores the erasure, so that the erasure is completed even after a crash. The person can no longer sign in. */
export async function beginErasure(
  store: Store,
  { organisationId, personId, request, cause, startedAt }: NewErasure,
): Promise<void> {
  const subject = await readErasureSubject(
    store.members,
    organisationId,
    request.repeats?.personIds ?? [personId],
  );
  const personIds = subject?.personIds ?? [personId];
  const searchTerms: SearchTerms = { emails: subject?.emails ?? [], names: subject?.names ?? [] };
  const row: ErasureInProgressTable = {
    organisation_id: organisationId,
    person_id: personId,
    started_at: startedAt.getTime(),
    actor_kind: cause.actor.kind,
    actor: cause.actor.id,
    reason: cause.reason,
    request: JSON.stringify(request),
    traces: JSON.stringify(searchTerms),
  };
  await store.auth.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('erasure_in_progress')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'person_id'])
          .doUpdateSet({ request: row.request, reason: row.reason }),
      )
      .execute();
    const erased = { organisationId, personIds, membershipIds: [], emailKeys: [] };
    await eraseAccounts(transaction, erased, { cause, now: startedAt });
  });
}

export interface SettledErasure {
  organisationId: number;
  personId: number;
  /** null: the erasure could not continue. */
  tombstone: Tombstone | null;
  /** false: the erasure continues later. */
  isComplete: boolean;
  problem: string | null;
}

/**
 * Completes erasures that were begun. Commands call this, and the server calls it before it answers requests and every
 * few seconds. Each step can be repeated.
 */
export async function settleErasures(store: Store, services: ErasureServices): Promise<SettledErasure[]> {
  const rows = await store.auth
    .selectFrom('erasure_in_progress')
    .selectAll()
    .orderBy('organisation_id')
    .orderBy('person_id')
    .execute();
  const settled: SettledErasure[] = [];
  for (const row of rows) settled.push(await eraseEverywhere(store, row, services));
  const done = settled.filter(({ tombstone }) => tombstone !== null);
  if (done.length === 0) return settled;
  const problem = await compact(store, services);
  for (const one of done) {
    one.problem = problem;
    one.isComplete = problem === null;
    if (one.isComplete) await inProgress(store, one).execute();
  }
  return settled;
}

/** The erasures that have begun and are not complete, in the order of their IDs. */
export async function findOpenErasures(
  store: Store,
  organisationId: number,
): Promise<{ personId: number; startedAt: Date }[]> {
  const rows = await store.auth
    .selectFrom('erasure_in_progress')
    .select(['person_id', 'started_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('person_id')
    .execute();
  return rows.map((row) => ({ personId: row.person_id, startedAt: new Date(row.started_at) }));
}

/** Makes all steps of the erasure, except that the database files are not rewritten. */
async function eraseEverywhere(
  store: Store,
  row: ErasureInProgressTable,
  { dataDir, clock, forgetErased }: ErasureServices,
): Promise<SettledErasure> {
  const { organisation_id: organisationId, person_id: personId } = row;
  const settled = { organisationId, personId, isComplete: false };
  const cause = toCause(row);
  const erasure = {
    organisationId,
    personId,
    erasedAt: new Date(row.started_at),
    request: erasureRequestSchema.parse(JSON.parse(row.request)),
  };
  try {
    const tombstone = await withMembersWriter(
      store,
      { organisationId, clock, areaCentre: createAreaCentre(dataDir), cause },
      (writer) => eraseRecords(writer, erasure),
    );
    if (row.traces !== null)
      await eraseOtherRecords(store, { tombstone, cause, dataDir, searchTerms: row.traces }, clock());
    for (const erased of await readErasedFromDirectory(store, [tombstone])) await forgetErased?.(erased);
    return { ...settled, tombstone, problem: null };
  } catch (error) {
    if (!(error instanceof ErasureError)) throw error;
    return { ...settled, tombstone: null, problem: error.message };
  }
}

async function eraseOtherRecords(
  store: Store,
  {
    tombstone,
    cause,
    dataDir,
    searchTerms,
  }: { tombstone: Tombstone; cause: Cause; dataDir: string; searchTerms: string },
  now: Date,
): Promise<void> {
  const { organisationId, personId, personIds, membershipIds } = tombstone;
  const { emails, names } = searchTermsSchema.parse(JSON.parse(searchTerms));
  const emailKeys = await findUnusedAddresses(store, { organisationId, emails, except: personIds });
  appendErasures(dataDir, [tombstone]);
  await eraseFiles(dataDir, { organisationId, personIds, names, emailKeys });
  await store.auth.transaction().execute(async (transaction) => {
    await eraseAccounts(transaction, { organisationId, personIds, membershipIds, emailKeys }, { cause, now });
    await transaction
      .updateTable('erasure_in_progress')
      .set({ traces: null })
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .execute();
  });
}

function inProgress(
  { auth }: Store,
  { organisationId, personId }: Pick<SettledErasure, 'organisationId' | 'personId'>,
) {
  return auth
    .deleteFrom('erasure_in_progress')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId);
}

const defaultWaitMs = 30_000;

/** @returns why the database files may still contain deleted data; null: they contain none */
async function compact(
  store: Store,
  { dataDir, waitMs = defaultWaitMs }: ErasureServices,
): Promise<string | null> {
  if (store.engine === 'postgres') {
    try {
      // Both databases are one on PostgreSQL.
      await vacuumPostgres(store.members);
      return null;
    } catch (error) {
      // The records are already erased, so a failed vacuum is not an error. The server limits the time of each
      // statement, so a long vacuum can fail there. Statements of a command have no time limit.
      return `PostgreSQL could not vacuum the tables: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  for (const name of ['auth.db', 'members.db']) {
    try {
      if (!(await compactSqlite(join(dataDir, name), { waitMs })))
        return `${name} cannot be rewritten while a long read uses it`;
    } catch (error) {
      // The records are erased already, so this is not an error. A full disk, for example, must not prevent the
      // server's start.
      return `${name} cannot be rewritten: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}

function toCause({ actor_kind, actor, reason }: ErasureInProgressTable): Cause {
  // Imports never erase a person, so `actor_kind` is never `import` here.
  const kind = actor_kind === 'import' ? 'command' : actor_kind;
  return { actor: { kind, id: actor }, reason };
}
