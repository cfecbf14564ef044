import { expect, it } from 'vitest';
import type { Store } from '@/lib/store/database';
import { readExternalIdRows } from '@/lib/store/external-ids';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';
import type { Accepted } from './import-file';

let next = 22_800;
const accepting = (accepted: Partial<Accepted>) => ({
  accepts: { doubts: false, otherPeople: false, sharedNumbers: false, endless: true, ...accepted },
});

const wildApricot = [
  'User ID,First name,Last name,Email,Phone,Membership level,Membership status,Renewal due',
  '1,Ann,Lee,ann@example.org,1,Full,Active,2099-06-30',
  '2,Bo,Ng,bo@example.org,2,Full,Active,2099-06-30',
  '3,Cy,Ho,cy@example.org,3,Full,Lapsed,2019-06-30',
];
/** The same people in another order, with IDs and numbers that others have here. */
const civicrm = [
  'Contact ID,Membership ID,Membership Number,First Name,Last Name,Email,Phone,Membership Type,Status,End Date',
  '3,2,3,Ann,Lee,ANN@example.org,11,Full,Current,2099-12-31',
  '1,3,1,Bo,Ng,bo@example.org,22,Full,Current,2099-12-31',
  '2,1,2,Cy,Ho,cy@example.org,33,Full,Expired,2019-06-30',
  '4,4,4,Di,Im,di@example.org,44,Full,New,2099-12-31',
];

