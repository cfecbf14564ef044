import type { Context } from 'hono';
import { sql, type Kysely } from 'kysely';
import { parseAuthorsQuery, type JournalAuthors } from '@/lib/contract/office-journal';
import { readHolders } from '@/lib/store/lists/holders';
import { beginsLike } from '@/lib/store/lists/office-conditions';
import { readPersonNames } from '@/lib/store/lists/person-names';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { wholeKey } from '@/lib/store/member-rows';
import { readRoleHolders } from '@/lib/store/roles';
import { toSoughtWords } from '@/lib/store/words/sought-words';
import { tokensOf } from '@/lib/base/text-tokens';
import { checkOffice, findKnown, type OfficeAccess, type OfficeServices } from './office-check';

const maxAuthors = 20;
/**
 * The maximum number of people that one query finds. Each query compares one word with the first names or the last
 * names. Then all words are compared with the names of the people found.
 */
const maxCompared = 200;

/**
 * GET: finds people whom the caller does not find with the search for members. These people have no membership. An
 * officer finds only people with a role, but also those who are members in other chapters. An officer may see their
 * names, because the journal shows them to everybody in the office.
 */
export async function listAuthors(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listAuthors');
  const words = toSoughtWords(parseAuthorsQuery(rawQuery(context)));
  const db = services.store.members;
  const ids = words.length === 0 ? [] : await findIds(db, access, words);
  const names = await readPersonNames(db, access.organisationId, ids);
  const people = [...names]
    .map(([id, name]) => ({ id, name }))
    .filter(({ name }) => words.every((word) => tokensOf(name).some((token) => token.startsWith(word))))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
    .slice(0, maxAuthors);
  const body: JournalAuthors = {
    Authors: people.map(({ id, name }) => ({ PersonID: String(id), Name: name })),
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

async function findIds(
  db: Kysely<MembersDatabase>,
  access: OfficeAccess,
  words: readonly string[],
): Promise<number[]> {
  const { organisationId, onlyChapters } = access;
  const holders = (await readRoleHolders(db, organisationId)).map(({ id }) => id);
  if (onlyChapters !== null) {
    const known = await findKnown(db, access, holders);
    return holders.filter((id) => !known.has(id));
  }
  const earlier = await db
    .selectFrom('journal')
    .select('record_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'role')
    .execute();
  const named: number[] = [];
  for (const word of words) named.push(...(await findNamed(db, organisationId, word)));
  const ids = [...new Set([...holders, ...earlier.map((row) => row.record_id), ...named])];
  const memberships = await readHolders(db, organisationId, { column: 'person_id', ids });
  const members = new Set(memberships.map((row) => row.person_id));
  return ids.filter((id) => !members.has(id));
}

/** The first or last name begins with the word. */
async function findNamed(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  word: string,
): Promise<number[]> {
  const start = wholeKey(word);
  const found: number[] = [];
  for (const column of [sql`p.first_name_key`, sql`p.last_name_key`]) {
    const rows = await db
      .selectFrom('person as p')
      .select('p.id')
      .where('p.organisation_id', '=', organisationId)
      .where(beginsLike(db, column, start))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('membership as m')
              .select('m.id')
              .whereRef('m.organisation_id', '=', 'p.organisation_id')
              .whereRef('m.person_id', '=', 'p.id'),
          ),
        ),
      )
      .limit(maxCompared)
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
