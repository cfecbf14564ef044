import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { MemberWords } from '@/lib/store/words/member-words';
import { compileByIds, isPostgres } from '@/lib/store/sql/prepared-query';
import { toJson } from './upsert';

export interface WrittenWords {
  membershipId: number;
  words: Pick<MemberWords, 'byKinds'>;
}

/**
 * Replaces the earlier words.
 * @param replaced the members that may have earlier words
 */
export async function writeWords(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { replaced, written }: { replaced: readonly number[]; written: readonly WrittenWords[] },
): Promise<void> {
  await deleteWords(db, organisationId, replaced);
  if (written.length === 0) return;
  await insertWords(
    db,
    organisationId,
    Object.fromEntries(written.map(({ membershipId, words }) => [membershipId, words.byKinds])),
  );
}

/** The words are sent as one JSON text, because a parameter for each value takes twice as long. */
async function insertWords(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  lists: Record<number, WrittenWords['words']['byKinds']>,
): Promise<void> {
  const each = isPostgres(db)
    ? sql`json_each(${toJson(lists)}::json) as one, json_each(one.value) as part,
        json_array_elements_text(part.value) as word(value)`
    : sql`json_each(${toJson(lists)}) as one, json_each(one.value) as part, json_each(part.value) as word`;
  await sql`insert into member_word (organisation_id, membership_id, word, kinds)
    select ${organisationId}, cast(one.key as bigint), word.value, cast(part.key as bigint) from ${each} where true
    on conflict (organisation_id, membership_id, word) do update set kinds = excluded.kinds`.execute(db);
}

export const deleteWords = compileByIds((db: Kysely<MembersDatabase>, hasIds) =>
  db.deleteFrom('member_word').where(hasIds('membership_id')),
);
