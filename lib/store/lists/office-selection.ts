/**
 * Decides which members are on the office's list. If a filter leaves few members, its index finds them first, and they
 * are then sorted. Otherwise, members are read in the list's order and checked one by one, and a page is soon full.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { z } from 'zod';
import { isTextField } from '@/lib/contract/fields/office-fields';
import type { BeginningName } from '@/lib/contract/office-members';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import {
  soughtInAnswer,
  soughtInField,
  soughtInOwnField,
  type WordField,
} from '@/lib/store/words/field-words';
import { toSoughtWords } from '@/lib/store/words/sought-words';
import { indexKey } from '@/lib/store/sql/index-key';
import { isPostgres } from '@/lib/store/sql/prepared-query';
import { allOf } from './members-conditions';
import {
  conditionsOf,
  lookupsOf,
  peopleCondition,
  type Lookup,
  type SelectionRequest,
  type SoughtWord,
} from './office-conditions';
import { fewMatches, findWords } from './office-words';

type Db = Kysely<MembersDatabase>;
type Condition = RawBuilder<SqlBool>;

export interface Selection {
  from: RawBuilder<unknown>;
  where: Condition;
  /** At least this many members match. 0: unknown. */
  atLeast: number;
}

export async function selectMembers(db: Db, request: SelectionRequest): Promise<Selection> {
  const parts = await readAnswers(db, request);
  const sought = [...wordsOf(request), ...(parts?.sought ?? [])];
  // Nobody matches if the filter names a question that the caller is not allowed to know. Nobody matches a text that
  // has only punctuation either.
  if (parts === null || sought.includes(null)) return nobody;
  const words = sought.filter((word) => word !== null);
  const found = await findWords(db, { day: request.day, sought: words });
  const lookups = [...parts.lookups, ...lookupsOf(db, request)];
  const few = found.ids === null ? await findFewBy(db, lookups) : null;
  const ids = found.ids ?? few?.ids ?? null;
  const from = ids === null ? sql`membership m` : membersWith(db, ids);
  // Members that were found by a lookup already meet the condition of that lookup. So the statement does not repeat the
  // condition.
  const left = lookups.filter((lookup) => lookup !== few?.by).map(({ condition }) => condition);
  const conditions = [...conditionsOf(request), peopleCondition(db, request), ...left];
  // The condition on the organisation is always present.
  const hasOnlyWords = lookups.length === 0 && conditions.filter((one) => one !== null).length === 1;
  return { from, where: allOf([...conditions, ...found.words]), atLeast: hasOnlyWords ? found.atLeast : 0 };
}

const nobody: Selection = { from: sql`membership m`, where: sql`false`, atLeast: 0 };

const wordFields = {
  MembershipNumber: 'number',
  Title: 'title',
  Suburb: 'suburb',
  Postcode: 'postcode',
  Phone: 'phone',
  Street: 'street',
  MailingAddress: 'mail',
} satisfies Partial<Record<BeginningName, WordField>>;

/**
 * Returns the beginnings of words that a matching member must have. The search and some filters have texts. For a text
 * without any word, the list has a null, and then no member matches.
 */
function wordsOf({ filter, seen }: SelectionRequest): (SoughtWord | null)[] {
  const { search, beginnings } = filter;
  const inFields = Object.entries(wordFields).flatMap(([name, field]) => {
    // The keys are those of the object above.
    const text = beginnings[name as keyof typeof wordFields];
    return text === undefined ? [] : orNull(soughtInField(field, text), null);
  });
  const inOwn = filter.own.flatMap(({ field, value }) =>
    isTextField(field) ? orNull(soughtInOwnField(field.name, String(value)), null) : [],
  );
  return [...(search === null ? [] : orNull(toSoughtWords(search), seen.words)), ...inFields, ...inOwn];
}

function orNull(words: readonly string[], kinds: number | null): (SoughtWord | null)[] {
  return words.length === 0 ? [null] : words.map((word) => ({ word, kinds }));
}

interface AnswerParts {
  sought: (SoughtWord | null)[];
  lookups: Lookup[];
}

const optionsSchema = z.array(z.string());

/**
 * If an answer in the filter is an option, the whole answer is compared. Other answers are compared by their words.
 * null: the question in the filter does not exist, or the caller is not allowed to know it.
 */
async function readAnswers(db: Db, { filter, day, seen }: SelectionRequest): Promise<AnswerParts | null> {
  const parts: AnswerParts = { sought: [], lookups: [] };
  for (const { extraId, answer } of filter.answers) {
    const extra = await db
      .selectFrom('extra')
      .select(['options', 'options_from_answers', 'is_admin_only'])
      .where('organisation_id', '=', day.organisationId)
      .where('id', '=', extraId)
      .executeTakeFirst();
    if (extra === undefined || !seen.seesExtra(extraId, extra.is_admin_only === 1)) return null;
    const options = [extra.options, extra.options_from_answers].flatMap((json) =>
      optionsSchema.parse(JSON.parse(json)),
    );
    if (!options.includes(answer)) parts.sought.push(...orNull(soughtInAnswer(extraId, answer), null));
    else {
      const select = sql`select membership_id as id from answer where organisation_id = ${day.organisationId}
        and extra_id = ${extraId} and answer_key = ${indexKey(answer)}`;
      parts.lookups.push({ select, condition: sql`m.id in (${select})` });
    }
  }
  return parts;
}

interface FewMembers {
  ids: number[];
  by: Lookup;
}

/** The members of the first lookup that finds few. null: all lookups find many. */
async function findFewBy(db: Db, lookups: readonly Lookup[]): Promise<FewMembers | null> {
  for (const by of lookups) {
    const { rows } = await sql<{ id: number }>`${by.select} limit ${fewMatches + 1}`.execute(db);
    if (rows.length <= fewMatches) return { ids: [...new Set(rows.map(({ id }) => id))], by };
  }
  return null;
}

/**
 * The rows of `membership` with these IDs. On SQLite, `cross join` makes the query begin with the IDs. Otherwise SQLite
 * would read all members in the order of the list.
 */
function membersWith(db: Db, ids: number[]): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`unnest(cast(${ids} as bigint[])) e(id) join membership m on m.id = e.id`
    : sql`json_each(${JSON.stringify(ids)}) e cross join membership m on m.id = e.value`;
}
