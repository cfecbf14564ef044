/** Compares the search for words with a plain loop. The limits are so low that every way of searching is used. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { wordKinds } from '@/lib/store/words/word-kinds';
import type { Day } from '@/lib/store/day';
import { allOf } from './members-conditions';
import { findWords } from './office-words';

const organisationId = 9300;
const day: Day = {
  organisationId,
  version: 1,
  timeZone: 'UTC',
  today: '2026-06-15',
  noticeEnd: '2026-07-15',
  listedStatuses: ['financial'],
};
const limits = { few: 5, counted: 12 };

describeEachEngine('the search for words', (store) => {
  it('finds the same members as a plain loop, for rare and common words and pairs that never occur together', async () => {
    const wordsOf = (id: number): [open: string, hidden: string] => [
      `${id % 2 === 0 ? 'even' : 'odd'} ${id % 10 === 0 ? 'ten' : 'other'} n${id}`,
      id % 3 === 0 ? 'third' : 'evening',
    ];
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    const context = { organisationId, clock: () => new Date(), areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      for (const id of ids) {
        const [firstName, phone] = wordsOf(id);
        const none = { lastName: '', email: '', title: '', organisation: '' };
        await writer.memberships.put(
          sampleMember(id, { membershipNumber: '', locations: [] }, { ...none, firstName, phone }),
        );
      }
    });
    const beginnings = ['even', 'odd', 'ten', 'other', 'n1', 'n60', 'third', 'e', 'o', 'nobody'];
    const searches = beginnings.flatMap((a) => [[a], ...beginnings.map((b) => [a, b]), [a, 'even', 'o']]);
    for (const kinds of [null, wordKinds.open]) {
      for (const search of searches) {
        const sought = search.map((word) => ({ word, kinds }));
        const found = await findWords(store().members, { sought, day, limits });
        const { rows } = await sql<{ id: number }>`select m.id as id from membership m
          where m.organisation_id = ${organisationId} and ${allOf([sql`true`, ...found.words])} order by m.id`.execute(
          store().members,
        );
        const all = rows.map(({ id }) => id).filter((id) => found.ids?.includes(id) !== false);
        const expected = ids.filter((id) => {
          const [open, hidden] = wordsOf(id);
          const words = `${open} ${kinds === null ? hidden : ''}`.split(' ');
          return search.every((start) => words.some((word) => word.startsWith(start)));
        });
        expect([search, all]).toEqual([search, expected]);
        expect(found.atLeast).toBeLessThanOrEqual(expected.length);
      }
    }
    const common = await findWords(store().members, { sought: [{ word: 'e', kinds: null }], day, limits });
    expect(common.atLeast).toBeGreaterThan(0);
  });
});
