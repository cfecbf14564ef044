/** Tries to read and change what an owner hides from chapter officers, through every endpoint that could reveal it. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { describeOfficerGroups, officerGroupNames, officerGroups } from '@/lib/contract/officer-groups';
import { todaySchema } from '@/lib/contract/office-today';
import { officeEndpoints } from '@/lib/contract/office-rights/role-table';
import { buildMissingWords } from '@/lib/store/build-words';
import { byPerson } from '@/lib/store/journal';
import { noAreaCentre, sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';
import { secretMember } from './secret-member.fixture';

let organisationId = 22_000;
const member = 50;
const waiting = 51;

/** For each hidden group: values that an officer must not find anywhere, and searches that would reveal them. */
const secrets = {
  contact: {
    values: ['secret@hidden.example', '0399995555'],
    searches: ['secret@hidden.example', '0399995555'],
  },
  addresses: {
    values: ['7 Secret Lane', '3777', 'PO Box 777', '-37.123456'],
    searches: ['lane', '3777', '777'],
  },
  dates: { values: ['2031-03-04', '2011-05-06'], searches: [] },
  money: { values: ['77.77', 'pay.example', 'outstanding'], searches: [] },
  answers: { values: ['Zanzibar', 'Quokka'], searches: ['zanzibar', 'quokka'] },
  notes: { values: ['Owes a favour'], searches: [] },
} as const;
type Hideable = keyof typeof secrets;
const hideable = Object.keys(secrets) as Hideable[];

it('docs/office.md has the table of the groups', () => {
  expect(readFileSync('docs/office.md', 'utf8')).toContain(`\n${describeOfficerGroups()}\n`);
});

it('every group that can be hidden has secrets in these tests', () => {
  const can = officerGroupNames.filter((name) => officerGroups[name].levels.some((one) => one === 'hidden'));
  expect(hideable).toEqual(expect.arrayContaining(can));
  expect(can).toHaveLength(hideable.length);
});

/** Whether the value has a field at this path, also through elements of lists. */
function has(value: unknown, [first, ...rest]: string[]): boolean {
  if (first === undefined) return true;
  if (Array.isArray(value)) return value.some((one) => has(one, [first, ...rest]));
  return (
    typeof value === 'object' && value !== null && first in value && has(Reflect.get(value, first), rest)
  );
}