describeEachEngine('a second source', (store) => {
  const people = async (id: number) =>
    (await storedMembers(store(), id)).map(({ membership, person }) =>
      [membership.membershipNumber, person.firstName, person.phone, membership.expiryDate].join(' '),
    );

  it.each([
    ['of another name', { source: 'wild-apricot' }, { source: 'civicrm' }],
    ['of the same name', {}, {}],
  ])('%s updates the people whose name and email address agree', async (_, first, second) => {
    const id = (next += 1);
    await importContent(store(), id, wildApricot, { ...accepting({}), ...first });
    const both = { ...accepting({}), ...second };
    expect(await importContent(store(), id, civicrm, both)).toMatchObject({
      isWritten: true,
      created: 1,
      updated: 3,
      questions: [],
      problems: [],
    });
    const after = ['1 Ann 11 2099-12-31', '2 Bo 22 2099-12-31', '3 Cy 33 2019-06-30', '4 Di 44 2099-12-31'];
    expect(await people(id)).toEqual(after);
    expect(await importContent(store(), id, civicrm, both)).toMatchObject({ unchanged: 4, questions: [] });
    const again = await importContent(store(), id, wildApricot, { ...accepting({}), ...first });
    expect(again).toMatchObject({ created: 0, updated: 3, questions: [], problems: [] });
  });

  it('has its IDs beside those of the first one, and an ID of somebody else stays with that one', async () => {
    const id = (next += 1);
    await importContent(store(), id, wildApricot, { source: 'wild-apricot' });
    await importContent(store(), id, civicrm, { source: 'civicrm' });
    const of = (ids: number[]) => externalIds(store(), id, ids);
    expect(await of([1])).toEqual(['civicrm 2', 'civicrm number 3', 'wild-apricot 1']);
    expect(await of([3])).toEqual(['civicrm 1', 'civicrm number 2', 'wild-apricot 3']);
    // With the ID of the system, a new name and email address are those of the same person.
    const moved = [civicrm[0] ?? '', '3,2,3,Anna,Leigh,anna@example.net,1,Full,Current,2099-12-31'];
    const asked = await importContent(store(), id, moved, { ...accepting({}), source: 'civicrm' });
    expect(asked.questions).toMatchObject([{ line: 2, column: 'ExternalID', confirm: 'otherPeople' }]);
  });

  it.each([
    [
      'a name that differs',
      'Number,First name,Last name,Phone,Type',
      '1,Di,Im,5,Full',
      'the row is about Di Im',
    ],
    [
      'a name and an email address that differ',
      'Number,First name,Last name,Email,Phone,Type',
      '1,Di,Im,di@example.org,5,Full',
      'the row is about Di Im',
    ],
    ['neither a name nor an email address', 'Number,Phone', '1,5', 'without a name or an email address'],
  ])('does not update somebody by the number alone, with %s', async (_, head, row, reason) => {
    const id = (next += 1);
    await importContent(store(), id, wildApricot);
    const asked = await importContent(store(), id, [head, row], accepting({ doubts: true }));
    expect(asked).toMatchObject({ isWritten: false, problems: [] });
    expect(asked.questions).toMatchObject([
      { line: 2, column: 'MembershipNumber', reason: expect.stringContaining(reason) },
    ]);
  });

  it.each([
    ['the same name', 'Number,First name,Last name,Phone,Type', '1,Ann,Lee,5,Full'],
    [
      'the same email address',
      'Number,First name,Last name,Email,Phone,Type',
      '1,Anna,L,ann@example.org,5,Full',
    ],
  ])('updates somebody by the number with %s, without a question', async (_, head, row) => {
    const id = (next += 1);
    await importContent(store(), id, wildApricot);
    expect(await importContent(store(), id, [head, row], accepting({}))).toMatchObject({ updated: 1 });
    expect((await people(id))[0]).toContain(' 5 ');
  });

  it('adds somebody else with a number of their own if the answer says so, and knows them later', async () => {
    const id = (next += 1);
    await importContent(store(), id, wildApricot);
    const rows = [
      'Number,First name,Last name,Phone,Type',
      '1,Di,Im,5,Full',
      '2,Ed,Jo,6,Full',
      '9,Flo,Ka,7,Full',
    ];
    const answers = new Map([['other-person@MembershipNumber', 'add-member']]);
    const added = await importContent(store(), id, rows, { ...accepting({}), answers });
    expect(added).toMatchObject({ isWritten: true, created: 3, updated: 0 });
    expect((await people(id)).slice(3)).toEqual(['4 Di 5 ', '5 Ed 6 ', '9 Flo 7 ']);
    expect(await importContent(store(), id, rows, accepting({}))).toMatchObject({
      unchanged: 3,
      questions: [],
    });
  });

  it('updates a company whose name and email address agree, and no branch of it twice', async () => {
    const id = (next += 1);
    const head = 'ID,Organisation,Email,City,Type';
    await importContent(store(), id, [head, 'a,Corio Physio,rooms@example.org,Geelong,Firm'], {
      source: 'a',
    });
    const branches = [
      head,
      '7,CORIO PHYSIO,rooms@example.org,Geelong,Firm',
      '8,Corio Physio,rooms@example.org,Lara,Firm',
    ];
    const second = { ...accepting({}), source: 'b' };
    expect(await importContent(store(), id, branches, second)).toMatchObject({ created: 1, updated: 1 });
    expect(await importContent(store(), id, branches, second)).toMatchObject({ unchanged: 2 });
  });

  const header = 'Contact ID,Membership ID,First name,Last name,Email,Membership type,Status,End date';
  it.each([
    ['current', ['1,10,Ann,Lee,,Old,Expired,2019-01-01', '1,11,Ann,Lee,,Now,Current,2099-01-01'], 'Now', 2],
    ['pending', ['1,11,Ann,Lee,,Now,Pending,2099-01-01', '1,10,Ann,Lee,,Old,Expired,2019-01-01'], 'Now', 3],
    ['later', ['1,10,Ann,Lee,,Old,Current,2098-01-01', '1,11,Ann,Lee,,Now,Current,2099-01-01'], 'Now', 2],
    ['valid', ['1,10,Ann,Lee,,Old,Cancelled,2099-09-09', '1,11,Ann,Lee,,Now,Current,2099-01-01'], 'Now', 2],
    ['valid', ['1,10,Ann,Lee,,Old,Pending,', '1,11,Ann,Lee,,Now,Current,2099-01-01'], 'Now', 2],
    ['pending', ['1,10,Ann,Lee,,Old,Current,2019-01-01', '1,11,Ann,Lee,,Now,Pending,'], 'Now', 2],
  ])(
    'with several memberships of a person gives the %s one, and says which is left',
    async (_, rows, type, line) => {
      const id = (next += 1);
      const result = await importContent(store(), id, [header, ...rows], accepting({}));
      expect(result).toMatchObject({ isWritten: true, created: 1, bad: 0, problems: [] });
      expect(result.doubtful).toMatchObject([{ line, reason: expect.stringContaining('is left out') }]);
      const [one] = await storedMembers(store(), id);
      const { name } = await store()
        .members.selectFrom('membership_type')
        .select('name')
        .where('organisation_id', '=', id)
        .where('id', '=', one?.membership.typeId ?? 0)
        .executeTakeFirstOrThrow();
      expect(name).toBe(type);
      const renewed = [header, ...rows, '1,12,Ann,Lee,,Next,Current,2100-01-01'];
      expect(await importContent(store(), id, renewed, accepting({}))).toMatchObject({
        updated: 1,
        problems: [],
      });
    },
  );

  it('with several memberships of somebody without an ID asks which is left out', async () => {
    const id = (next += 1);
    const rows = [
      'Number,First name,Last name,Email,Type,Expires',
      'A-1,Ann,Lee,ann@example.org,Full,2019-01-01',
      'A-2,Ann,Lee,ann@example.org,Full,2099-01-01',
    ];
    const asked = await importContent(store(), id, rows, accepting({}));
    expect(asked).toMatchObject({ isWritten: false, problems: [{ line: 2, column: 'Email' }] });
    const left = { ...accepting({}), skipsBad: true };
    expect(await importContent(store(), id, rows, left)).toMatchObject({ created: 1 });
    expect(await people(id)).toEqual(['A-2 Ann  2099-01-01']);
  });
});

async function externalIds(store: Store, organisationId: number, ids: number[]): Promise<string[]> {
  const rows = await readExternalIdRows(store.members, organisationId, { kind: 'membership', ids });
  return rows.map(({ source, externalId }) => `${source} ${externalId}`);
}
