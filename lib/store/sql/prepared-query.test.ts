import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '@/lib/store/database';
import { prepareQuery } from './prepared-query';
import { noAreaCentre, putSampleStructure, testCause } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const readVersion = prepareQuery((db: Store['members']) =>
  db.selectFrom('organisation').select('version').where('id', '=', 0),
);

describeEachEngine('a prepared query', (store) => {
  it('is sent once for all identical calls in one turn, and again in the next', async () => {
    const context = {
      organisationId: 1,
      clock: () => new Date(0),
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store(), context, (writer) => putSampleStructure(writer));
    const { members } = store();
    const [first, second, other] = [1, 1, 2].map((id) => readVersion(members, [id]));
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(await other).toEqual([]);
    const [before] = (await first) ?? [];
    await members.updateTable('organisation').set({ version: 77 }).where('id', '=', 1).execute();
    expect(before?.version).not.toBe(77);
    expect(await readVersion(members, [1])).toEqual([{ version: 77 }]);
  });

  it('rejects all its callers if it fails, each time', async () => {
    const readNothing = prepareQuery((db: Store['members']) =>
      db.selectFrom('organisation').select(sql<number>`no_such_function(id)`.as('nothing')),
    );
    for (let time = 0; time < 2; time += 1) {
      const requests = [readNothing(store().members, []), readNothing(store().members, [])];
      const settled = await Promise.allSettled(requests);
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    }
  });

  it('refuses a call with another number of parameters than it has placeholders', () => {
    expect(() => readVersion(store().members, [])).toThrow('one parameter for each placeholder');
  });
});