describeUsualEngines('what chapter officers see', (store) => {
  let office: TestOffice;
  const as = async (role: 'owner' | 'officer', method: string, path: string, body?: unknown) => {
    const token = await office.ownToken({ personId: officePeople[role] });
    return office.office(method, path, { token, ...(body === undefined ? {} : { body }) });
  };
  const set = async (setting: string) => {
    const response = await as('owner', 'PATCH', 'settings', { OfficerAccess: setting });
    expect(response.status).toBe(200);
  };
  const changeBefore = (personChange: object, membershipChange: object) =>
    withMembersWriter(
      store(),
      {
        organisationId,
        clock: () => office.time.now,
        areaCentre: noAreaCentre,
        cause: byPerson(officePeople.owner, 'secret@hidden.example at 7 Secret Lane, Zanzibar, 77.77'),
      },
      async (writer) => {
        const { person, membership } = secretMember(member, true);
        await writer.memberships.put({
          person: { ...person, ...personChange },
          membership: { ...membership, ...membershipChange },
        });
        await writer.memberships.put({ person, membership });
      },
    );

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write(async (writer) => {
      await writer.memberships.put(secretMember(member, true));
      await writer.memberships.put(secretMember(waiting, false));
    });
    await buildMissingWords(store().members);
    await as('owner', 'POST', `members/${member}/notes`, { Text: 'Owes a favour' });
    // The journal contains every secret as an earlier or a later value.
    await changeBefore(
      {
        email: 'x@hidden.example',
        phone: '',
        address: { ...secretMember(1, true).person.address, address: 'x' },
      },
      {
        expiryDate: null,
        joiningDate: null,
        amountOutstandingThousandths: 0,
        answers: [],
        locations: [],
      },
    );
  });

  /** Every response that shows members to an officer. */
  const everything = async (): Promise<[path: string, text: string][]> => {
    const paths = [
      `members/${member}`,
      'members?Page[Size]=200',
      'approvals',
      `journal?Member=${member}&Limit=200`,
      'journal?Limit=200',
      `members/${member}/notes`,
      `members/${member}/account`,
      'today',
      'views',
      'structure',
      'export?Format=csv&Column=number&Column=type',
    ];
    const read: [string, string][] = [];
    for (const path of paths) {
      const response = await as('officer', 'GET', path);
      read.push([path, await response.text()]);
    }
    const changed = await as('officer', 'PATCH', `members/${member}`, { Directory: { Listed: false } });
    read.push(['PATCH', `${changed.status} ${await changed.text()}`]);
    const token = await office.ownToken({ personId: officePeople.officer });
    const stale = await office.office('PATCH', `members/${member}`, {
      token,
      body: { Directory: { Listed: true } },
      headers: { 'If-Match': '"stale"' },
    });
    expect(stale.status).toBe(412);
    read.push(['412', await stale.text()]);
    const bulk = await as('officer', 'POST', 'bulk', {
      Members: { IDs: [String(member)] },
      Action: { Do: 'set', Field: 'Listed', Value: 'true' },
    });
    read.push(['bulk', await bulk.text()]);
    return read;
  };

  it('names fields that records have', async () => {
    const record: unknown = await (await as('owner', 'GET', `members/${member}`)).json();
    const paths = officerGroupNames.flatMap((name) => [
      ...officerGroups[name].fields,
      ...officerGroups[name].changes,
    ]);
    // This member has no addons.
    expect(paths.filter((path) => !has(record, path.split('.')) && !path.startsWith('Addons.'))).toEqual([]);
  });

  it('without a setting, an officer sees all fields of their members, and changes what they always could', async () => {
    const all = (await everything()).map(([, text]) => text).join('\n');
    const unseen = hideable.flatMap((name) => secrets[name].values.filter((value) => !all.includes(value)));
    expect(unseen).toEqual([]);
    const me = (await (await as('officer', 'GET', 'me')).json()) as { OfficerAccess: string };
    expect(me.OfficerAccess).toBe('');
    const tries: [object, number][] = [
      [{ User: { Email: 'new@members.example', FirstName: 'New', Address: { Suburb: 'X' } } }, 200],
      [{ Categories: [1], Extras: [] }, 200],
      [{ ExpiryDate: '2032-01-01' }, 422],
      [{ AmountOutstanding: '0' }, 422],
      [{ MembershipNumber: '9' }, 422],
      [{ Checked: false }, 422],
      [{ User: 'all of it' }, 422],
    ];
    for (const [body, status] of tries)
      expect([body, (await as('officer', 'PATCH', `members/${member}`, body)).status]).toEqual([
        body,
        status,
      ]);
  });

  it.each(hideable)('hides %s in every response, and refuses questions about it', async (name) => {
    await set(`${name}: hidden`);
    const leaks = (await everything()).flatMap(([path, text]) =>
      secrets[name].values.filter((value) => text.includes(value)).map((value) => `${path}: ${value}`),
    );
    expect(leaks).toEqual([]);
    const seen = (await (await as('officer', 'GET', 'members?Page[Size]=200')).json()) as {
      Members: object[];
    };
    expect(seen.Members.length).toBeGreaterThan(1);
    for (const word of secrets[name].searches) {
      const found = await as('officer', 'GET', `members?Search=${encodeURIComponent(word)}`);
      expect([word, await found.json()]).toEqual([word, { Members: [], Next: null, Count: 0 }]);
      const all = await as('owner', 'GET', `members?Search=${encodeURIComponent(word)}`);
      expect([word, ((await all.json()) as { Count: number }).Count]).toEqual([word, 2]);
    }
    const { filters, columns, sorts } = officerGroups[name];
    const value: Record<string, string> = { Status: 'financial', HasEmail: 'true' };
    const lists = [
      ...filters.map(
        (one) =>
          `${one}=${value[one] ?? (one.startsWith('Owed') ? '1' : /From|To/.test(one) ? '2020-01-01' : '7')}`,
      ),
      ...sorts.map((one) => `Sort=${one}`),
      'Sort=changed',
    ];
    for (const list of lists) {
      expect([list, (await as('officer', 'GET', `members?${list}`)).status]).toEqual([list, 400]);
      expect([list, (await as('officer', 'GET', `export?${list}`)).status]).toEqual([list, 400]);
      const view = { Name: 'My view', List: list, Shared: false };
      expect([list, (await as('officer', 'POST', 'views', view)).status]).toEqual([list, 400]);
      if (list.startsWith('Sort')) continue;
      const bulk = { Members: { Query: list }, Action: { Do: 'approve' } };
      expect([list, (await as('officer', 'POST', 'bulk', bulk)).status]).toEqual([list, 400]);
    }
    for (const column of [...columns, 'changed'])
      expect([column, (await as('officer', 'GET', `export?Column=${column}`)).status]).toEqual([column, 400]);
    // The filters of a shared view may contain an address, so officers do not see views that they may not open.
    const [list] = lists;
    await as('owner', 'POST', 'views', { Name: 'Shared', List: list, Shared: true });
    expect(await (await as('officer', 'GET', 'views')).json()).toEqual({ Views: [] });
  });

  it.each(officerGroupNames)('refuses changes of %s by somebody who may only see it', async (name) => {
    await set(`${name}: see`);
    const { changes, bulk } = officerGroups[name];
    for (const path of changes) {
      const [first = '', second] = path.split('.');
      const body = second === undefined ? { [first]: null } : { [first]: { [second]: null } };
      const refused = await as('officer', 'PATCH', `members/${member}`, body);
      expect([path, refused.status, await refused.text()]).toEqual([
        path,
        422,
        expect.stringContaining('cannot be changed by a chapter officer'),
      ]);
    }
    for (const field of bulk) {
      const body = { Members: { IDs: [String(member)] }, Action: { Do: 'set', Field: field, Value: '' } };
      expect([field, (await as('officer', 'POST', 'bulk', body)).status]).toEqual([field, 403]);
    }
  });

  it('accepts the unchanged ID of the person from an officer, and no other', async () => {
    const { User } = (await (await as('officer', 'GET', `members/${member}`)).json()) as {
      User: { ID: string };
    };
    const change = async (ID: string) =>
      (await as('officer', 'PATCH', `members/${member}`, { User: { ID, Title: 'Dr' } })).status;
    expect(await change(User.ID)).toBe(200);
    expect(await change('999')).toBe(422);
  });

  it('lets officers change dates and amounts if an owner says so', async () => {
    await set('dates: edit\nmoney: edit');
    const changed = await as('officer', 'PATCH', `members/${member}`, {
      ExpiryDate: '2033-01-01',
      AmountOutstanding: '5.00',
    });
    expect(await changed.json()).toMatchObject({
      Member: { ExpiryDate: '2033-01-01', AmountOutstanding: '5.000' },
    });
    const end = { Members: { IDs: [String(member)] }, Action: { Do: 'end', Date: '2026-06-14' } };
    expect((await as('officer', 'POST', 'bulk', end)).status).toBe(200);
  });

  it('gives null instead of a number that depends on what is hidden', async () => {
    const expiryDate = '2026-06-20';
    await office.write((writer) =>
      writer.memberships.put(sampleMember(60, { expiryDate }, { id: 60, email: '' })),
    );
    const today = async () => todaySchema.parse(await (await as('officer', 'GET', 'today')).json());
    const numbers = async () => {
      const { Ending, Ended, WithoutEmail } = await today();
      return [Ending.Count, Ended.Count, WithoutEmail.Count, Ending.List, WithoutEmail.List];
    };
    const [ending, , withoutEmail] = await numbers();
    expect(Number(ending)).toBeGreaterThan(0);
    expect(Number(withoutEmail)).toBeGreaterThan(0);
    await set('dates: hidden\ncontact: hidden');
    expect(await numbers()).toEqual([null, null, null, null, null]);
    expect((await today()).Waiting.Count).toBe(1);
  });

  it('hides single questions and keeps their answers when an officer saves the others', async () => {
    await set('question 13: hidden\nquestion 12: see');
    const record = (await (await as('officer', 'GET', `members/${member}`)).json()) as { Extras: object[] };
    expect(record.Extras).toEqual([expect.objectContaining({ ID: '12', Answer: 'Zanzibar' })]);
    const structure = (await (await as('officer', 'GET', 'structure')).json()) as {
      Extras: { ID: string }[];
    };
    expect(structure.Extras.map(({ ID }) => ID)).toEqual(['11', '12']);
    const patch = (Extras: object[]) => as('officer', 'PATCH', `members/${member}`, { Extras });
    expect((await patch([{ ID: '12', Answer: 'English' }])).status).toBe(422);
    expect((await patch([{ ID: '13', Answer: 'Wombat' }])).status).toBe(422);
    expect((await patch([{ ID: '11', Answer: 'Yes' }])).status).toBe(200);
    const all = (await (await as('owner', 'GET', `members/${member}`)).json()) as {
      Extras: { ID: string; Answer: string }[];
      MembershipType: { Extras: { ID: string; Answer: string }[] };
    };
    const answers = [...all.Extras, ...all.MembershipType.Extras].map(({ ID, Answer }) => `${ID} ${Answer}`);
    expect(answers.sort()).toEqual(['11 Yes', '12 Zanzibar', '13 Quokka']);
    for (const query of ['Answer[13]=quokka', 'Search=quokka'])
      expect(await (await as('officer', 'GET', `members?${query}`)).json()).toMatchObject({ Members: [] });
    expect(await (await as('officer', 'GET', 'members?Answer[12]=zanzibar')).json()).toMatchObject({
      Count: 2,
    });
    const journal = await (await as('officer', 'GET', `journal?Member=${member}&Limit=200`)).text();
    expect([journal.includes('Zanzibar'), journal.includes('Quokka')]).toEqual([true, false]);
  });

  it.each([
    ['contact: hidden', ['Email', 'Phone', 'WorkPhone', 'Mobile', 'LocationPhone', 'Messages']],
    ['addresses: hidden', ['Locations', 'LocationAddress']],
    ['dates: hidden', ['JoiningDate']],
    ['answers: hidden', ['Extras']],
    ['question 12: hidden', ['Extras']],
  ])('with "%s", an officer does not make what is hidden public', async (setting, names) => {
    await set(setting);
    const change = (role: 'owner' | 'officer', Directory: object) =>
      as(role, 'PATCH', `members/${member}`, { Directory });
    const listed = {
      Members: { IDs: [String(member)] },
      Action: { Do: 'set', Field: 'Listed', Value: 'true' },
    };
    const bulk = async () => {
      const { ID } = (await (await as('officer', 'POST', 'bulk', listed)).json()) as { ID: string };
      const done = await as('officer', 'POST', `bulk/${ID}/run`, {});
      return (await done.json()) as { Changed: number; Problems: { Problems: object[] }[] };
    };
    const open = ['FirstName', 'LastName'];
    for (const name of names) {
      await change('owner', { Listed: false, Show: open });
      const added = await change('officer', { Show: [...open, name] });
      expect([name, added.status, await added.text()]).toEqual([
        name,
        422,
        expect.stringContaining(`would show ${name}, which chapter officers do not see`),
      ]);
      await change('owner', { Show: [...open, name] });
      const refused = await change('officer', { Listed: true });
      expect([name, refused.status, await refused.text()]).toEqual([
        name,
        422,
        expect.stringContaining('Directory.Listed'),
      ]);
      expect(await bulk()).toMatchObject({
        Changed: 0,
        Problems: [{ Problems: [{ Field: 'Directory.Listed' }] }],
      });
      // What was public before can stay so.
      expect((await change('owner', { Listed: true })).status).toBe(200);
      expect((await change('officer', { Show: ['LastName', name] })).status).toBe(200);
      expect((await change('officer', { Listed: false, Show: open })).status).toBe(200);
      expect((await change('officer', { Listed: true })).status).toBe(200);
    }
    await as('owner', 'PATCH', `members/${waiting}`, {
      Directory: { Listed: true, Show: [...open, ...names] },
    });
    const approved = await as('officer', 'POST', 'approvals/approve', { Members: [{ ID: String(waiting) }] });
    expect(approved.status).toBe(200);
  });

  it('emails the reason of a refusal to an address that the officer does not see', async () => {
    await set('contact: hidden');
    const refused = await as('officer', 'POST', 'approvals/refuse', { ID: String(waiting), Reason: 'Sorry' });
    expect(await refused.json()).toEqual({ ID: String(waiting), Mail: null });
    expect(office.mail.sent.map(({ to }) => to)).toEqual(['secret@hidden.example']);
  });

  it('lets an officer list a member without locations if addresses are hidden', async () => {
    await set('addresses: hidden\nquestion 13: hidden');
    await as('owner', 'PATCH', `members/${member}`, {
      Locations: [],
      Directory: { Listed: false, Show: null },
    });
    expect((await as('officer', 'PATCH', `members/${member}`, { Directory: { Listed: true } })).status).toBe(
      200,
    );
  });

  it('does not tell by the entity tag when a hidden value changes', async () => {
    await set('money: hidden');
    const tag = async () => (await as('officer', 'GET', `members/${member}`)).headers.get('ETag');
    const before = await tag();
    await as('owner', 'PATCH', `members/${member}`, { AmountOutstanding: '1.00' });
    expect(await tag()).toBe(before);
  });

  it('refuses notes and links to sign in that would reveal what is hidden', async () => {
    await set('notes: hidden\ncontact: hidden');
    const tries: [string, string, unknown][] = [
      ['GET', `members/${member}/notes`, undefined],
      ['POST', `members/${member}/notes`, { Text: 'A note' }],
      ['POST', `members/${member}/account/link`, {}],
      ['POST', 'bulk', { Members: { IDs: [String(member)] }, Action: { Do: 'invite' } }],
    ];
    for (const [method, path, body] of tries)
      expect([path, (await as('officer', method, path, body)).status]).toEqual([path, 403]);
    await set('notes: see');
    expect((await as('officer', 'GET', `members/${member}/notes`)).status).toBe(200);
    expect((await as('officer', 'POST', `members/${member}/notes`, { Text: 'A note' })).status).toBe(403);
  });

  it('applies to what was started before: a change that was checked is not made', async () => {
    await set('dates: edit');
    const end = { Members: { IDs: [String(member)] }, Action: { Do: 'end', Date: '2026-06-14' } };
    const { ID } = (await (await as('officer', 'POST', 'bulk', end)).json()) as { ID: string };
    await set('dates: hidden');
    const shown = await (await as('officer', 'GET', `bulk/${ID}`)).text();
    expect(shown).not.toContain('2031-03-04');
    expect((await as('officer', 'POST', `bulk/${ID}/run`)).status).toBe(403);
  });

  it('is a setting of owners, with its row in the journal, and limits nobody else', async () => {
    expect((await as('officer', 'PATCH', 'settings', { OfficerAccess: '' })).status).toBe(403);
    expect(officeEndpoints.changeSettings.allowed).toMatchObject({
      owner: 'yes',
      secretary: 'no',
      officer: 'no',
    });
    // Officers cannot undo changes, so no undo shows them earlier values.
    expect(officeEndpoints.undo.allowed.officer).toBe('no');
    await set('money:hidden \n\ncontact: edit\nquestion 13 : see');
    const journal = (await (await as('owner', 'GET', 'journal')).json()) as { Changes: object[] };
    expect(journal.Changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Kind: 'organisation',
          Values: [{ Field: 'OfficerAccess', Before: '', After: 'money: hidden\nquestion 13: see' }],
        }),
      ]),
    );
    expect(await (await as('owner', 'GET', `members/${member}`)).text()).toContain('77.77');
    for (const wrong of ['names: hidden', 'money', 'money: all', 'people: see', 'money: see\nmoney: hidden'])
      expect([wrong, (await as('owner', 'PATCH', 'settings', { OfficerAccess: wrong })).status]).toEqual([
        wrong,
        422,
      ]);
  });
});
