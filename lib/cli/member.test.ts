import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { usualEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

describe.each(usualEngines)('member commands on %s', (engine) => {
  const { folder, run } = commandFolder(engine);

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Organisation,Kind,MembershipType,ExpiryDate,Chapter,Categories,Parent',
      'A1,Anna,Berg,,individual,Full,2027-06-30,North,Painter,',
      'F2,Cy,Cole,Cole Ltd,corporate,Firm,2027-12-31,South,,',
      'P3,Dee,Cole,,individual,Full,,,,F2',
      'D4,Eve,Dunn,,individual,Full,2020-01-31,,,',
    ];
    writeFileSync(join(folder, 'members.csv'), rows.join('\n'));
    // In Melbourne it is already the next day.
    vi.stubEnv('CHAPTERHOUSE_NOW', '2026-06-30T20:00:00Z');
    await run('import members.csv --organisation 5 --create "Example Association"');
    await run('organisation set timeZone=Australia/Melbourne --organisation 5');
  });

  const show = async (who: string) => JSON.parse((await run(`member show ${who} --json`)).out);
  /**
   * Each command starts the fixed clock again, so times do not show the order of commands. Rows are found by their
   * reason.
   */
  const because = (rows: { reason: string | null }[], reason: string) =>
    rows.filter((row) => row.reason === reason);
  const journal = async () => JSON.parse((await run('journal --json')).out);
  const added = async (fields: string) =>
    JSON.parse((await run(`member add Kind=individual MembershipType.ID=1 ${fields} --json`)).out)
      .membershipId;

  it('shows a membership by ID or number, with its person and the last changes', async () => {
    const { exitCode, out } = await run('member show 1');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Membership 1\n {2}ID: 1\n {2}MembershipNumber: A1\n {2}ExpiryDate: 2027-06-30\n/);
    expect(out).toMatch(
      /\n {2}Chapter.Name: North\n[^]*\n {2}User.FirstName: Anna\n[^]*\n {2}Categories: \[1\]\n/,
    );
    expect(out).toMatch(/\nLast changes:\n.*import 1: person 1 created\n.*import 1: membership 1 created$/);
    expect(await show('--number A1')).toEqual(await show('1'));
  });

  it('changes fields of the membership and the person, with reason and actor in the journal', async () => {
    const changed = await run(
      'member set 1 ExpiryDate=2028-06-30 Chapter.ID=2 MembershipType.ID=2 Checked=false Categories=[] User.Address.Suburb=Geelong --reason "renewed by phone"',
    );
    expect(changed).toMatchObject({ exitCode: 0, err: '' });
    expect(changed.out).toMatch(
      /^Membership 1 is changed:\n {4}ExpiryDate: 2027-06-30 → 2028-06-30\n {4}Chapter\.ID: 1 → 2\n/,
    );
    const { member, changes } = await show('1');
    expect(member).toMatchObject({
      ExpiryDate: '2028-06-30',
      Chapter: { ID: '2', Name: 'South' },
      MembershipType: { ID: '2', Type: 'Firm' },
      Checked: false,
      Categories: [],
      User: { FirstName: 'Anna', Address: { Suburb: 'Geelong', Country: '' } },
    });
    const by = { actor: { kind: 'command', id: 'member set' } };
    expect(because(changes, 'renewed by phone')).toMatchObject([
      { kind: 'person', ...by, changes: { 'Address.Suburb': ['', 'Geelong'] } },
      {
        kind: 'membership',
        ...by,
        changes: { ExpiryDate: ['2027-06-30', '2028-06-30'], Checked: [true, false] },
      },
    ]);
  });

  it('an empty value or null clears a field, and a list in JSON replaces the stored one', async () => {
    const id = await added('ExpiryDate=2027-01-01 JoiningDate=2020-01-01 Chapter.ID=1 User.FirstName=Zoe');
    const location = '{"Name":"Studio","Geolocation":{"Lat":"-38.1499","Lng":"144.3"},"Precision":"suburb"}';
    const fields = `ExpiryDate= JoiningDate=null Chapter.ID= Categories=[1] Locations=[${location}]`;
    expect(await run(`member set ${id} ${fields}`)).toMatchObject({ exitCode: 0, err: '' });
    expect((await show(id)).member).toMatchObject({
      ExpiryDate: null,
      JoiningDate: null,
      Chapter: null,
      Categories: [1],
      // The office sees the exact point. The public sees only the point of the suburb.
      Locations: [{ Name: 'Studio', Geolocation: { Lat: '-38.1499', Lng: '144.3' }, Precision: 'suburb' }],
    });
    await run(`member set ${id} Categories= Locations=`);
    expect((await show(id)).member).toMatchObject({ Categories: [], Locations: [] });
  });

  it('a repeated change changes nothing, and writes no row', async () => {
    await run('member set --number A1 User.Title=Dr');
    const before = await journal();
    expect((await run('member set --number A1 User.Title=Dr')).out).toBe(
      'Nothing was changed, because the values are the same.',
    );
    expect(JSON.parse((await run('member set 1 User.Title=Dr --json')).out)).toEqual({
      membershipId: 1,
      changes: {},
      alsoChanged: [],
    });
    expect(await journal()).toEqual(before);
  });

  it('names every wrong field at once and changes nothing', async () => {
    const before = [await show('1'), await journal()];
    const wrong =
      'Fone=1 MembershipType=2 constructor=1 User.__proto__=1 Locations=[1 User.Phone=1 User.Phone=2 ID=9 ExpiryDate=2027-02-30 Chapter.ID=99 User.Email=nobody User.ID=9 ParentID=one Checked=yes Categories=[7]';
    const { exitCode, err } = await run(`member set 1 ${wrong}`);
    expect(exitCode).toBe(2);
    expect(err.split('\n').map((line) => line.replace(/; the fields are .*/, '; the fields are …'))).toEqual([
      '"Fone" is not a field that can be set; the fields are …',
      '"MembershipType" is not a field that can be set',
      '"constructor" is not a field that can be set',
      '"User.__proto__" is not a field that can be set',
      '"Locations" must be a list in JSON; it is "[1"',
      '"User.Phone" is given twice; it is "2"',
      '"ID" cannot be changed; it is "9"',
      '"ExpiryDate" must be a real date, such as 2026-06-30, not before 1000-01-01; it is "2027-02-30"',
      '"Chapter.ID" there is no chapter 99; it is "99"',
      '"User.Email" must be one email address; it is "nobody"',
      '"User.ID" cannot be changed; it is "9"',
      '"ParentID" must be a positive whole number, at most 900000000000000; it is "one"',
      '"Checked" must be true or false; it is "yes"',
      '"Categories[0]" there is no category 7',
    ]);
    // If a field name is wrong, `set` and `add` write nothing, not even a correct value.
    expect((await run('member set 1 ExpiryDate=2031-01-01 Fone=1')).exitCode).toBe(2);
    const complete = 'Kind=individual MembershipType.ID=1 ExpiryDate= User.FirstName=Zoe';
    expect((await run(`member add ${complete} Fone=1`)).exitCode).toBe(2);
    expect([await show('1'), await journal()]).toEqual(before);
  });

  it('adds a membership for a new person, and one for a stored person', async () => {
    const fields = 'Kind=individual MembershipType.ID=1 ExpiryDate=2027-06-30 User.LastName=Fox';
    const { member, membershipId } = JSON.parse((await run(`member add ${fields} --reason form --json`)).out);
    expect(member).toMatchObject({ MembershipNumber: String(membershipId), User: { LastName: 'Fox' } });
    const { changes } = await show(membershipId);
    const by = { actor: { kind: 'command', id: 'member add' }, reason: 'form', operation: 'created' };
    expect(changes).toMatchObject([
      { kind: 'person', ...by },
      { kind: 'membership', ...by },
    ]);
    await run(`member remove ${membershipId} --yes`);
    const again = await added(`ExpiryDate= User.ID=${member.User.ID}`);
    expect((await show(again)).member.User).toMatchObject({ ID: member.User.ID, LastName: 'Fox' });
  });

  it('ends a membership today in the time zone of the organisation, or on another day', async () => {
    const id = await added('ExpiryDate= User.FirstName=Gil');
    await run(`member end ${id} --on 2027-03-31`);
    expect((await show(id)).member.ExpiryDate).toBe('2027-03-31');
    const ended = await run(`member end ${id} --reason "left" --json`);
    expect(JSON.parse(ended.out).changes.ExpiryDate).toEqual(['2027-03-31', '2026-07-01']);
    expect(because((await show(id)).changes, 'left')).toMatchObject([
      { actor: { id: 'member end' }, changes: { ExpiryDate: ['2027-03-31', '2026-07-01'] } },
    ]);
  });

  it.each([
    [
      'member end 3 --on 2027-03-31',
      '"ExpiryDate" is that of the corporate membership, so it cannot be set for a part of it; it is "2027-03-31"',
    ],
    [
      'member set 1 User.FirstName= User.LastName=',
      '"User" must have a FirstName, a LastName or an Organisation',
    ],
    ['member set 2 User.Organisation=', '"User.Organisation" is missing: a corporate membership needs one'],
  ])('%s is refused, and nothing is changed', async (line, message) => {
    const before = await journal();
    expect(await run(line)).toEqual({ exitCode: 2, out: '', err: message });
    expect(await journal()).toEqual(before);
  });

  it('removes a membership after confirmation, and its sub-memberships only if told to', async () => {
    const before = await journal();
    const blocked = await run('member remove 2 --yes');
    expect(blocked.err).toBe(
      'Individual memberships are part of this one: 3. Add --sub-members detach to keep them on their own, or --sub-members remove to remove them too',
    );
    const unconfirmed = await run('member remove 2 --sub-members detach');
    expect([blocked.exitCode, unconfirmed.exitCode, unconfirmed.err]).toEqual([
      1,
      1,
      [
        'membership 2 (corporate, number F2) of person 2 (Cy Cole, Cole Ltd)',
        '  memberships that are on their own from then on: 3',
        'Nothing was changed. To remove the membership, add --yes',
      ].join('\n'),
    ]);
    expect(await journal()).toEqual(before);
    const detached = await run('member remove 2 --sub-members detach --yes --reason closed --json');
    expect(JSON.parse(detached.out)).toEqual({ membershipId: 2, alsoChanged: [3] });
    expect((await show('3')).member.ParentID).toBe(null);
    expect(because(await journal(), 'closed')).toMatchObject([
      { actor: { id: 'member remove' }, recordId: 3, operation: 'updated' },
      { actor: { id: 'member remove' }, recordId: 2, operation: 'removed' },
    ]);
    expect((await run('member show 2')).err).toBe('There is no membership 2 in organisation 5');
    expect((await run('person show --person 2')).exitCode).toBe(0);
    const firm = 'Kind=corporate MembershipType.ID=2 ExpiryDate= User.ID=2 --json';
    const { membershipId } = JSON.parse((await run(`member add ${firm}`)).out);
    await run(`member set 3 ParentID=${membershipId}`);
    const removed = await run(`member remove ${membershipId} --sub-members remove --yes`);
    expect(removed.out).toMatch(/\n {2}memberships that are removed too: 3$/);
    expect((await run('member show 3')).exitCode).toBe(1);
  });

  it.each([
    ['member show', 2, /^Give either the membership's ID or --number NUMBER$/],
    ['member show 1 --number A1', 2, /^Give either/],
    ['member show 99', 1, /^There is no membership 99 in organisation 5$/],
    ['member show --number Z9', 1, /^No membership in organisation 5 has the number Z9$/],
    ['member show 1 --organisation 6', 1, /^There is no organisation 6$/],
    ['member set 99 ExpiryDate=', 1, /^There is no membership 99 in organisation 5$/],
    ['member set ExpiryDate=', 2, /^Give either/],
    ['member set 1', 2, /^Give at least one Field=value$/],
    ['member set 1 ExpiryDate', 2, /name=value/],
    ['member set one ExpiryDate=', 2, /positive integer/],
    ['member set 1 Kind=corporate', 2, /^"Kind" cannot be changed; it is "corporate"$/],
    [
      'member add Kind=individual',
      2,
      /^"ExpiryDate" is missing\n"MembershipType" is missing\n"User" is missing$/,
    ],
    ['member end 4', 1, /^The last day of membership 4 is 2020-01-31, which is earlier than 2026-07-01/],
    ['member end 1 --on 2027-02-30', 2, /must be a real date/],
    ['member remove 1 --sub-members keep', 2, /Allowed choices are detach, remove/],
  ])('%s is refused with exit code %d', async (line, code, message) => {
    const before = await journal();
    const { exitCode, err } = await run(line);
    expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
    expect(await journal()).toEqual(before);
  });

  it('several memberships with one number are listed', async () => {
    const id = await added('ExpiryDate= MembershipNumber=S7 User.FirstName=Ian');
    const taken = await run(
      'member add Kind=individual MembershipType.ID=1 ExpiryDate= MembershipNumber=S7 User.FirstName=Ivy',
    );
    expect(taken.err).toContain(`is already the number of Ian (membership ${id})`);
    const rows = ['MembershipNumber,FirstName,MembershipType', 'S7,Ian,Full', 'S7,Ivy,Full'];
    writeFileSync(join(folder, 'couple.csv'), rows.join('\n'));
    await run('import couple.csv --organisation 5 --without-end --accept-shared-numbers');
    const ids = [id, Number(id) + 1];
    const { exitCode, err } = await run('member set --number S7 ExpiryDate=2030-01-01');
    expect([exitCode, err]).toEqual([
      1,
      `Several memberships have the number S7; give the ID of one: ${ids.join(', ')}`,
    ]);
  });
});
