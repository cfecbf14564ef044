/**
 * Lists in two steps inside one consistent read: which records, in what order; then their documents, some hundreds at a
 * time, put together by the database. What the first step holds is one number for each record.
 */
import { sql, type ControlledTransaction, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Store } from './database';
import type { MembersDatabase } from './members-schema';

/** One place in a list. `distanceKm` null: no point was given. */
export interface Hit {
  id: number;
  distanceKm: number | null;
}

/** A list that is being read. `close` must be called; reading after it fails. */
export interface OpenList {
  /** How many records fit the filter, on this page and off it. */
  total: number;
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** The records as JSON, some hundreds at a time, separated by commas; null at the end. */
  read(): Promise<Uint8Array | string | null>;
  close(): Promise<void>;
}

/** Documents read at once: some 400 kB, so that a slow reader holds little. */
const documentsAtOnce = 500;

/** Starts a read-only transaction, and ends it when `open` fails. */
export async function openRead<T>(
  store: Store,
  open: (db: ControlledTransaction<MembersDatabase>) => Promise<T>,
) {
  const db = await store.members
    .startTransaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute();
  try {
    return await open(db);
  } catch (error) {
    await db.rollback().execute();
    throw error;
  }
}

/** The open list of these hits. `documents` reads the JSON of some of them, in order, separated by commas. */
export function openList(
  db: ControlledTransaction<MembersDatabase>,
  { hits, total, next }: { hits: readonly Hit[]; total: number; next: string | null },
  documents: (hits: readonly Hit[]) => Promise<Uint8Array | string>,
): OpenList {
  let position = 0;
  return {
    total,
    next,
    read: async () => {
      if (position >= hits.length) return null;
      const some = hits.slice(position, position + documentsAtOnce);
      position += some.length;
      return documents(some);
    },
    close: async () => {
      if (!db.isCommitted && !db.isRolledBack) await db.rollback().execute();
    },
  };
}

/** Which records of a list: its tables, the column of their IDs and what they must be. */
export interface IdsQuery {
  from: RawBuilder<unknown>;
  id: RawBuilder<number>;
  condition: RawBuilder<SqlBool>;
  /** The condition leaves few records: they are found first and then ordered. */
  isNarrowed: boolean;
  after: number;
  limit: number | null;
}

/** The IDs that fit, in order, above `after`, at most `limit`. */
export function selectIds({
  from,
  id,
  condition,
  isNarrowed,
  after,
  limit,
}: IdsQuery): RawBuilder<{ id: number }> {
  const above = after === 0 ? sql`` : sql`and ${id} > ${after}`;
  const end = limit === null ? sql`` : sql`limit ${limit}`;
  // A unary plus keeps SQLite from walking all records for the sake of their order.
  const order = isNarrowed ? sql`+${id}` : id;
  return sql`select ${id} as id from ${from} where ${condition} ${above} order by ${order} ${end}`;
}

/** What `selectIds` finds, packed into one text on the way: rows of their own cost ten times as much. */
export async function readIds(
  db: Kysely<MembersDatabase>,
  engine: Store['engine'],
  query: IdsQuery,
): Promise<number[]> {
  const packed =
    engine === 'sqlite' ? sql`group_concat(id, ',')` : sql`string_agg(id::text, ',' order by id)`;
  const text = sql<{ ids: string | null }>`select ${packed} as ids from (${selectIds(query)}) as hit`;
  const { rows } = await text.execute(db);
  return rows[0]?.ids?.split(',').map(Number) ?? [];
}

/** Totals kept for each store; a page would else cost as much as counting the whole list. */
const maxTotals = 1000;
const totals = new WeakMap<Store, Map<string, number>>();

/**
 * How many records fit. `key` names the version of the data, the day and the filter: the same list is counted once,
 * and not again for each of its pages.
 */
export async function countRecords(
  db: Kysely<MembersDatabase>,
  query: { store: Store; key: readonly unknown[]; from: RawBuilder<unknown>; condition: RawBuilder<SqlBool> },
): Promise<number> {
  const known = totals.get(query.store) ?? new Map<string, number>();
  totals.set(query.store, known);
  const key = JSON.stringify(query.key);
  const counted = known.get(key);
  if (counted !== undefined) return counted;
  const text = sql<{ n: number }>`select count(*) as n from ${query.from} where ${query.condition}`;
  const total = (await text.execute(db)).rows[0]?.n ?? 0;
  const [oldest] = known.keys();
  if (known.size >= maxTotals && oldest !== undefined) known.delete(oldest);
  known.set(key, total);
  return total;
}

/**
 * Documents of hits, in their order, joined by commas: bytes from SQLite, which need no decoding, text from PostgreSQL.
 * `from` is joined to `e` with its columns `id` and `distance` (text or null). SQLite promises to take a cross join's left
 * side in the outer loop, so the hits keep their order without being sorted, which would take as long as the reading.
 */
export async function readDocuments(
  db: Kysely<MembersDatabase>,
  engine: Store['engine'],
  query: { hits: readonly Hit[]; from: RawBuilder<unknown>; document: RawBuilder<string> },
): Promise<Uint8Array | string> {
  const { hits, from, document } = query;
  const distances = hits.map((hit) => hit.distanceKm?.toFixed(3) ?? null);
  const text =
    engine === 'sqlite'
      ? sql`select cast(group_concat(${document}, ',') as blob) as documents
          from (select value ->> 0 as id, value ->> 1 as distance
            from json_each(${JSON.stringify(hits.map((hit, index) => [hit.id, distances[index]]))})) as e
          cross join ${from}`
      : sql`select string_agg(${document}, ',' order by e.position) as documents
          from unnest(${hits.map((hit) => hit.id)}::bigint[], ${distances}::text[]) with ordinality
            as e(id, distance, position)
          join ${from}`;
  const { rows } = await sql<{ documents: Uint8Array | string | null }>`${text}`.execute(db);
  return rows[0]?.documents ?? '';
}
