import { expect, it } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';
import type { Accepted } from './import-file';

let next = 12_800;
const accepting = (accepted: Partial<Accepted>) => ({
  accepts: { doubts: false, otherPeople: false, sharedNumbers: false, endless: true, ...accepted },
});
const header = 'Number,First name,Last name,Email,Phone,Type';
const ann = '77,Ann,Lee,lee@example.org,1,Full';
const bo = '77,Bo,Lee,lee@example.org,2,Full';
const cy = '78,Cy,Ng,cy@example.org,3,Full';

describeUsualEngines('a membership number in a file', (store) => {
  const people = async (id: number) =>
    (await storedMembers(store(), id)).map(({ membership, person }) => [
      membership.membershipNumber,
      person.firstName,
      person.phone,
    ]);

  it('that rows share is one question, and the couple is matched by name later', async () => {
    const id = (next += 1);
    const asked = await importContent(store(), id, [header, ann, bo, cy], accepting({}));
    expect(asked).toMatchObject({ isWritten: false, problems: [] });
    expect(asked.questions).toMatchObject([
      {
        line: 3,
        column: 'MembershipNumber',
        value: '77',
        reason: 'is also the number in line 2',
        confirm: 'sharedNumbers',
      },
    ]);
    const couple = accepting({ sharedNumbers: true });
    expect(await importContent(store(), id, [header, ann, bo, cy], couple)).toMatchObject({ created: 3 });
    const before = [
      ['77', 'Ann', '1'],
      ['77', 'Bo', '2'],
      ['78', 'Cy', '3'],
    ];
    expect(await people(id)).toEqual(before);
    const later = await importContent(store(), id, [header, bo.replace('2', '9'), ann], accepting({}));
    expect(later).toMatchObject({ isWritten: true, updated: 1, unchanged: 1, created: 0 });
    expect((await people(id))[1]).toEqual(['77', 'Bo', '9']);
    const alone = await importContent(store(), id, [header, ann.replace('1', '8')], accepting({}));
    expect(alone).toMatchObject({ isWritten: true, updated: 1 });
    expect((await people(id))[0]).toEqual(['77', 'Ann', '8']);
  });

  it('that several memberships have, without a name that decides, is refused, and removes none of them', async () => {
    const id = (next += 1);
    await importContent(store(), id, [header, ann, bo, cy], accepting({ sharedNumbers: true }));
    const rows = ['Number,Phone,Type', '77,9,Full', '78,3,Full'];
    const refused = await importContent(store(), id, rows, {
      ...accepting({ otherPeople: true }),
      skipsBad: true,
      replaces: true,
    });
    expect(refused).toMatchObject({ updated: 0, unchanged: 1, removed: 0 });
    expect(refused.problems).toMatchObject([
      {
        line: 2,
        column: 'MembershipNumber',
        value: '77',
        reason:
          'is the number of Ann Lee (membership 1) and Bo Lee (membership 2): give the ChapterhouseID of the one that is meant',
      },
    ]);
    expect(await people(id)).toHaveLength(3);
  });

  it('that another member has is refused, unless the file gives that member another number', async () => {
    const id = (next += 1);
    await importContent(store(), id, [header, ann, cy], accepting({}));
    const taken = await importContent(store(), id, ['ChapterhouseID,Number', '1,78'], accepting({}));
    expect(taken.problems).toMatchObject([
      { line: 2, column: 'MembershipNumber', reason: 'is already the number of Cy Ng (membership 2)' },
    ]);
    const shifted = ['ChapterhouseID,Number', '1,78', '2,79'];
    expect(await importContent(store(), id, shifted, accepting({}))).toMatchObject({ updated: 2 });
    expect((await people(id)).map(([number]) => number)).toEqual(['78', '79']);
  });

  it('is never the default of a new member', async () => {
    const id = (next += 1);
    const rows = [
      'Number,First name,Last name,Email,Type',
      '2,Ann,Lee,a@x.example,Full',
      ',Bo,Ng,b@x.example,Full',
    ];
    const third = ['3,Cy,Ng,c@x.example,Full', ',Di,Ng,d@x.example,Full'];
    await importContent(store(), id, [...rows, ...third], accepting({}));
    expect((await people(id)).map(([number]) => number)).toEqual(['2', '4', '3', '5']);
    const again = await importContent(store(), id, [...rows, ...third], accepting({}));
    expect(again).toMatchObject({ unchanged: 4 });
  });

  it('does not choose between two people with the same name and address', async () => {
    const id = (next += 1);
    const twice = [
      'ChapterhouseID,ChapterhousePersonID,First name,Last name,Email,Type',
      '1,1,Ann,Lee,a@x.example,Full',
      '2,2,Ann,Lee,a@x.example,Full',
    ];
    await importContent(store(), id, twice, accepting({}));
    expect(await people(id)).toHaveLength(2);
    const row = ['First name,Last name,Email,Phone,Type', 'Ann,Lee,a@x.example,5,Full'];
    const { problems } = await importContent(store(), id, row, accepting({}));
    expect(problems).toMatchObject([
      { line: 2, column: 'Email', reason: expect.stringContaining('membership 2') },
    ]);
  });
});
