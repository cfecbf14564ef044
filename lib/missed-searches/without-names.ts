import type { MissedSearch } from '@/lib/membership-api/missed-searches';
import type { Store } from '@/lib/membership-store/database';
import type { Structure } from '@/lib/membership-schema/records';
import { readStructure } from '@/lib/membership-store/structure';
import { createPause } from '@/lib/slices';
import { tokensOf } from '@/lib/text-tokens';

/**
 * Leaves out every search with a first or last name of anybody in the association, listed or not: nobody needs to know
 * who was searched for. Words that the association uses itself are not names: "Hand" in "Hand therapy".
 */
export async function withoutNames<S extends MissedSearch>(
  store: Pick<Store, 'members'>,
  organisationId: number,
  searches: readonly S[],
): Promise<S[]> {
  if (searches.length === 0) return [];
  const structure = await readStructure(store.members, organisationId);
  if (structure === null) return [];
  const own = wordsOf(structure);
  const words = new Set(searches.flatMap(({ words: text }) => tokensOf(text)));
  const names = new Set<string>();
  const pause = createPause();
  for (const word of words) {
    await pause();
    const forms = [word, word.replace(/s$/, '')];
    if (forms.some((form) => own.has(form))) continue;
    for (const form of forms) if (await isName(store, { organisationId, word: form })) names.add(word);
  }
  return searches.filter(({ words: text }) => !tokensOf(text).some((word) => names.has(word)));
}

/** A word in the records of more members than this is a common word, such as the name of a state. */
const maxRead = 500;

/** Searches the index of members' words, including words that the public does not see. */
async function isName(
  { members }: Pick<Store, 'members'>,
  { organisationId, word }: { organisationId: number; word: string },
): Promise<boolean> {
  const rows = await members
    .selectFrom('member_word')
    .innerJoin('membership', (join) =>
      join
        .onRef('membership.organisation_id', '=', 'member_word.organisation_id')
        .onRef('membership.id', '=', 'member_word.membership_id'),
    )
    .innerJoin('person', (join) =>
      join
        .onRef('person.organisation_id', '=', 'membership.organisation_id')
        .onRef('person.id', '=', 'membership.person_id'),
    )
    .select(['person.first_name', 'person.last_name'])
    .where('member_word.organisation_id', '=', organisationId)
    .where('member_word.word', '=', word)
    .orderBy('member_word.membership_id')
    .limit(maxRead)
    .execute();
  return rows.some((row) => tokensOf(`${row.first_name} ${row.last_name}`).includes(word));
}

function wordsOf({ organisation, types, categories, chapters, addons, extras }: Structure): Set<string> {
  const named = [types, categories, chapters, addons].flatMap((list) =>
    [...list.values()].map(({ name }) => name),
  );
  const asked = [...extras.values()].flatMap(({ question, searchName, options }) => [
    question,
    searchName,
    ...options,
  ]);
  const settings = [organisation.name, organisation.nounOne, organisation.nounMany, organisation.synonyms];
  return new Set([...named, ...asked, ...settings].flatMap(tokensOf));
}
