import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { MemberWords } from '@/lib/membership-words/member-words';
import { compileByIds, isPostgres } from '@/lib/sql/prepared-query';
import { toJson } from './upsert';

/** The words of a membership. */
export interface WrittenWords {
  membershipId: number;
  words: Pick<MemberWords, 'open' | 'hidden'>;
}

/** Writes the words of members in place of the earlier ones. @param replaced the members that may have earlier words */
export async function writeWords(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { replaced, written }: { replaced: readonly number[]; written: readonly WrittenWords[] },
): Promise<void> {
  await deleteWords(db, organisationId, replaced);
  if (written.length === 0) return;
  for (const kind of ['open', 'hidden'] as const) {
    const lists = Object.fromEntries(written.map(({ membershipId, words }) => [membershipId, words[kind]]));
    await insertWords(db, organisationId, { lists, isPrivate: kind === 'hidden' ? 1 : 0 });
  }
}

/** All words are one JSON text, because a parameter for each value takes twice as long. */
async function insertWords(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { lists, isPrivate }: { lists: Record<number, string[]>; isPrivate: number },
): Promise<void> {
  const each = isPostgres(db)
    ? sql`json_each(${toJson(lists)}::json) as one, json_array_elements_text(one.value) as word(value)`
    : sql`json_each(${toJson(lists)}) as one, json_each(one.value) as word`;
  await sql`insert into member_word (organisation_id, membership_id, word, is_private)
    select ${organisationId}, cast(one.key as bigint), word.value, ${isPrivate} from ${each} where true
    on conflict (organisation_id, membership_id, word) do update set is_private = excluded.is_private`.execute(
    db,
  );
}

/** Deletes the words of members. */
export const deleteWords = compileByIds((db: Kysely<MembersDatabase>, hasIds) =>
  db.deleteFrom('member_word').where(hasIds('membership_id')),
);
