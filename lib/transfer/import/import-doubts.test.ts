import { expect, it } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';
import type { Accepted } from './import-file';

let next = 800;
const accepting = (accepted: Partial<Accepted>) => ({
  accepts: { doubts: false, otherPeople: false, sharedNumbers: false, endless: true, ...accepted },
});
const header = 'Number,First name,Last name,Email,Phone,Type,Expires';
const ann = 'A-1,Ann,Lee,ann@example.org,555 0100,Fellowship,2099-12-31';

describeUsualEngines('a probable mistake', (store) => {
  it.each([
    ['A-2,Bo,Ng,n/a,1,Fellowship,2099-12-31', 'Email', { email: '' }],
    [
      'A-2,Bo,Ng,"one@example.com, two@example.net",1,Fellowship,2099-12-31',
      'Email',
      { email: 'one@example.com' },
    ],
    ['A-2,Bo,Ng,"b@example.org","3,5222E+08",Fellowship,2099-12-31', 'Phone', { phone: '' }],
    ['A-2,Bo and Cy,Ng,b@example.org,1,Fellowship,2099-12-31', 'First name', { firstName: 'Bo and Cy' }],
    ['A-2,Bo,Ng,b@example.org,1,Felowship,2099-12-31', 'MembershipType', { firstName: 'Bo' }],
    [',Ann,Lee,,1,Fellowship,', 'LastName', { firstName: 'Ann' }],
  ])('%s is reported with its line, and imported once it is confirmed', async (row, column, person) => {
    const id = (next += 1);
    await importContent(store(), id, [header, ann]);
    const refused = await importContent(store(), id, [header, ann, row], accepting({}));
    expect(refused).toMatchObject({ isWritten: false, created: 0, problems: [] });
    const field = column === 'First name' ? 'FirstName' : column;
    expect(refused.questions).toMatchObject([{ line: 3, column: field, confirm: 'doubts' }]);
    expect(await storedMembers(store(), id)).toHaveLength(1);
    const confirmed = await importContent(store(), id, [header, ann, row], accepting({ doubts: true }));
    expect(confirmed).toMatchObject({ isWritten: true, created: 1, unchanged: 1 });
    expect((await storedMembers(store(), id))[1]?.person).toMatchObject(person);
  });

  it('is asked about together with the missing expiry dates, so that one correction settles both', async () => {
    const id = (next += 1);
    const lines = ['Number,First name,Last name,Email,Type', '1,Ann,Lee,ann@example.org,F', '2,Bo,Ng,n/a,F'];
    const none = { doubts: false, endless: false };
    for (const previewed of [0, 10]) {
      const refused = await importContent(store(), id, lines, { ...accepting(none), previewed });
      expect(refused.questions).toMatchObject([{ line: 3, column: 'Email' }]);
      expect(refused.missing?.code).toBe('no-expiry');
    }
    // Without questions, a preview says it beside the changes.
    const only = { ...accepting({ ...none, doubts: true }), previewed: 10 };
    const previewed = await importContent(store(), id, lines, only);
    expect(previewed).toMatchObject({ isWritten: false, questions: [], preview: { created: 2 } });
    expect(previewed.missing?.code).toBe('no-expiry');
    expect(await storedMembers(store(), id)).toEqual([]);
    const both = await importContent(store(), id, lines, accepting({ doubts: true, endless: true }));
    expect(both).toMatchObject({ isWritten: true, created: 2 });
    expect(both.missing).toBeUndefined();
  });

  it('a doubtful cell that is accepted is left out, and the stored value stays', async () => {
    const id = (next += 1);
    await importContent(store(), id, [header, ann]);
    const update = ['Number,Email,Mobile', 'A-1,n/a,5'];
    const known = accepting({ doubts: true, otherPeople: true });
    expect(await importContent(store(), id, update, known)).toMatchObject({ updated: 1 });
    expect((await storedMembers(store(), id))[0]?.person).toMatchObject({
      email: 'ann@example.org',
      mobile: '5',
    });
  });

  it('an address with a line break and a header is refused, even with confirmations', async () => {
    const lines = [header, 'A-1,Ann,Lee,"ann@example.org\nBcc: bo@example.net",1,Full,2099-12-31'];
    const { problems } = await importContent(store(), (next += 1), lines, accepting({ doubts: true }));
    expect(problems).toMatchObject([
      { line: 2, column: 'Email', reason: expect.stringContaining('one line') },
    ]);
  });

  it('"Level 1" and "Level 2" are not typing errors of each other', async () => {
    const lines = [
      header,
      'A-1,Ann,Lee,,1,Level 1,2099-12-31',
      'A-2,Bo,Ng,,1,Level 1,2099-12-31',
      'A-3,Cy,Ho,,1,Level 2,2099-12-31',
    ];
    expect(await importContent(store(), (next += 1), lines, accepting({}))).toMatchObject({ created: 3 });
  });

  it.each([
    ['Number', 'A-1'],
    ['ChapterhouseID', '1'],
    ['ID', 'x-1'],
  ])(
    'a row that matches by %s while name and email both differ is refused until confirmed',
    async (key, value) => {
      const id = (next += 1);
      const first = `${key},First name,Last name,Email,Type,Expires`;
      await importContent(store(), id, [first, `${value},Ann,Lee,ann@example.org,Full,2099-12-31`]);
      const other = [first, `${value},Bo,Ng,bo@example.net,Full,2099-12-31`];
      const refused = await importContent(store(), id, other, accepting({ doubts: true }));
      expect(refused).toMatchObject({ isWritten: false, questions: [{ line: 2, confirm: 'otherPeople' }] });
      expect((await storedMembers(store(), id))[0]?.person).toMatchObject({ firstName: 'Ann' });
      const married = [first, `${value},Ann,Lee-Ng,ann@example.org,Full,2099-12-31`];
      expect(await importContent(store(), id, married, accepting({}))).toMatchObject({ updated: 1 });
      expect(await importContent(store(), id, other, accepting({ otherPeople: true }))).toMatchObject({
        updated: 1,
      });
    },
  );

  it('another system’s ID is not taken for our ID, for a number, or for the same ID of a third system', async () => {
    const id = (next += 1);
    await importContent(store(), id, [header, ann]);
    const rows = [
      'ID,First name,Last name,Email,Type,Expires',
      '1,Bo,Ng,bo@example.org,Fellowship,2099-12-31',
    ];
    expect(await importContent(store(), id, rows, { source: 'a' })).toMatchObject({ created: 1, updated: 0 });
    expect(await importContent(store(), id, rows, { source: 'a' })).toMatchObject({ unchanged: 1 });
    const third = [rows[0] ?? '', '1,Cy,Ho,cy@example.org,Fellowship,2099-12-31'];
    expect(await importContent(store(), id, third, { source: 'b' })).toMatchObject({
      created: 1,
      updated: 0,
    });
    const members = await storedMembers(store(), id);
    expect(members.map(({ membership, person }) => [membership.membershipNumber, person.firstName])).toEqual([
      ['A-1', 'Ann'],
      ['2', 'Bo'],
      ['3', 'Cy'],
    ]);
  });

  it('a file that an earlier version imported by its ID matches its members again', async () => {
    const id = (next += 1);
    await importContent(store(), id, ['Number,Company,Type', 'b-17,Harbour Brewing,micro']);
    const again = await importContent(store(), id, ['ID,Company,Type', 'b-17,Harbour Brewing,micro']);
    expect(again).toMatchObject({ created: 0, unchanged: 1 });
    const other = await importContent(store(), id, ['ID,Company,Type', 'b-17,Hill Brewpub,micro'], {
      source: 'other',
    });
    expect(other).toMatchObject({ created: 1 });
  });

  it('an update without a kind keeps the stored kind, and reads "Name" as that kind’s name', async () => {
    const id = (next += 1);
    await importContent(store(), id, [
      'Number,Kind,First name,Last name,Organisation,Suburb,Type,Parent',
      'P-1,individual,Ann,Lee,,Lara,Full,F-1',
      'F-1,corporate,,,Corio Physio,Geelong,Practice,',
    ]);
    const update = [
      'Number,Name,Type,Expires',
      'P-1,Ann Lee-Ng,Full,2099-12-31',
      'F-1,Corio Rooms,Practice,2099-12-31',
    ];
    const known = accepting({ otherPeople: true });
    expect(await importContent(store(), id, update, known)).toMatchObject({ updated: 2, problems: [] });
    const contact = ['Number,First name,Last name,Organisation', 'F-1,Di,Im,Corio Rooms'];
    expect(await importContent(store(), id, contact)).toMatchObject({ updated: 1, problems: [] });
    const [firm, ann] = await storedMembers(store(), id);
    expect(ann).toMatchObject({
      membership: { kind: 'individual', parentId: firm?.membership.id, locations: [] },
      person: { firstName: 'Ann', lastName: 'Lee-Ng', organisation: '' },
    });
    expect(firm).toMatchObject({
      membership: { kind: 'corporate' },
      person: { firstName: 'Di', organisation: 'Corio Rooms' },
    });
    const { problems } = await importContent(store(), id, ['Number,Kind', 'F-1,individual'], known);
    expect(problems).toMatchObject([{ column: 'Kind', reason: expect.stringContaining('sub-members') }]);
  });

  it('a column “Kind” that turns a person into a company is reported first', async () => {
    const id = (next += 1);
    await importContent(store(), id, [header, ann]);
    const lines = ['Number,Contact Type,Company,Email', 'A-1,Organization,Lee Ltd,ann@example.org'];
    const refused = await importContent(store(), id, lines, accepting({}));
    expect(refused).toMatchObject({ isWritten: false, questions: [{ line: 2, column: 'Kind' }] });
    const confirmed = await importContent(store(), id, lines, accepting({ doubts: true }));
    expect(confirmed).toMatchObject({ isWritten: true, updated: 1 });
    expect((await storedMembers(store(), id))[0]?.membership.kind).toBe('corporate');
  });

  it('a leading zero that a spreadsheet has removed is put back only where it is certain', async () => {
    const id = (next += 1);
    const lines = [
      'Number,First name,Last name,Type,Expires,Postcode,Country,Mobile',
      'Z-1,Ann,Lee,Full,2099-12-31,800,,412345678',
      'Z-2,Bo,Ng,Full,2099-12-31,1067,Germany,412345678',
      'Z-3,Cy,Ho,Full,2099-12-31,1067,Austria,412345678',
      'Z-4,Di,Im,Full,2099-12-31,3220,,131444',
    ];
    const create = { name: 'Test', timeZone: null, country: 'Australia', currency: null };
    const { doubtful = [] } = await importContent(store(), id, lines, { create });
    expect(doubtful.map(({ line, column }) => `${line} ${column}`)).toEqual([
      '2 Postcode',
      '2 Mobile',
      '3 Postcode',
    ]);
    const people = (await storedMembers(store(), id)).map(({ person }) => person);
    expect(people.map(({ address, mobile }) => [address.postcode, mobile])).toEqual([
      ['0800', '0412345678'],
      ['01067', '412345678'],
      ['1067', '412345678'],
      ['3220', '131444'],
    ]);
    // In our own export, the stored value is kept.
    const own = ['ChapterhouseID,Postcode', `${people[0]?.id ?? 0},800`];
    const reason = 'was changed by a spreadsheet: 0800 is kept';
    expect(await importContent(store(), id, own, { create })).toMatchObject({
      unchanged: 1,
      doubtful: [{ line: 2, column: 'Postcode', value: '800', reason }],
    });
  });

  it('a credit is stored and is not an outstanding amount', async () => {
    const id = (next += 1);
    await importContent(store(), id, ['Number,First name,Last name,Type,Balance', 'A-1,Ann,Lee,Full,-12.50']);
    const [one] = await storedMembers(store(), id);
    expect(one?.membership.amountOutstandingThousandths).toBe(-12_500);
    const document = await store()
      .members.selectFrom('membership_document')
      .innerJoin('membership', 'membership.id', 'membership_document.membership_id')
      .select(['membership_document.body', 'membership.is_owing'])
      .where('membership_document.organisation_id', '=', id)
      .where('membership.organisation_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(document.body).toContain('"AmountOutstanding":"0.000"');
    expect(document.is_owing).toBe(0);
  });

  it('--replace with unreadable rows removes nobody to whom such a row may belong', async () => {
    const id = (next += 1);
    await importContent(store(), id, [
      header,
      ann,
      'A-2,Bo,Ng,,1,Fellowship,2099-12-31',
      'A-3,Cy,Ho,,1,Fellowship,2099-12-31',
    ]);
    const options = { replaces: true, skipsBad: true, confirmedRemovals: 1 };
    const unreadable = [header, ann, 'A-2,Bo,Ng,,1,Fellowship,soon'];
    expect(
      await importContent(store(), id, [...unreadable, ',Cy,Ho,,1,Fellowship,soon'], options),
    ).toMatchObject({
      removed: 0,
      kept: 1,
      bad: 2,
    });
    expect(await importContent(store(), id, unreadable, options)).toMatchObject({ removed: 1, bad: 1 });
    expect((await storedMembers(store(), id)).map(({ membership }) => membership.membershipNumber)).toEqual([
      'A-1',
      'A-2',
    ]);
  });

  it('nothing is imported when the skipped rows cannot be saved', async () => {
    const id = (next += 1);
    const lines = [header, ann, 'A-2,Bo,Ng,,1,Fellowship,soon'];
    const onBadRows = () => Promise.reject(new Error('the folder cannot be written'));
    await expect(
      importContent(store(), id, lines, { skipsBad: true }, undefined, { onBadRows }),
    ).rejects.toThrow('the folder cannot be written');
    expect(await storedMembers(store(), id)).toEqual([]);
  });
});

describeUsualEngines('a new person who may be a member already', (store) => {
  it('is named with what is the same, in the file and among the members, and is imported', async () => {
    const id = (next += 1);
    await importContent(store(), id, [header, ann]);
    const rows = [
      'A-2,Anna,Lea,ANN@example.org,1,Fellowship,2099-12-31',
      'A-3,Bo,Ng,bo@example.org,555 0177,Fellowship,2099-12-31',
      'A-4,Robert,Ng,,(555) 01 77,Fellowship,2099-12-31',
    ];
    const first = await importContent(store(), id, [header, ann, ...rows]);
    expect(first).toMatchObject({ isWritten: true, created: 3 });
    expect(first.duplicates?.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [3, 'Email', expect.stringContaining('same person as Ann Lee (membership 1): the same email address')],
      [5, 'Phone', expect.stringContaining('same person as Bo Ng (line 4): the same phone')],
    ]);
    const again = await importContent(store(), id, [header, ann, ...rows]);
    expect(again).toMatchObject({ created: 0, duplicates: [] });
  });

  it.each([
    ['Number,Name', '7,Ute / Jörg Wagner', 'FullName'],
    ['Number,Name', '7,"Wagner, Ute und Jörg"', 'FullName'],
    ['Number,First name,Last name', '7,Ute u. Jörg,Wagner', 'FirstName'],
  ])('two people in the row %s %s become two members', async (header, cells, column) => {
    const id = (next += 1);
    const lines = [
      `${header},Email,Street,Type,Expires,Balance`,
      `${cells},u@example.org,1 Way,Full,2099-12-31,50`,
    ];
    const Answers = (...more: string[]) => ({
      ...accepting({}),
      answers: new Map([
        [`two-people@${column}`, 'two-members'],
        ...more.map((key) => [key, 'accept'] as const),
      ]),
    });
    const asked = await importContent(store(), id, lines, Answers());
    expect(asked.questions).toMatchObject([{ line: 2, reason: 'is the number of both people in the row' }]);
    const both = Answers('shared-number@MembershipNumber');
    expect(await importContent(store(), id, lines, both)).toMatchObject({
      read: 1,
      created: 2,
      duplicates: [],
    });
    const members = await storedMembers(store(), id);
    expect(
      members.map(({ person: { firstName, lastName, email, address }, membership }) => [
        ...[firstName, lastName, email, address.address],
        ...[membership.membershipNumber, membership.expiryDate, membership.amountOutstandingThousandths],
      ]),
    ).toEqual([
      ['Ute', 'Wagner', 'u@example.org', '1 Way', '7', '2099-12-31', 50_000],
      ['Jörg', 'Wagner', '', '1 Way', '7', '2099-12-31', 0],
    ]);
    expect(await importContent(store(), id, lines, both)).toMatchObject({ unchanged: 2, created: 0 });
  });

  it.each(['Herr und Frau Wagner', 'Ann & Bo & Cy Lee', 'Lee / Ng'])(
    '"%s" does not become two members',
    async (name) => {
      const lines = ['Name,Email,Type,Expires', `${name},u@example.org,Full,2099-12-31`];
      const { groups } = await importContent(store(), (next += 1), lines, accepting({}));
      expect(groups).toMatchObject([{ cause: 'several-people', answers: ['accept', 'leave-out-row'] }]);
    },
  );

  it.each(['Ute / Jörg Wagner', 'Ute und Jörg Wagner', 'Ute u. Jörg Wagner'])(
    '"%s" is asked about, because it is two people',
    async (name) => {
      const lines = ['Name,Email,Type,Expires', `${name},u@example.org,Fellowship,2099-12-31`];
      const { questions, isWritten } = await importContent(store(), (next += 1), lines, accepting({}));
      expect(isWritten).toBe(false);
      expect(questions).toMatchObject([{ line: 2, value: name, confirm: 'doubts' }]);
    },
  );
});
