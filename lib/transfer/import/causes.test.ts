import { expect, it } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';

let next = 8800;
const header = 'Number,First name,Last name,Phone,Joined,Type,Status,Expires';
const rows = [
  'G-1,Ann,Lee,n/a,,Fellowship,Active,2099-12-31',
  'G-2,Bo,Ng,TBD,30 Foo 2020,Fellowship,Honoured,2099-12-31',
  'G-3,Cy,Ho,-,soon,Felowship,honoured,2099-12-31',
  'G-4,"Dee\nDi",Oh,555 0104,,Fellowship,Active,2099-12-31',
  'G-5,Eve,Oz,555 0105,,Fellowship,Active,soon',
];
const file = [header, ...rows];

describeUsualEngines('the problems of a file', (store) => {
  it('are grouped by cause and column, with the name and the row that a spreadsheet shows', async () => {
    const { groups = [], isWritten } = await importContent(store(), (next += 1), file);
    expect(isWritten).toBe(false);
    const shown = groups.map(({ key, rows: found, answers, preset, answer }) => ({
      key,
      rows: found.map(({ line, name }) => `${line} ${name}`),
      answers: answers.join(' '),
      preset,
      answer,
    }));
    const open = { preset: null, answer: null };
    const asWords =
      'as:Active as:Pending as:Pending renewal as:Lapsed as:Suspended as:Cancelled as:Deceased leave-out-row';
    const leaveOut = 'leave-out-cell leave-out-row';
    expect(shown).toEqual([
      { key: 'unreadable@Joined', rows: ['3 Bo Ng', '4 Cy Ho'], answers: leaveOut, ...open },
      { key: 'unknown-word@Status:honoured', rows: ['3 Bo Ng', '4 Cy Ho'], answers: asWords, ...open },
      { key: 'unreadable@Expires', rows: ['6 Eve Oz'], answers: 'leave-out-row', ...open },
      {
        key: 'no-value-word@Phone',
        rows: ['2 Ann Lee'],
        answers: leaveOut,
        ...open,
        preset: 'leave-out-cell',
      },
    ]);
    expect(groups.at(-1)?.rows[0]?.line).toBe(2);
  });

  it('are answered by group: cells and rows are left out, words are read as others, and all answers are reported', async () => {
    const id = (next += 1);
    const answers = new Map([
      ['unreadable@Joined', 'leave-out-cell'],
      ['unknown-word@Status:honoured', 'as:Deceased'],
      ['unreadable@Expires', 'leave-out-row'],
      ['no-value-word@Phone', 'leave-out-cell'],
    ]);
    const asked = await importContent(store(), id, file, { answers });
    // Only now the rows of the last question can be read.
    expect(
      asked.groups?.filter(({ answer }) => answer === null).map(({ key, answers: of }) => [key, of]),
    ).toEqual([['misspelt-type@MembershipType:felowship', ['as:Fellowship', 'accept']]]);
    answers.set('misspelt-type@MembershipType:felowship', 'as:Fellowship');
    const done = await importContent(store(), id, file, { answers });
    expect(done).toMatchObject({ isWritten: true, created: 4, bad: 1, questions: [] });
    expect(done.groups?.map(({ key, answer }) => [key, answer])).toEqual(
      expect.arrayContaining([...answers].map(([key, answer]) => [key, answer])),
    );
    const members = await storedMembers(store(), id);
    expect(
      members.map(({ membership, person }) => [
        person.firstName,
        person.phone,
        membership.isApproved,
        membership.standing,
        membership.standingWord,
        membership.typeId === members[0]?.membership.typeId,
      ]),
    ).toEqual([
      ['Ann', '', true, 'none', 'Active', true],
      ['Bo', '', false, 'deceased', 'Honoured', true],
      ['Cy', '', false, 'deceased', 'honoured', true],
      ['Dee Di', '555 0104', true, 'none', 'Active', true],
    ]);
  });

  it('keep the stored value of a cell that is left out, and an answer that is not offered answers nothing', async () => {
    const id = (next += 1);
    await importContent(store(), id, [header, 'G-5,Eve,Oz,555 0100,,Fellowship,Active,2099-12-31']);
    const broken = [header, 'G-5,Eve,Oz,555 0199,soon,Fellowship,Active,soon'];
    const answers = new Map([
      ['unreadable@Joined', 'leave-out-cell'],
      ['unreadable@Expires', 'leave-out-cell'],
    ]);
    expect(await importContent(store(), id, broken, { answers })).toMatchObject({ isWritten: false });
    const [stored] = await storedMembers(store(), id);
    expect(stored?.membership.expiryDate).toBe('2099-12-31');
    expect(stored?.person.phone).toBe('555 0100');
  });
});
