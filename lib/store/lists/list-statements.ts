import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { concatenated } from './document-sql';
import type { Hit } from './list';
import type { ListQuery } from './list-query';
import { organisationId } from './id-lists';
import { prepareStatement, slot } from '@/lib/store/statement';

export interface ListSource {
  /**
   * `from`: the tables of the records. `id`: the column of their IDs. `condition`: selects the matching records, among
   * all of them or in a range of IDs.
   */
  from: (query: ListQuery) => RawBuilder<unknown>;
  id: RawBuilder<number>;
  condition: (
    question: ListQuery,
    isInRange?: (id: RawBuilder<unknown>) => RawBuilder<SqlBool>,
  ) => RawBuilder<SqlBool>;
  /** The condition leaves few records. They are found first, and sorted afterwards. */
  isNarrowed: (question: ListQuery) => boolean;
  /**
   * The source from which a page reads records in order of ID. The page then reads no more records than it needs. null:
   * there is no such source.
   */
  inOrder: (question: ListQuery) => OrderedSource | null;
  /**
   * Says whether finding the records in one range of IDs is faster than finding all records. Used only if `isNarrowed`
   * is true. If `hasRanges` is true, `id` must be the ID of `membership`.
   */
  hasRanges: (question: ListQuery) => boolean;
  pieces: (question: ListQuery) => RawBuilder<unknown>[];
  /**
   * The tables of `pieces`. Each table has at most one row for each found row. The found rows are `e`, with the columns
   * `id` and `distance`.
   */
  joined: readonly JoinedTable[];
}

/** A table in a join. For each row of the tables before it, `on` finds at most one row of this table. */
export interface JoinedTable {
  table: RawBuilder<unknown>;
  as: RawBuilder<unknown>;
  on: RawBuilder<unknown>;
}

/** A page uses `from` and `condition` of this source instead of those of `ListSource`. */
export interface OrderedSource {
  from: RawBuilder<unknown>;
  condition: RawBuilder<SqlBool>;
  /** Empty: the first table is read in order of ID, and SQLite preserves that order. */
  order: RawBuilder<unknown>;
}

/**
 * Asks for at most `atMost` records or IDs. One statement reads all of these records or IDs, so the result is
 * consistent.
 */
export interface PartQuery extends ListQuery {
  atMost: number;
}

export interface Part {
  /** The number of matches. If there are more matches than requested, this is one more than the requested number. */
  found: number;
  /** JSON, separated by commas. SQLite gives bytes, which need no decoding; PostgreSQL gives text. null: no records. */
  documents: Uint8Array | string | null;
}

/** The range begins after the ID `after` and ends with `upTo`. */
export interface RangeQuery extends ListQuery {
  upTo: number;
}

export interface PageQuery extends PartQuery {
  /** Whether all matches are counted, including those before and after the page. */
  countsAll: boolean;
}

export interface PagePart extends Part {
  total: number | null;
  lastId: number | null;
}

export interface HitsQuery extends ListQuery {
  hits: readonly Hit[];
}

export const documentOfMember: JoinedTable = {
  table: sql`membership_document`,
  as: sql`d`,
  on: sql`d.organisation_id = m.organisation_id and d.membership_id = m.id`,
};

export function prepareList(name: string, source: ListSource) {
  return {
    name,
    readShort: prepareStatement((query: PartQuery) => selectShort(source, query)),
    readPage: prepareStatement((question: PageQuery) => selectPage(source, question)),
    isNarrowed: source.isNarrowed,
    hasRanges: source.hasRanges,
    readIds: prepareStatement((question: PartQuery) => selectIds(source, question)),
    readRangeEnd: prepareStatement<PartQuery, { id: number | null }>(selectRangeEnd),
    readRange: prepareStatement((question: RangeQuery) => selectRange(source, question)),
    readHits: prepareStatement((question: HitsQuery) => selectHits(source, question)),
  };
}

export type ListStatements = ReturnType<typeof prepareList>;

// If the limit is only a parameter, SQLite makes a new plan for each value. That takes longer than reading a short
// list. If the limit is a sum, SQLite makes one plan for all values.
const limit = sql`${slot(({ atMost }: PartQuery) => atMost)} + 0`;
const limitAndOne = sql`${slot(({ atMost }: PartQuery) => atMost)} + 1`;
export const after = slot(({ after }: ListQuery) => after);
const upTo = slot(({ upTo }: RangeQuery) => upTo);

/** Selects the whole list if the list is short. Otherwise, selects only some of its records, which must not be used. */
function selectShort(source: ListSource, query: PartQuery): RawBuilder<Part> {
  const { pieces, joined } = source;
  const document = concatenated(pieces(query));
  const [text, ordered] = [sql`','`, sql`order by e.id`];
  const documents =
    query.engine === 'sqlite'
      ? sql`cast(group_concat(${document}, ${text} ${ordered}) as blob)`
      : sql`string_agg(${document}, ${text} ${ordered})`;
  return sql`select count(*) as found, ${documents} as documents
    from (${select(source, query)} limit ${limitAndOne}) as e ${joining(query, joined)}`;
}

