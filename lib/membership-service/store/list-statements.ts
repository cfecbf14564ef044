/** The statements that lists are read with. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { concatenated } from './document-sql';
import type { Hit } from './list';
import type { ListQuestion } from './list-question';
import { organisationId } from './members-conditions';
import { prepareStatement, slot } from './statement';

/** What a list is made of. */
export interface ListSource {
  /** The tables in which its records are found, the column of their IDs, and what they, or those of a range, must be. */
  from: (question: ListQuestion) => RawBuilder<unknown>;
  id: RawBuilder<number>;
  condition: (
    question: ListQuestion,
    isInRange?: (id: RawBuilder<unknown>) => RawBuilder<SqlBool>,
  ) => RawBuilder<SqlBool>;
  /** Whether the condition leaves few records: they are found first and then ordered. */
  isNarrowed: (question: ListQuestion) => boolean;
  /** Whether of those few a range of IDs is found faster than all. Then its IDs are those of `membership`. */
  hasRanges: (question: ListQuestion) => boolean;
  pieces: (question: ListQuestion) => RawBuilder<unknown>[];
  /** The tables of `pieces`, joined to `e` with its columns `id` and `distance` (text or null). */
  joined: RawBuilder<unknown>;
  /** What is kept of the tables besides the ID where records are found and read at once, under which name, and what is joined to it. */
  found: { columns: RawBuilder<unknown>; as: RawBuilder<unknown>; joined: RawBuilder<unknown> };
}

/** So many records, or their IDs, by one statement, which is a consistent read by itself. */
export interface PartQuestion extends ListQuestion {
  atMost: number;
}

export interface Part {
  /** How many there are, up to one more than asked for. */
  found: number;
  /** JSON, separated by commas: bytes from SQLite, which need no decoding, text from PostgreSQL; null of none. */
  documents: Uint8Array | string | null;
}

/** The IDs behind `after` up to this one. */
export interface RangeQuestion extends ListQuestion {
  upTo: number;
}

export interface PageQuestion extends PartQuestion {
  /** Whether to count how many fit, with those before and behind. */
  countsAll: boolean;
}

export interface PagePart extends Part {
  total: number | null;
  lastId: number | null;
}

/** The documents of these hits. */
export interface HitsQuestion extends ListQuestion {
  hits: readonly Hit[];
}

/** The statements of one kind of list. */
export function prepareList(name: string, source: ListSource) {
  return {
    name,
    readShort: prepareStatement((question: PartQuestion) => selectShort(source, question)),
    readPage: prepareStatement((question: PageQuestion) => selectPage(source, question)),
    isNarrowed: source.isNarrowed,
    hasRanges: source.hasRanges,
    readIds: prepareStatement((question: PartQuestion) => selectIds(source, question)),
    readRangeEnd: prepareStatement<PartQuestion, { id: number | null }>(selectRangeEnd),
    readRange: prepareStatement((question: RangeQuestion) => selectRange(source, question)),
    readHits: prepareStatement((question: HitsQuestion) => selectHits(source, question)),
  };
}

export type ListStatements = ReturnType<typeof prepareList>;

// Of a bare parameter SQLite's planner looks at the value, and plans again whenever one is bound: that takes longer than
// reading a short list. Of a sum it does not.
const limit = sql`${slot(({ atMost }: PartQuestion) => atMost)} + 0`;
const limitAndOne = sql`${slot(({ atMost }: PartQuestion) => atMost)} + 1`;
const after = slot(({ after }: ListQuestion) => after);
const upTo = slot(({ upTo }: RangeQuestion) => upTo);

/** The whole list if it is short; of a longer one some records, which are not for reading. */
function selectShort(source: ListSource, question: PartQuestion): RawBuilder<Part> {
  const { pieces, found } = source;
  const document = concatenated(pieces(question));
  const [text, ordered] = [sql`','`, sql`order by ${found.as}.id`];
  const documents =
    question.engine === 'sqlite'
      ? sql`cast(group_concat(${document}, ${text} ${ordered}) as blob)`
      : sql`string_agg(${document}, ${text} ${ordered})`;
  return sql`select count(*) as found, ${documents} as documents
    from (${select(source, question)} limit ${limitAndOne}) as ${found.as} ${joins[question.engine]} ${found.joined}`;
}

