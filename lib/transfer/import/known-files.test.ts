import { expect, it } from 'vitest';
import { readStructure } from '@/lib/store/structure';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';
import { knownFiles } from './known-files.fixture';
import { describeMapping, proposeMapping } from './mapping';
import { UnusedColumns } from './unused-columns';

const requesting = { doubts: false, otherPeople: false, sharedNumbers: false, endless: false };
let next = 700;

describeUsualEngines('a file of another system', (store) => {
  it.each(Object.entries(knownFiles))(
    '%s is recognised, and nobody who has left is published',
    async (name, { lines, set, published, first, externalIds }) => {
      const id = (next += 1);
      // Only the MemberClicks file has dates in American order.
      const dateOrder = name === 'MemberClicks' ? 'mdy' : null;
      const values = { dateOrder, separators: ';|' } as const;
      const request = { accepts: requesting, values, mapping: { map: [], set, extras: [] }, source: 'other' };
      expect(await importContent(store(), id, lines, request)).toMatchObject({
        created: lines.length - 1,
        bad: 0,
        problems: [],
        questions: [],
      });
      const members = await storedMembers(store(), id);
      const types = (await readStructure(store().members, id))?.types;
      const listed = members.filter(
        ({ membership: { isApproved, isListed, expiryDate } }) =>
          isApproved && isListed && (expiryDate === null || expiryDate >= '2026-03-02'),
      );
      const names = listed.map(({ membership, person }) =>
        membership.kind === 'corporate' ? person.organisation : `${person.firstName} ${person.lastName}`,
      );
      expect(names).toEqual(published);
      const [one] = members;
      expect({
        email: one?.person.email,
        suburb: one?.person.address.suburb,
        type: types?.get(one?.membership.typeId ?? 0)?.name,
        joined: one?.membership.joiningDate ?? undefined,
        expiry: one?.membership.expiryDate,
        number: one?.membership.membershipNumber,
      }).toMatchObject({ ...first, number: first.number ?? String(one?.membership.id) });
      expect(members.flatMap(({ membership }) => membership.locations)).toEqual([]);
      const rows = await store()
        .members.selectFrom('external_id')
        .select(['source', 'external_id'])
        .where('organisation_id', '=', id)
        .execute();
      expect(rows.map(({ external_id }) => external_id).sort()).toEqual(externalIds);
      expect(new Set(rows.map(({ source }) => source)).size).toBeLessThan(2);
      expect(await importContent(store(), id, lines, request)).toMatchObject({ unchanged: lines.length - 1 });
    },
  );

  it('without any expiry date is refused until that is confirmed', async () => {
    const id = (next += 1);
    const lines = ['Number,First name,Last name,Type,Ends', '1,Ann,Lee,Full,2099-12-31'];
    await expect(importContent(store(), id, lines, { accepts: requesting })).rejects.toThrow(
      /No row has an expiry date: 1 new membership .*--map COLUMN=ExpiryDate.*--without-end/,
    );
    expect(await readStructure(store().members, id)).toBeNull();
    const accepts = { ...requesting, endless: true };
    expect(await importContent(store(), id, lines, { accepts })).toMatchObject({ created: 1, endless: 1 });
    // An update of stored members needs no confirmation: it adds no membership without an expiry date.
    expect(
      await importContent(store(), id, ['ChapterhouseID,Phone', '1,5'], { accepts: requesting }),
    ).toMatchObject({
      updated: 1,
    });
  });

  it('with an unknown status is refused by line', async () => {
    const lines = ['Number,First name,Last name,Type,Status', '1,Ann,Lee,Full,Married'];
    const { problems, isWritten } = await importContent(store(), (next += 1), lines);
    expect(isWritten).toBe(false);
    expect(problems).toMatchObject([{ line: 2, column: 'Status', value: 'Married' }]);
  });
});

it('unused columns are listed first, with what they contain', () => {
  const mapping = proposeMapping(['Email', 'Last login', 'Shoe size', 'Fan'], {
    map: [],
    set: [],
    extras: [],
  });
  const unused = new UnusedColumns(mapping);
  unused.note(['a@example.org', '2026-01-02', '44', 'yes']);
  unused.note(['b@example.org', '3/4/2026', '', 'no']);
  expect(describeMapping(mapping, unused.contents())).toEqual([
    '  Last login: 2 dates, not imported',
    '  Shoe size: 1 number, not imported',
    '  Fan: 2 yes/no values, not imported',
    '  Email       →  Email',
  ]);
});