function selectPage(source: ListSource, query: PageQuery): RawBuilder<PagePart> {
  const { from, condition, joined, pieces } = source;
  const { engine, countsAll } = query;
  const total = sql`(select count(*) from ${from(query)} where ${condition(query)})`;
  return sql`with hit as materialized (${select(source, query)} limit ${limitAndOne})
    select (select count(*) from hit) as found, ${countsAll ? total : sql`null`} as total,
      max(e.id) as "lastId", ${joinedByCommas(engine, pieces(query), sql`e.id`)} as documents
    from (select * from hit order by id limit ${limit}) as e ${joining(query, joined)}`;
}

/**
 * Selects the records with an ID above `after`. Only their IDs are read, because an index may have all that the
 * condition needs: with 80,000 matches, a page then takes 20 ms instead of 200 ms. If a page is requested, the records are sorted here. A whole list is
 * sorted later.
 */
function select(source: ListSource, query: ListQuery): RawBuilder<unknown> {
  const { id } = source;
  const behind = query.after === 0 ? sql`` : sql`and ${id} > ${after}`;
  const { from, condition, order } = (query.size === null ? null : source.inOrder(query)) ?? {
    from: source.from(query),
    condition: source.condition(query),
    order: query.size === null ? sql`` : orderedById(source, query),
  };
  return sql`select ${id} as id, cast(null as text) as distance from ${from} where ${condition} ${behind} ${order}`;
}

/** The unary plus keeps SQLite from scanning all records in order. */
function orderedById({ id, isNarrowed }: ListSource, query: ListQuery): RawBuilder<unknown> {
  return isNarrowed(query) && query.engine === 'sqlite' ? sql`order by +${id}` : sql`order by ${id}`;
}

/** The next matching IDs, in order. */
function selectIds(source: ListSource, query: PartQuery): RawBuilder<PackedIds> {
  const { from, id, condition } = source;
  return packed(
    query,
    sql`select ${id} as id from ${from(query)} where ${condition(query)} and ${id} > ${after}
      ${orderedById(source, query)} limit ${limit}`,
  );
}

/** The last ID of the next `atMost` memberships, matching or not. null: there are no more. */
function selectRangeEnd(): RawBuilder<{ id: number | null }> {
  return sql`select max(id) as id from (select m.id as id from membership m
    where m.organisation_id = ${organisationId} and m.id > ${after} order by m.id limit ${limit}) as part`;
}

/** Selects the matching IDs in a range, in order. */
function selectRange(source: ListSource, query: RangeQuery): RawBuilder<PackedIds> {
  const { from, condition } = source;
  const isInRange = (id: RawBuilder<unknown>) => sql<SqlBool>`${id} > ${after} and ${id} <= ${upTo}`;
  return packed(
    query,
    sql`select ${source.id} as id from ${from(query)} where ${condition(query, isInRange)}
      ${orderedById(source, query)}`,
  );
}

interface PackedIds {
  /** Separated by commas. null: none. */
  ids: string | null;
}

/** Packs the IDs into one text, because separate rows cost ten times as much. */
function packed({ engine }: ListQuery, ids: RawBuilder<unknown>): RawBuilder<PackedIds> {
  const text = engine === 'sqlite' ? sql`group_concat(id, ',')` : sql`string_agg(id::text, ',' order by id)`;
  return sql`select ${text} as ids from (${ids}) as hit`;
}

/** Documents in the order of the hits, and the version of the data. */
function selectHits(
  { joined, pieces }: ListSource,
  query: HitsQuery,
): RawBuilder<{ documents: Uint8Array | string | null; version: number }> {
  const { engine } = query;
  const documents = joinedByCommas(engine, pieces(query), sql`e.position`);
  const version = sql`(select version from organisation where id = ${organisationId})`;
  return sql`select ${documents} as documents, ${version} as version from ${hitsTable[engine]} ${joining(query, joined)}`;
}

/**
 * Finds the row of each table by its key. SQLite guarantees that a cross join's left side is the outer loop. With up to
 * about ten thousand members, PostgreSQL would read whole tables for each part of a list; `offset 0` prevents that.
 */
function joining({ engine }: ListQuery, tables: readonly JoinedTable[]): RawBuilder<unknown> {
  const joins = tables.map(({ table, as, on }) =>
    engine === 'sqlite'
      ? sql`cross join ${table} ${as} on ${on}`
      : sql`join lateral (select * from ${table} ${as} where ${on} offset 0) as ${as} on true`,
  );
  return sql.join(joins, sql` `);
}

const hitsTable = {
  sqlite: sql`(select value ->> 0 as id, value ->> 1 as distance from json_each(${slot(
    ({ hits }: HitsQuery) => JSON.stringify(hits.map((hit) => [hit.id, toDistance(hit)])),
  )})) as e`,
  postgres: sql`unnest(${slot(({ hits }: HitsQuery) => hits.map((hit) => hit.id))}::bigint[],
    ${slot(({ hits }: HitsQuery) => hits.map(toDistance))}::text[]) with ordinality as e(id, distance, position)`,
};

/**
 * SQLite does not sort the documents, because sorting takes as long as reading. The rows are already in `order`, and
 * SQLite preserves this order.
 */
function joinedByCommas(
  engine: ListQuery['engine'],
  pieces: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): RawBuilder<Uint8Array | string | null> {
  const document = concatenated(pieces);
  return engine === 'sqlite'
    ? sql`cast(group_concat(${document}, ',') as blob)`
    : sql`string_agg(${document}, ',' order by ${order})`;
}

function toDistance({ distanceKm }: Hit): string | null {
  return distanceKm?.toFixed(3) ?? null;
}
