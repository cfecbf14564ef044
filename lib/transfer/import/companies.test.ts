import { expect, it } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';

let next = 24_800;

const bundles = [
  'User ID,First name,Last name,Organization,Email,Membership level,Renewal due,Member bundle ID or email,Member role',
  '1,Ann,Lee,Corio Physio,ann@example.org,Corporate,2099-06-30,77,Bundle member',
  '2,Bo,Ng,Corio Physio,bo@example.org,Corporate,2099-06-30,77,Bundle administrator',
  '3,Cy,Ho,,cy@example.org,Family,2099-06-30,78,Bundle coordinator',
  '4,Di,Ho,,di@example.org,Family,2099-06-30,78,Bundle member',
  '5,Ed,Jo,Jo Ltd,ed@example.org,Full,2099-06-30,,',
];

describeUsualEngines('a company in a file', (store) => {
  const members = async (id: number) => {
    const all = await storedMembers(store(), id);
    const firms = new Map(all.map(({ membership, person }) => [membership.id, person.organisation]));
    return all
      .map(({ membership: { kind, parentId }, person }) =>
        [person.firstName, kind, parentId === null ? '-' : firms.get(parentId)].join(' '),
      )
      .sort();
  };

  it('and its contact and sub-members are recognised in the bundles of Wild Apricot, now and in a later file', async () => {
    const id = (next += 1);
    const result = await importContent(store(), id, bundles);
    expect(result).toMatchObject({ isWritten: true, created: 5, questions: [] });
    expect(result.doubtful).toMatchObject([
      { line: 4, column: 'BundleID', value: '78' },
      { line: 5, column: 'BundleID', value: '78' },
    ]);
    const expected = [
      'Ann individual Corio Physio',
      'Bo corporate -',
      'Cy individual -',
      'Di individual -',
      'Ed individual -',
    ];
    expect(await members(id)).toEqual(expected);
    expect(await importContent(store(), id, bundles)).toMatchObject({ unchanged: 5, problems: [] });
    const joined = [bundles[0] ?? '', '9,Flo,Ka,,flo@example.org,Corporate,2099-06-30,77,Bundle member'];
    expect(await importContent(store(), id, joined)).toMatchObject({ created: 1, problems: [] });
    expect(await members(id)).toContain('Flo individual Corio Physio');
  });

  it('of a second source that is known here is the parent of its sub-members, whose rows come first', async () => {
    const id = (next += 1);
    await importContent(store(), id, ['ID,Company,Email,Type', 'x,Corio Physio,bo@example.org,Firm'], {
      source: 'a',
    });
    expect(await importContent(store(), id, bundles, { source: 'b' })).toMatchObject({
      created: 4,
      updated: 1,
    });
    expect(await members(id)).toContain('Ann individual Corio Physio');
    expect(
      (await storedMembers(store(), id)).filter(({ membership }) => membership.kind === 'corporate'),
    ).toHaveLength(1);
  });

  it.each([
    [null, false, 'asks'],
    ['as:corporate', true, 'Bo corporate -'],
    ['accept', true, 'Bo individual -'],
  ])('with a contact in one row is asked about by its type (%s)', async (answer, isWritten, expected) => {
    const id = (next += 1);
    const rows = [
      'First name,Last name,Company,Email,Type',
      'Bo,Ng,Corio Physio,bo@example.org,Business member',
      'Ann,Lee,Corio Physio,ann@example.org,Full',
    ];
    const key = 'company-or-person@Kind:business member';
    const answers = new Map(answer === null ? [] : [[key, answer]]);
    const result = await importContent(store(), id, rows, { answers });
    expect(result.isWritten).toBe(isWritten);
    expect(result.groups).toMatchObject([{ key, answers: ['as:corporate', 'accept'], answer }]);
    if (isWritten) expect(await members(id)).toContain(expected);
  });
});

describeUsualEngines('a company that the file names as an employer', (store) => {
  const rows = [
    'Membership ID,Contact Type,Organization Name,Current Employer,First Name,Last Name,Email,Membership Type,Primary Member ID',
    '1,Individual,,Corio Physio,Ann,Lee,ann@example.org,Full,',
    '2,Organization,Corio Physio,,,,office@example.org,Practice,',
    '3,Individual,,Elsewhere Ltd,Bo,Ng,bo@example.org,Full,',
    '4,Individual,,Corio Physio,Cy,Ho,cy@example.org,Full,2',
    '5,Individual,,Corio  physio,Di,Im,di@example.org,Full,',
  ];

  it.each([
    [null, null],
    ['accept', ['Ann -', 'Bo -', 'Cy Corio Physio', 'Di -']],
    ['sub-member', ['Ann Corio Physio', 'Bo -', 'Cy Corio Physio', 'Di Corio Physio']],
  ])('with a row of its own is asked about once for the column (%s)', async (answer, expected) => {
    const id = (next += 1);
    const key = 'employer@Employer';
    const answers = new Map(answer === null ? [] : [[key, answer]]);
    const result = await importContent(store(), id, rows, { answers });
    expect(result.isWritten).toBe(expected !== null);
    expect(result.groups).toMatchObject([
      { key, answer, preset: 'accept', rows: [{ line: 2 }, { line: 6 }] },
    ]);
    if (expected === null) return;
    const members = await storedMembers(store(), id);
    const company = members.find(({ membership }) => membership.kind === 'corporate')?.membership.id;
    const people = members.filter(({ membership }) => membership.kind === 'individual');
    expect(
      people
        .map(
          ({ person, membership: { parentId } }) =>
            `${person.firstName} ${parentId === company ? 'Corio Physio' : '-'}`,
        )
        .sort(),
    ).toEqual(expected);
    expect(people.map(({ person }) => person.organisation)).toContain('Elsewhere Ltd');
    expect(await importContent(store(), id, rows, { answers })).toMatchObject({ unchanged: 5, created: 0 });
  });
});