function selectPage(source: ListSource, question: PageQuestion): RawBuilder<PagePart> {
  const { from, condition, found, pieces } = source;
  const { engine, countsAll } = question;
  const total = sql`(select count(*) from ${from(question)} where ${condition(question)})`;
  return sql`with hit as materialized (${select(source, question)} limit ${limitAndOne})
    select (select count(*) from hit) as found, ${countsAll ? total : sql`null`} as total,
      max(${found.as}.id) as "lastId", ${joinedByCommas(engine, pieces(question), sql`${found.as}.id`)} as documents
    from (select * from hit order by id limit ${limit}) as ${found.as} ${joins[engine]} ${found.joined}`;
}

/** The records behind `after` that fit; in order for a page, because a whole list is put in order afterwards. */
function select(source: ListSource, question: ListQuestion): RawBuilder<unknown> {
  const { from, id, condition, found } = source;
  const behind = question.after === 0 ? sql`` : sql`and ${id} > ${after}`;
  const ordered = question.size === null ? sql`` : orderedById(source, question);
  return sql`select ${id} as id, ${found.columns} from ${from(question)} where ${condition(question)} ${behind} ${ordered}`;
}

/** A unary plus keeps SQLite from walking all records for the sake of their order. */
function orderedById({ id, isNarrowed }: ListSource, question: ListQuestion): RawBuilder<unknown> {
  return isNarrowed(question) && question.engine === 'sqlite' ? sql`order by +${id}` : sql`order by ${id}`;
}

/** The next IDs that fit, in order. */
function selectIds(source: ListSource, question: PartQuestion): RawBuilder<PackedIds> {
  const { from, id, condition } = source;
  return packed(
    question,
    sql`select ${id} as id from ${from(question)} where ${condition(question)} and ${id} > ${after}
      ${orderedById(source, question)} limit ${limit}`,
  );
}

/** The last ID of the next `atMost` memberships, whether or not they fit; null when there are no more. */
function selectRangeEnd(): RawBuilder<{ id: number | null }> {
  return sql`select max(id) as id from (select m.id as id from membership m
    where m.organisation_id = ${organisationId} and m.id > ${after} order by m.id limit ${limit}) as part`;
}

/** The IDs of a range that fit, in order. */
function selectRange(source: ListSource, question: RangeQuestion): RawBuilder<PackedIds> {
  const { from, condition } = source;
  const isInRange = (id: RawBuilder<unknown>) => sql<SqlBool>`${id} > ${after} and ${id} <= ${upTo}`;
  return packed(
    question,
    sql`select ${source.id} as id from ${from(question)} where ${condition(question, isInRange)}
      ${orderedById(source, question)}`,
  );
}

interface PackedIds {
  /** Separated by commas; null: none. */
  ids: string | null;
}

/** IDs packed into one text on the way: rows of their own cost ten times as much. */
function packed({ engine }: ListQuestion, ids: RawBuilder<unknown>): RawBuilder<PackedIds> {
  const text = engine === 'sqlite' ? sql`group_concat(id, ',')` : sql`string_agg(id::text, ',' order by id)`;
  return sql`select ${text} as ids from (${ids}) as hit`;
}

/** Documents in the order of the hits. */
function selectHits(
  { joined, pieces }: ListSource,
  question: HitsQuestion,
): RawBuilder<{ documents: Uint8Array | string | null }> {
  const { engine } = question;
  const documents = joinedByCommas(engine, pieces(question), sql`e.position`);
  return sql`select ${documents} as documents from ${hitsTable[engine]} ${joins[engine]} ${joined}`;
}

/** SQLite promises to take a cross join's left side in the outer loop; PostgreSQL decides by itself. */
const joins = { sqlite: sql`cross join`, postgres: sql`join` };

const hitsTable = {
  sqlite: sql`(select value ->> 0 as id, value ->> 1 as distance from json_each(${slot(
    ({ hits }: HitsQuestion) => JSON.stringify(hits.map((hit) => [hit.id, toDistance(hit)])),
  )})) as e`,
  postgres: sql`unnest(${slot(({ hits }: HitsQuestion) => hits.map((hit) => hit.id))}::bigint[],
    ${slot(({ hits }: HitsQuestion) => hits.map(toDistance))}::text[]) with ordinality as e(id, distance, position)`,
};

/** `order` is that of `e` already, and SQLite keeps it: sorting documents takes as long as reading them. */
function joinedByCommas(
  engine: ListQuestion['engine'],
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
