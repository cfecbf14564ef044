/**
 * Decides which members are on the office's list. If a filter leaves few members, its index finds them first, and they
 * are then sorted. Otherwise members are read in the list's order and compared, and a page is soon full.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { BeginningName, OfficeMembersFilter } from '@/lib/membership-api/office-members';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import { soughtInAnswer, soughtInField, type WordField } from '@/lib/membership-words/field-words';
import { toSoughtWords } from '@/lib/membership-words/sought-words';
import { indexKey } from '@/lib/sql/index-key';
import { isPostgres } from '@/lib/sql/prepared-query';
import { allOf } from './members-conditions';
import { conditionsOf, seatCondition, type SelectionRequest } from './office-conditions';
import { fewMatches, findWords } from './office-words';

type Db = Kysely<MembersDatabase>;
type Condition = RawBuilder<SqlBool>;

export interface Selection {
  from: RawBuilder<unknown>;
  where: Condition;
}

/** The condition for the listed members, and the rows among which they are looked for. */
export async function selectMembers(db: Db, request: SelectionRequest): Promise<Selection> {
  const parts = await readAnswers(db, request);
  const sought = [...wordsOf(request.filter), ...(parts?.sought ?? [])];
  // The filter is by a question that the caller may not see, or by punctuation only.
  if (parts === null || sought.includes(null)) return nobody;
  const words = sought.filter((word) => word !== null);
  const found = await findWords(db, { ...request, sought: words });
  const ids = found.ids ?? (await findFewBy(db, [...parts.selects, ...rareSelects(request)]));
  const from = ids === null ? sql`membership m` : membersWith(db, ids);
  const answered = parts.selects.map((select): Condition => sql`m.id in (${select})`);
  return { from, where: allOf([...conditionsOf(db, request), ...answered, ...found.words]) };
}

const nobody: Selection = { from: sql`membership m`, where: sql`false` };

/** Filters that look for words of one field. */
const wordFields = {
  MembershipNumber: 'number',
  Title: 'title',
  Suburb: 'suburb',
  Postcode: 'postcode',
  Phone: 'phone',
  Street: 'street',
  MailingAddress: 'mail',
} satisfies Partial<Record<BeginningName, WordField>>;

/** The beginnings of words that a member's fields must contain. null: no member has them. */
function wordsOf({ search, beginnings }: OfficeMembersFilter): (string | null)[] {
  const inFields = Object.entries(wordFields).flatMap(([name, field]) => {
    // The keys are those of the object above.
    const text = beginnings[name as keyof typeof wordFields];
    return text === undefined ? [] : orNull(soughtInField(field, text));
  });
  return [...(search === null ? [] : orNull(toSoughtWords(search))), ...inFields];
}

function orNull(words: readonly string[]): (string | null)[] {
  return words.length === 0 ? [null] : [...words];
}

interface AnswerParts {
  sought: (string | null)[];
  /** The memberships of those who have chosen an option. */
  selects: RawBuilder<unknown>[];
}

const optionsSchema = z.array(z.string());

/**
 * Options are compared as a whole, and other answers word by word. null: the caller may not see one of the questions.
 */
async function readAnswers(db: Db, { filter, day, isReader }: SelectionRequest): Promise<AnswerParts | null> {
  const parts: AnswerParts = { sought: [], selects: [] };
  for (const { extraId, answer } of filter.answers) {
    const extra = await db
      .selectFrom('extra')
      .select(['options', 'options_from_answers', 'is_admin_only'])
      .where('organisation_id', '=', day.organisationId)
      .where('id', '=', extraId)
      .executeTakeFirst();
    if (extra === undefined || (isReader && extra.is_admin_only === 1)) return null;
    const options = [extra.options, extra.options_from_answers].flatMap((json) =>
      optionsSchema.parse(JSON.parse(json)),
    );
    if (!options.includes(answer)) parts.sought.push(...orNull(soughtInAnswer(extraId, answer)));
    else
      parts.selects
        .push(sql`select membership_id as id from answer where organisation_id = ${day.organisationId}
        and extra_id = ${extraId} and answer_key = ${indexKey(answer)}`);
  }
  return parts;
}

/** Members who owe something, and members of committees, are usually few. */
function rareSelects({ filter, day }: SelectionRequest): RawBuilder<unknown>[] {
  const { owedFrom, owedTo, committee } = filter;
  const of = day.organisationId;
  const selects: RawBuilder<unknown>[] = [];
  if (committee !== null)
    selects.push(sql`select m.id from committee_seat s join membership m on m.organisation_id = s.organisation_id
      and m.person_id = s.person_id where ${seatCondition(committee, day)}`);
  if (owedFrom !== null && owedFrom > 0)
    selects.push(sql`select id from membership where organisation_id = ${of}
      and amount_outstanding_thousandths > 0 and amount_outstanding_thousandths >= ${owedFrom}
      ${owedTo === null ? sql`` : sql`and amount_outstanding_thousandths <= ${owedTo}`}`);
  return selects;
}

/** The members of the first short list. null: all lists are long. */
async function findFewBy(db: Db, selects: readonly RawBuilder<unknown>[]): Promise<number[] | null> {
  for (const select of selects) {
    const { rows } = await sql<{ id: number }>`${select} limit ${fewMatches + 1}`.execute(db);
    if (rows.length <= fewMatches) return [...new Set(rows.map(({ id }) => id))];
  }
  return null;
}

/** `cross join` keeps SQLite from reading all members in their order instead. */
function membersWith(db: Db, ids: number[]): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`unnest(cast(${ids} as bigint[])) e(id) join membership m on m.id = e.id`
    : sql`json_each(${JSON.stringify(ids)}) e cross join membership m on m.id = e.value`;
}