describeUsualEngines('a word of a closed set', (store) => {
  const header = 'Number,First name,Last name,Email,Type,Category,Chapter,Kind,Listed,Suspended,Country';
  const stored = '1,Ann,Lee,ann@example.org,Full,Knees,North,individual,yes,no,Australia';
  const other = '2,Bo,Ng,bo@example.org,Student,Knees;Hips,Northern,Privatperson,vielleicht,nope,Straya';

  it('is read as the one that the operator chooses, in every column', async () => {
    const id = (next += 1);
    const create = { name: 'Test', timeZone: null, country: 'Australia', currency: null };
    await importContent(store(), id, [header, stored], { create });
    const open = await importContent(store(), id, [header, other], { isDryRun: true });
    expect(open.groups?.map(({ key, answers }) => `${key} ${answers.join(' ')}`).sort()).toEqual([
      'unknown-word@Kind:privatperson as:individual as:corporate leave-out-row',
      'unknown-word@Listed:vielleicht as:Yes as:No leave-out-row',
      'unknown-word@Suspended:nope as:Yes as:No leave-out-row',
    ]);
    const answers = new Map([
      ['unknown-word@Kind:privatperson', 'as:individual'],
      ['unknown-word@Listed:vielleicht', 'as:No'],
      ['unknown-word@Suspended:nope', 'as:No'],
    ]);
    const read = await importContent(store(), id, [header, other], { answers, isDryRun: true });
    expect(read.questions).toEqual([]);
    expect(read.groups?.flatMap(({ rows }) => rows.map(({ line }) => line))).toEqual(Array(7).fill(2));
    expect(read.groups?.map(({ key, answers }) => `${key} ${answers.join(' ')}`).sort()).toEqual([
      'new-name@Chapter:northern as:North accept',
      'new-name@Country:straya as:Australia accept',
      'new-name@MembershipCategory:hips as:Knees accept',
      'new-name@MembershipType:student as:Full accept',
      'unknown-word@Kind:privatperson as:individual as:corporate leave-out-row',
      'unknown-word@Listed:vielleicht as:Yes as:No leave-out-row',
      'unknown-word@Suspended:nope as:Yes as:No leave-out-row',
    ]);
    answers.set('new-name@Chapter:northern', 'as:North');
    answers.set('new-name@Country:straya', 'as:Australia');
    answers.set('new-name@MembershipCategory:hips', 'as:Knees');
    answers.set('new-name@MembershipType:student', 'as:Full');
    expect(await importContent(store(), id, [header, other], { answers })).toMatchObject({ created: 1 });
    const [ann, bo] = await storedMembers(store(), id);
    expect(bo?.person.address.country).toBe('Australia');
    expect(bo?.membership).toMatchObject({
      typeId: ann?.membership.typeId,
      chapterId: ann?.membership.chapterId,
      categoryIds: ann?.membership.categoryIds,
      isListed: false,
      standing: 'none',
    });
  });

  it.each([
    ['Phone,Address', "'03 5550 0199','9 Home Street'", false],
    ['LocationPhone,LocationAddress', "'03 5550 0199','9 Home Street'", true],
    ['Phone,Address,Show', "'03 5550 0199','9 Home Street',Locations; LocationPhone; LocationAddress", true],
  ])(
    'made from its contact’s row shows phone and address only if the file says so: %s',
    async (columns, cells, isShown) => {
      const id = (next += 1);
      const header = `Kind,First name,Last name,Company,Email,Type,${columns}`;
      const row = `corporate,Bo,Ng,Corio Physio,bo@example.org,Firm,${cells.replaceAll("'", '')}`;
      expect(await importContent(store(), id, [header, row])).toMatchObject({ isWritten: true, created: 1 });
      const [company] = await storedMembers(store(), id);
      const show = company?.membership.show ?? ['LocationPhone', 'LocationAddress'];
      expect(['LocationPhone', 'LocationAddress'].map((name) => show.includes(name))).toEqual([
        isShown,
        isShown,
      ]);
    },
  );
});
