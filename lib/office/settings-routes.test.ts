import { beforeEach, expect, it } from 'vitest';
import { readJournal } from '@/lib/store/journal-read';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { readSite } from '@/lib/service/read-site';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 8700;

describeEachEngine('the settings in the office', (store) => {
  let office: TestOffice;
  let token = '';
  const send = (method: string, path: string, body?: unknown) =>
    office.office(method, path, { token, ...(body === undefined ? {} : { body }) });
  const read = async () => (await send('GET', 'settings')).json();
  const fieldsOf = async (response: Response) => {
    const { fields } = await response.json();
    return (fields as { field: string; reason: string }[]).map(({ field, reason }) => `${field} ${reason}`);
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    token = await office.ownToken({ personId: officePeople.owner });
  });

  it('are read together and changed one by one, and the journal names who did it', async () => {
    const before = await read();
    expect(before.Settings).toMatchObject({ TimeZone: 'Australia/Melbourne', NoticeDays: 30 });
    const response = await send('PATCH', 'settings', { Name: 'New name', Colour: '#aa3300' });
    expect(await response.json()).toEqual({ ...before.Settings, Name: 'New name', Colour: '#aa3300' });
    expect((await read()).Settings.Name).toBe('New name');
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const last = rows.findLast(({ kind }) => kind === 'organisation');
    expect(last?.actor).toEqual({ kind: 'person', id: String(officePeople.owner) });
  });

  it('at most three questions are on cards, in the office and on the site', async () => {
    const add = async (name: string, OnCard: boolean) =>
      send('POST', 'settings/extras', { Question: name, Searchable: true, OnCard });
    const ids: string[] = [];
    for (const name of ['Languages', 'Home visits', 'Video'])
      ids.push(String((await (await add(name, true)).json()).ID));
    expect(await fieldsOf(await add('Parking', true))).toEqual([
      'OnCard must be false: cards show at most 3 questions, and others are chosen',
    ]);
    expect((await add('Parking', false)).status).toBe(201);
    const [first = ''] = ids;
    expect((await send('PATCH', `settings/extras/${first}`, { Question: 'More languages' })).status).toBe(
      200,
    );
    expect((await readSite(store(), organisationId)).cardQuestions).toEqual(ids);
    await send('PATCH', `settings/extras/${first}`, { OnCard: false });
    expect((await add('Access', true)).status).toBe(201);
  });

  it('are not sent again to somebody who has them', async () => {
    const tag = (await send('GET', 'settings')).headers.get('ETag') ?? '';
    const headers = { 'If-None-Match': tag };
    expect((await office.office('GET', 'settings', { token, headers })).status).toBe(304);
  });

  it('a change is refused and nothing is stored if somebody else has changed the settings since', async () => {
    const first = await send('GET', 'settings');
    const tag = first.headers.get('ETag') ?? '';
    const patch = (path: string, body: unknown, ifMatch: string) =>
      office.office('PATCH', path, { token, body, headers: { 'If-Match': ifMatch } });
    expect((await patch('settings/chapters/1', { Contact: 'north@example.org' }, tag)).status).toBe(200);
    const late = await patch('settings', { Name: 'Late' }, tag);
    expect(await errorOf(late.clone())).toBe('412 precondition_failed');
    expect(await errorOf(await patch('settings/chapters/1', { Name: 'Late' }, tag))).toBe(
      '412 precondition_failed',
    );
    expect((await read()).Settings.Name).not.toBe('Late');
    expect((await patch('settings', { Name: 'Late' }, late.headers.get('ETag') ?? '')).status).toBe(200);
    const chapters = (await read()).Chapters as { ID: string }[];
    expect(chapters.find(({ ID }) => ID === '1')).toMatchObject({ Contact: 'north@example.org' });
  });

  it('a noun has at most two words, and an address is a single address', async () => {
    const nouns = { NounOne: 'osteopath', NounMany: 'osteopaths', ContactEmail: 'office@example.org' };
    expect(await (await send('PATCH', 'settings', nouns)).json()).toMatchObject(nouns);
    const wrong = { NounOne: '<b>x</b>', NounMany: '{count}', ContactEmail: 'a@example.org, b@example.org' };
    const response = await send('PATCH', 'settings', wrong);
    expect((await fieldsOf(response)).map((text) => text.split(' ')[0])).toEqual(Object.keys(wrong));
    expect(await (await send('PATCH', 'settings', { NounOne: '', ContactEmail: null })).json()).toMatchObject(
      {
        NounOne: '',
        ContactEmail: null,
      },
    );
  });

  it('synonyms are stored in one form, with a row in the journal, and refused if somebody changed them meanwhile', async () => {
    const before = (await send('GET', 'settings')).headers.get('ETag') ?? '';
    const saved = await send('PATCH', 'settings', { Synonyms: 'osteo ,osteopath\n\nknee,patella' });
    expect(await saved.json()).toMatchObject({ Synonyms: 'osteo, osteopath\nknee, patella' });
    const late = await office.office('PATCH', 'settings', {
      token,
      body: { Synonyms: '' },
      headers: { 'If-Match': before },
    });
    expect(await errorOf(late)).toBe('412 precondition_failed');
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const last = rows.findLast(({ kind }) => kind === 'organisation');
    expect(JSON.stringify(last)).toContain('knee, patella');
    const wrong = await send('PATCH', 'settings', { Synonyms: 'osteo, osteopath\nalone' });
    expect(await fieldsOf(wrong)).toEqual([expect.stringContaining('Synonyms must have two or more words')]);
    const { Settings } = await read();
    expect(Settings).toMatchObject({ Synonyms: 'osteo, osteopath\nknee, patella' });
  });

  it('the currency follows the country unless it is given', async () => {
    await send('PATCH', 'settings', { Country: 'Australia', Currency: 'AUD' });
    const moved = await send('PATCH', 'settings', { Country: 'New Zealand' });
    expect(await moved.json()).toMatchObject({ Country: 'New Zealand', Currency: 'NZD' });
    const chosen = await send('PATCH', 'settings', { Country: 'France', Currency: 'CHF' });
    expect(await chosen.json()).toMatchObject({ Country: 'France', Currency: 'CHF' });
  });

  it('wrong settings are refused with the name of each field, and none is changed', async () => {
    const before = await read();
    const response = await send('PATCH', 'settings', {
      Name: '',
      TimeZone: 'Melbourne',
      LogoURL: 'https://192.168.1.1/logo.png',
      Colour: 'red',
      ID: 3,
      Password: 'x',
    });
    expect(response.status).toBe(422);
    expect(await fieldsOf(response)).toEqual([
      'Name must not be empty',
      expect.stringContaining('TimeZone must be'),
      'Colour must be a colour as #rrggbb',
      'LogoURL is in a private or reserved network',
      'ID is not a known field',
      'Password is not a known field',
    ]);
    expect(await read()).toEqual(before);
  });

  it.each([
    ['types', 'MembershipTypes', { Name: 'Student', Cost: '45.00', Student: true }, { Cost: '50.00' }],
    ['categories', 'Categories', { Name: 'Hands' }, { Description: 'Hands and wrists' }],
    ['chapters', 'Chapters', { Name: 'North' }, { Name: 'North-west' }],
    ['addons', 'Addons', { Name: 'Journal', Cost: '20.00' }, { Visible: false }],
    ['extras', 'Extras', { Question: 'Languages', AnswerType: 2, Options: ['Auslan'] }, { Searchable: true }],
  ])('%s are added, changed and removed', async (items, list, values, change) => {
    const before = (await read())[list];
    const added = await send('POST', `settings/${items}`, values);
    expect(added.status).toBe(201);
    const item = await added.json();
    expect(item).toMatchObject(values);
    expect((await read())[list]).toEqual([...before, item]);
    const changed = await send('PATCH', `settings/${items}/${item.ID}`, change);
    expect(await changed.json()).toEqual({ ...item, ...change });
    const removed = await send('DELETE', `settings/${items}/${item.ID}`);
    expect(await removed.json()).toEqual({ Memberships: 0 });
    expect((await read())[list]).toEqual(before);
    expect(await errorOf(await send('DELETE', `settings/${items}/${item.ID}`))).toBe('404 not_found');
  });

  it('an item without a name, with an unknown extra, or in a list that does not exist is refused', async () => {
    expect(await fieldsOf(await send('POST', 'settings/categories', {}))).toEqual(['Name must not be empty']);
    const type = await send('POST', 'settings/types', { Name: 'Student', Extras: [999] });
    expect(await fieldsOf(type)).toEqual([expect.stringContaining('Extras[0]')]);
    expect(await errorOf(await send('POST', 'settings/members', { Name: 'x' }))).toBe('404 not_found');
    expect(await errorOf(await send('PATCH', 'settings/categories/99', { Name: 'x' }))).toBe('404 not_found');
  });

  it('an item in use is removed only if the caller says what happens to its users, which the error lists', async () => {
    const category = await (await send('POST', 'settings/categories', { Name: 'Hands' })).json();
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(20, { categoryIds: [Number(category.ID)] }));
    });
    const refused = await send('DELETE', `settings/categories/${category.ID}`);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: 'conflict', Uses: '1 membership' });
    const removed = await send('DELETE', `settings/categories/${category.ID}?TakeAway=true`);
    expect(await removed.json()).toEqual({ Memberships: 1 });
    const { Categories } = await (await send('GET', 'members/20')).json();
    expect(Categories).toEqual([]);
  });

  it('a question in use is removed with its answers, also those of addons, and from the types, only if the caller says so', async () => {
    await office.write(async (writer) => {
      await writer.memberships.put(
        sampleMember(20, {
          answers: [
            { extraId: 11, answer: 'Yes' },
            { extraId: 12, answer: 'English' },
          ],
          addons: [
            { addonId: 1, quantity: 1, expiryDate: null, answers: [{ extraId: 12, answer: 'English' }] },
          ],
        }),
      );
      const type = writer.structure.current?.types.get(1);
      if (type === undefined) throw new Error('the type exists');
      await writer.structure.putMembershipTypes([{ ...type, extraIds: [11, 12] }]);
    });
    const refused = await send('DELETE', 'settings/extras/12');
    expect(await errorOf(refused.clone())).toBe('409 conflict');
    expect(await refused.json()).toMatchObject({ Uses: expect.stringContaining('2 answers') });
    expect(await (await send('DELETE', 'settings/extras/12?TakeAway=true')).json()).toEqual({
      Memberships: 1,
    });
    const { Extras, MembershipTypes } = await read();
    expect((Extras as { ID: string }[]).map(({ ID }) => ID)).toEqual(['11', '13']);
    expect((MembershipTypes as { ID: string }[]).find(({ ID }) => ID === '1')).toMatchObject({
      Extras: [expect.anything()],
    });
    const member = JSON.stringify(await (await send('GET', 'members/20')).json());
    expect([member.includes('Yes'), member.includes('English')]).toEqual([true, false]);
  });

  it('a membership type in use is replaced by another, never by itself or by one that does not exist', async () => {
    const type = await (await send('POST', 'settings/types', { Name: 'Student' })).json();
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(20, { typeId: Number(type.ID) }));
    });
    expect(await errorOf(await send('DELETE', `settings/types/${type.ID}?TakeAway=true`))).toBe(
      '409 conflict',
    );
    for (const other of [type.ID, '999', 'x']) {
      expect(await errorOf(await send('DELETE', `settings/types/${type.ID}?ReplaceWith=${other}`))).toBe(
        '400 invalid_request',
      );
    }
    const removed = await send('DELETE', `settings/types/${type.ID}?ReplaceWith=1`);
    expect(await removed.json()).toEqual({ Memberships: 1 });
    expect((await (await send('GET', 'members/20')).json()).MembershipType.ID).toBe('1');
  });
});
