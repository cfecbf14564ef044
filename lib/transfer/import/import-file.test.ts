import { describe, expect, it } from 'vitest';
import { readNotes } from '@/lib/store/notes';
import { readStructure } from '@/lib/store/structure';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { importContent, modificationState, storedMembers } from './import-cases.fixture';

const people = [
  'Member Number,First Name,Surname,Email,Type,Chapter,Categories,Expires,Balance,Suburb,State',
  'A-1,Zoë,van der Berg,zoe@example.org,Full,Victoria,Sports;Hands,2026-06-30,0,Geelong,VIC',
  'A-2,Liam,O\'Brien,liam@example.org,Full,Victoria,Sports,30 June 2026,"$1,234.50",Torquay,VIC',
  'A-3,李,伟,li@example.org,Student,,,,,,',
];

let next = 500;
const fresh = () => (next += 1);

describeUsualEngines('importing a file', (store) => {
  it('creates members with everything they refer to', async () => {
    const id = fresh();
    const result = await importContent(store(), id, people);
    expect(result).toMatchObject({ read: 3, created: 3, updated: 0, unchanged: 0, removed: 0, bad: 0 });
    const [zoe, liam, li] = await storedMembers(store(), id);
    const structure = await readStructure(store().members, id);
    const names = (zoe?.membership.categoryIds ?? []).map((one) => structure?.categories.get(one)?.name);
    expect(names).toEqual(['Sports', 'Hands']);
    expect(structure?.types.get(zoe?.membership.typeId ?? 0)).toMatchObject({
      name: 'Full',
      isSearchable: true,
      isVisible: true,
    });
    expect(liam?.membership).toMatchObject({
      membershipNumber: 'A-2',
      kind: 'individual',
      expiryDate: '2026-06-30',
      amountOutstandingThousandths: 1_234_500,
    });
    expect(li?.membership).toMatchObject({ chapterId: null, expiryDate: null, locations: [] });
    expect(li?.person).toMatchObject({ firstName: '李', lastName: '伟' });
  });

  it('says how far each step of a check and of an import is', async () => {
    const id = fresh();
    const stepsOf = async (isDryRun: boolean) => {
      const steps: string[] = [];
      await importContent(store(), id, people, { isDryRun }, undefined, {
        onProgress: ({ phase, done, total }) => steps.push(`${phase} ${done} ${total ?? ''}`.trim()),
      });
      return steps;
    };
    // The reader gives the rows of this file in two parts. The header is the first row.
    const read = ['reading 0', 'reading 3', 'reading 4', 'checking 0 3', 'checking 2 3', 'checking 3 3'];
    const compared = ['duplicates 0 3', 'duplicates 3 3'];
    expect(await stepsOf(true)).toEqual([
      ...read,
      ...[0, 2, 3].map((row) => `comparing ${row} 3`),
      ...compared,
    ]);
    expect(await stepsOf(false)).toEqual([
      ...read,
      ...[0, 2, 3].map((row) => `writing ${row} 3`),
      ...compared,
      ...[0, 1, 2, 3].map((step) => `finishing ${step} 4`),
    ]);
  });

  it('makes a note of a remark, once, and multiple choice only of answers that repeat', async () => {
    const id = fresh();
    const row = (at: number) =>
      `B-${at},P${at},Q,p${at}@example.org,Full,${at === 1 ? 'Pays by cheque' : ''},${at % 2 === 0 ? 'Red' : 'Blue'},Wish ${at}`;
    const file = [
      'Member Number,First Name,Surname,Email,Type,Remarks,Colour,Wish',
      ...[1, 2, 3, 4, 5, 6].map(row),
    ];
    const extras = { mapping: { map: [], set: [], extras: ['Colour', 'Wish'] } };
    expect(await importContent(store(), id, file, extras)).toMatchObject({ created: 6 });
    expect(await importContent(store(), id, file, extras)).toMatchObject({ unchanged: 6 });
    const [first] = await storedMembers(store(), id);
    const notes = await readNotes(store().members, id, [first?.person.id ?? 0]);
    expect(notes.map(({ text }) => text)).toEqual(['Pays by cheque']);
    const structure = await readStructure(store().members, id);
    const questions = [...(structure?.extras.values() ?? [])];
    expect(questions.map(({ question, answerType, options }) => [question, answerType, options])).toEqual([
      ['Colour', 1, ['Blue', 'Red']],
      ['Wish', 0, []],
    ]);
  });

  it('changes nothing, not even a date, when the same file is imported again', async () => {
    const id = fresh();
    await importContent(store(), id, people);
    const before = await modificationState(store(), id);
    const result = await importContent(store(), id, people, {}, new Date('2026-04-01T00:00:00Z'));
    expect(result).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await modificationState(store(), id)).toEqual(before);
  });

  it('a lapsed membership is approved from the day after its last day, in the time zone of the organisation', async () => {
    const file = ['Company,Type,Country,Expiry date,Status', 'Fine,Firm,Australia,2026-06-30,Lapsed'];
    const isApprovedAt = async (timeZone: string, time: string) => {
      const id = fresh();
      const create = { name: 'Test Association', timeZone, country: null, currency: null };
      await importContent(store(), id, file, { create }, new Date(time));
      return (await storedMembers(store(), id)).map(({ membership }) => membership.isApproved);
    };
    expect(await isApprovedAt('Australia/Sydney', '2026-06-30T13:59:00Z')).toEqual([false]);
    expect(await isApprovedAt('Australia/Sydney', '2026-06-30T14:00:00Z')).toEqual([true]);
    expect(await isApprovedAt('America/New_York', '2026-07-01T03:59:00Z')).toEqual([false]);
    expect(await isApprovedAt('America/New_York', '2026-07-01T04:00:00Z')).toEqual([true]);
  });

  it('keeps values that are not in the file, and clears those that are empty in it', async () => {
    const id = fresh();
    await importContent(store(), id, people);
    const more = [
      'Number,First name,Last name,Type,Suburb,Mobile',
      'A-1,Zoë,van der Berg,Full,,0491 570 006',
    ];
    expect(await importContent(store(), id, more)).toMatchObject({ updated: 1, created: 0 });
    const [zoe] = await storedMembers(store(), id);
    expect(zoe?.person).toMatchObject({ email: 'zoe@example.org', mobile: '0491 570 006' });
    expect(zoe?.person.address).toMatchObject({ suburb: '', state: 'VIC' });
    expect(zoe?.membership.expiryDate).toBe('2026-06-30');
  });

  it('reports coordinates far outside the country of their row, with the probable cause', async () => {
    const result = await importContent(store(), fresh(), [
      'Company,Type,Country,Lat,Lng',
      'Fine,Firm,Australia,-38.15,144.36',
      'No country,Firm,,38.15,144.36',
      'North,Firm,Australia,38.15,144.36',
      'Swapped,Firm,Ireland,-6.26,53.35',
      'Elsewhere,Firm,Ireland,40.7,-74',
    ]);
    expect(result).toMatchObject({ isWritten: true, created: 5, bad: 0, problems: [] });
    expect(result.doubtful?.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'is far outside Australia: the latitude has the wrong sign'],
      [5, 'is far outside Ireland: latitude and longitude are swapped'],
      [6, expect.stringMatching(/^is far outside Ireland: correct it, or the country/)],
    ]);
  });

  it('writes nothing when a row is bad, and names line, column, value and reason', async () => {
    const id = fresh();
    const bad = [
      ...people,
      'A-4,Ann,Lee,ann@example.org,Full,,,2026-02-30,0,,',
      'A-5,,,x@example.org,Full,,,,,,',
    ];
    const result = await importContent(store(), id, bad);
    expect(result).toMatchObject({ read: 5, created: 0, bad: 2, isWritten: false });
    expect(result.problems[0]).toMatchObject({
      line: 5,
      column: 'Expires',
      value: '2026-02-30',
      reason: 'is not a real date',
    });
    expect(result.problems[1]).toMatchObject({ line: 6, reason: expect.stringContaining('name') });
    expect(await readStructure(store().members, id)).toBeNull();
    expect(await importContent(store(), id, bad, { skipsBad: true })).toMatchObject({ created: 3, bad: 2 });
  });

  it('reports in a dry run what it would do, and writes nothing', async () => {
    const id = fresh();
    expect(await importContent(store(), id, people, { isDryRun: true })).toMatchObject({ created: 3 });
    expect(await readStructure(store().members, id)).toBeNull();
  });

  it('refuses the same member twice, and names both lines', async () => {
    const again = 'A-1,Zoe,Van der Berg,,Full,,,,,,';
    const { problems } = await importContent(store(), fresh(), [...people, again]);
    expect(problems).toMatchObject([{ line: 5, column: 'MembershipNumber', value: 'A-1', reason: /line 2/ }]);
  });

  it('matches people without a number by email and name, ignoring case and accents', async () => {
    const id = fresh();
    const first = ['Name,Email,Type,Phone', 'Zoë Berg,z@example.org,Full,1', 'Jo Berg,z@example.org,Full,2'];
    expect(await importContent(store(), id, first)).toMatchObject({ created: 2 });
    const again = ['Name,Email,Type,Phone', '"BERG, Zoe",Z@Example.org,Full,3'];
    const result = await importContent(store(), id, again);
    expect(result).toMatchObject({ created: 0, updated: 1 });
    expect((await storedMembers(store(), id)).map(({ person }) => person.phone)).toEqual(['3', '2']);
  });

  it('joins sub-members to a firm that comes after them, and refuses an unknown parent', async () => {
    const id = fresh();
    const rows = [
      'Number,First name,Last name,Organisation,Type,Parent,Expires',
      'S-1,Ann,Lee,Corio Physio,Full,F-1,',
      'F-1,,,Corio Physio,Practice,,2026-09-30',
      'S-2,Bo,Ng,Corio Physio,Full,F-1,',
    ];
    await importContent(store(), id, rows);
    const members = await storedMembers(store(), id);
    const firm = members.find(({ membership }) => membership.kind === 'corporate')?.membership;
    const subMembers = members.filter(({ membership }) => membership.parentId !== null);
    expect(subMembers.map(({ membership }) => membership.parentId)).toEqual([firm?.id, firm?.id]);
    expect(subMembers[0]?.membership.expiryDate).toBe('2026-09-30');
    expect(await importContent(store(), id, rows)).toMatchObject({ unchanged: 3 });
    const orphan = [rows[0] ?? '', 'S-3,Cy,Ho,,Full,F-7,'];
    const { problems } = await importContent(store(), id, orphan);
    expect(problems).toMatchObject([{ line: 2, column: 'ParentNumber', value: 'F-7' }]);
  });

  it('gives firms their own location, and people only a place of practice, at suburb precision', async () => {
    const id = fresh();
    const rows = [
      'Number,First name,Last name,Organisation,Address,Suburb,Type,Lat,Lng,Location2 Name,Location2 Suburb,Location2 Lat,Location2 Lng',
      'F-1,,,Corio Physio,1 High St,Geelong,Practice,-38.15,144.36,Torquay rooms,Torquay,-38.33,144.32',
      'P-1,Ann,Lee,,2 Home St,Lara,Full,-38.02,144.40,,,,',
      'P-2,Bo,Ng,,3 Home St,Lara,Full,,,,,,',
    ];
    await importContent(store(), id, rows);
    const [firm, ann, bo] = (await storedMembers(store(), id)).map(({ membership }) => membership.locations);
    expect(firm).toMatchObject([
      { name: 'Corio Physio', address: '1 High St', precision: 'exact', latitude: -38.15 },
      { name: 'Torquay rooms', address: '', suburb: 'Torquay', precision: 'exact' },
    ]);
    expect(ann).toMatchObject([{ address: '', suburb: 'Lara', precision: 'suburb' }]);
    expect(bo).toEqual([]);
    expect(await importContent(store(), id, rows)).toMatchObject({ unchanged: 3 });
  });

  it('creates extras from columns, with options from their answers, private by default', async () => {
    const id = fresh();
    const rows = [
      'Number,Name,Email,Type,Languages,New patients,Notes',
      'P-1,Ann Lee,a@example.org,Full,Greek;Italian,yes,likes tea',
      'P-2,Bo Ng,b@example.org,Full,Italian,No,',
      'P-3,Cy Ho,c@example.org,Full,Greek;Italian,No,',
      'P-4,Di Po,d@example.org,Full,Greek,No,',
    ];
    const extras = ['Languages', 'New patients', 'Notes'];
    const differs = { mapping: { map: [], set: [], extras }, searchableExtras: ['Languages'] };
    await importContent(store(), id, rows, differs);
    const structure = await readStructure(store().members, id);
    expect([...(structure?.extras.values() ?? [])]).toMatchObject([
      {
        question: 'Languages',
        answerType: 2,
        isSearchable: true,
        isAdminOnly: false,
        options: ['Greek', 'Italian'],
      },
      { question: 'New patients', answerType: 3, isSearchable: false, isAdminOnly: true },
      { question: 'Notes', answerType: 0, isSearchable: false, isAdminOnly: true },
    ]);
    const [ann] = await storedMembers(store(), id);
    expect(ann?.membership.answers.map(({ answer }) => answer)).toEqual([
      'Greek',
      'Italian',
      'Yes',
      'likes tea',
    ]);
    expect(await importContent(store(), id, rows, differs)).toMatchObject({ unchanged: 4 });
  });

  it('accepts addons with quantity and end, committees, visibility and precision', async () => {
    const id = fresh();
    const rows = [
      'Number,Name,Email,Type,Chapter,Addons,Committee,Listed,Show,Lat,Lng,Precision',
      'P-1,Ann Lee,a@example.org,Full,VIC,Journal x2 until 31 Dec 2026;Insurance,VIC;Board,no,FirstName;LastName,-38,144,postcode',
    ];
    await importContent(store(), id, rows);
    const [ann] = await storedMembers(store(), id);
    expect(ann?.membership).toMatchObject({ isListed: false, show: ['FirstName', 'LastName'] });
    expect(ann?.membership.addons).toMatchObject([
      { quantity: 2, expiryDate: '2026-12-31' },
      { quantity: 1, expiryDate: null },
    ]);
    expect(ann?.membership.locations).toMatchObject([{ precision: 'postcode' }]);
    const seats = await store().members.selectFrom('committee_seat').select('chapter_id').execute();
    expect(seats.map(({ chapter_id }) => Number(chapter_id)).sort()).toEqual([0, ann?.membership.chapterId]);
  });

  it('matches a parent by ID, before and after its own row, and committees with their dates', async () => {
    const id = fresh();
    const rows = [
      'ChapterhouseID,Kind,First name,Last name,Company,Type,ChapterhouseParentID,Committee',
      '21,individual,Ann,Lee,,Full,30,Victoria from 2025-01-01 until 2026-12-31; Board from 2024-02-03',
      '30,corporate,,,Corio Physio,Practice,,',
      '22,individual,Bo,Ng,,Full,30,',
    ];
    expect(await importContent(store(), id, rows)).toMatchObject({ created: 3, bad: 0 });
    const parents = (await storedMembers(store(), id)).map(({ membership }) => membership.parentId);
    expect(parents).toEqual([30, 30, null]);
    const seats = await store()
      .members.selectFrom('committee_seat')
      .select(['starts_on', 'ends_on'])
      .where('organisation_id', '=', id)
      .orderBy('position')
      .execute();
    expect(seats).toEqual([
      { starts_on: '2025-01-01', ends_on: '2026-12-31' },
      { starts_on: '2024-02-03', ends_on: null },
    ]);
    const wrong = [rows[0] ?? '', '23,individual,Cy,Oh,,Full,21,'];
    expect((await importContent(store(), id, wrong)).problems).toMatchObject([
      {
        line: 2,
        column: 'ChapterhouseParentID',
        value: '21',
        reason: 'is not the ID of a corporate membership',
      },
    ]);
  });

  it('refuses a second individual membership of a person, by line and column', async () => {
    const id = fresh();
    const rows = [
      'Number,ChapterhousePersonID,First name,Last name,Type',
      '1,7,Ann,Lee,Full',
      '2,7,Ann,Lee,Full',
    ];
    expect((await importContent(store(), id, rows)).problems).toMatchObject([
      {
        line: 3,
        column: 'MembershipNumber',
        value: '2',
        reason: 'is the same member as line 2',
      },
    ]);
    expect(await storedMembers(store(), id)).toHaveLength(0);
  });

  describe('--replace', () => {
    const rows = (count: number) => [
      'Number,Name,Type',
      ...Array.from({ length: count }, (_, at) => `N${at},Ann Number${at},Full`),
    ];

    it('removes members that are not in the file, up to 10 %', async () => {
      const id = fresh();
      await importContent(store(), id, rows(20));
      const result = await importContent(store(), id, rows(18), { replaces: true });
      expect(result).toMatchObject({ removed: 2, isWritten: true });
      expect(await storedMembers(store(), id)).toHaveLength(18);
    });

    it('stops above 10 % and lists who would be removed, until their exact number is confirmed', async () => {
      const id = fresh();
      await importContent(store(), id, rows(20));
      const replace = (confirmedRemovals: number | null) =>
        importContent(store(), id, rows(17), { replaces: true, confirmedRemovals });
      for (const wrong of [null, 2, 4]) {
        await expect(replace(wrong)).rejects.toThrow(
          /3 of 20 memberships.*\n  N17  Ann Number17\n  N18  Ann Number18\n  N19  Ann Number19\n.*--remove 3\.$/s,
        );
        expect(await storedMembers(store(), id)).toHaveLength(20);
      }
      expect(await replace(3)).toMatchObject({ removed: 3 });
      expect(await storedMembers(store(), id)).toHaveLength(17);
    });

    it('stops above 50 members, and names 100 of them', async () => {
      const id = fresh();
      await importContent(store(), id, rows(600));
      const replace = (count: number) => importContent(store(), id, rows(count), { replaces: true });
      await expect(replace(549)).rejects.toThrow(/51 of 600 memberships \(9 %\)/);
      await expect(replace(490)).rejects.toThrow(/\n  N589  Ann Number589\n  … and 10 more\n/);
      expect(await replace(550)).toMatchObject({ removed: 50 });
    });

    it('refuses a confirmed number that is too high, even when no confirmation is needed', async () => {
      const id = fresh();
      await importContent(store(), id, rows(20));
      await expect(
        importContent(store(), id, rows(19), { replaces: true, confirmedRemovals: 2 }),
      ).rejects.toThrow(/1 of 20 memberships \(5 %\), not 2/);
    });
  });

  it('says what to do when the organisation, the type or the name is missing', async () => {
    const id = fresh();
    await expect(importContent(store(), id, people, { create: null })).rejects.toThrow(/--create/);
    await expect(importContent(store(), id, ['Email,Type', 'a@example.org,Full'])).rejects.toThrow(
      /FullName/,
    );
    await expect(importContent(store(), id, ['Name,Email', 'A,a@example.org'])).rejects.toThrow(
      /MembershipType/,
    );
    await expect(importContent(store(), id, ['Name,Type'])).rejects.toThrow(/no rows/);
  });
});

describe('points', () => {
  it.each([
    ['0,0', /unknown/],
    ['144.36,-38.15', /swapped/],
    ['-38.15,', /go together/],
    ['-38.15,181', /-180 to 180/],
    ['-38.15,north', /degrees such as/],
  ])('%s is reported', async (point, reason) => {
    const { openFreshStore } = await import('@/lib/store/stores.fixture');
    const { store, remove } = await openFreshStore('sqlite');
    const rows = ['Organisation,Type,Lat,Lng', `Corio Physio,Practice,${point}`];
    const { problems } = await importContent(store, 1, rows);
    expect(problems[0]?.reason).toMatch(reason);
    await remove();
  });
});
