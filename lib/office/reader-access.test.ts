/**
 * The setting that lets readers see contact details. Tries to read these details with and without it, through every
 * endpoint that could reveal them.
 */
import { beforeEach, expect, it } from 'vitest';
import { buildMissingWords } from '@/lib/store/build-words';
import { byPerson } from '@/lib/store/journal';
import { noAreaCentre } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { todaySchema } from '@/lib/contract/office-today';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';
import { secretMember } from './secret-member.fixture';

let organisationId = 23_000;
const member = 50;

/** All of them are in a record, and in the journal as an earlier and a later value. */
const contact = ['secret@hidden.example', '0399995555', '7 Secret Lane', '3777', 'PO Box 777', '-37.123456'];
/** What no reader sees. */
const never = [
  ...['Quokka', 'pay.example', 'the reason', 'Owes a favour'],
  ...['InvoiceURL', 'PaymentURL', '"Changed"'],
];
const searches = ['secret@hidden.example', '0399995555', 'lane', '3777', '777'];
const filters = ['Email=secret', 'Phone=0399', 'Street=lane', 'Postcode=37', 'MailingAddress=777'];
const alwaysRefused = ['Committee=any', 'Sort=changed', 'Sort=-changed'];

describeEachEngine('what readers see', (store) => {
  let office: TestOffice;
  let token = '';
  const ask = (path: string) => office.office('GET', path, { token });
  const as = async (role: keyof typeof officePeople, method: string, path: string, body?: unknown) => {
    const own = await office.ownToken({ personId: officePeople[role] });
    return office.office(method, path, { token: own, ...(body === undefined ? {} : { body }) });
  };
  const allow = async (isAllowed: boolean) => {
    const response = await as('owner', 'PATCH', 'settings', { ReadersSeeContact: isAllowed });
    expect(response.status).toBe(200);
  };
  const put = (person: object, membership: object) =>
    withMembersWriter(
      store(),
      {
        organisationId,
        clock: () => office.time.now,
        areaCentre: noAreaCentre,
        cause: byPerson(officePeople.owner, 'the reason names secret@hidden.example'),
      },
      (writer) => {
        const secret = secretMember(member, true);
        return writer.memberships.put({
          person: { ...secret.person, ...person },
          membership: { ...secret.membership, ...membership },
        });
      },
    );

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await put({}, {});
    const { address } = secretMember(member, true).person;
    const noAddress = { address: 'x', suburb: '', postcode: '', state: '', country: '' };
    const changed = { email: 'x@hidden.example', phone: '', address: { ...address, address: 'x' } };
    await put({ ...changed, mailingAddress: noAddress }, { locations: [], answers: [] });
    await put({}, {});
    await buildMissingWords(store().members);
    await as('owner', 'POST', `members/${member}/notes`, { Text: 'Owes a favour' });
    await as('owner', 'POST', 'views', { Name: 'By email', List: 'Email=secret', Shared: true });
    await as('owner', 'POST', 'views', { Name: 'By change', List: 'Sort=changed', Shared: true });
    token = await office.ownToken({ personId: officePeople.reader });
  });

  /** The responses to all requests that could show members to a reader, even if they are refused. */
  const everything = async (): Promise<[path: string, text: string][]> => {
    const paths = [
      ...[`members/${member}`, 'members?Page[Size]=200', `members?Person=${member}`, 'approvals', 'today'],
      ...[`journal?Member=${member}&Limit=200`, 'journal?Limit=200', 'views', 'structure', 'me'],
      ...[`members/${member}/notes`, `members/${member}/account`, `members/${member}/notices`, 'mails'],
      ...[`members/${member}/personal-data`, 'export?Column=email', 'roles', 'settings', 'searches'],
    ];
    const read: [string, string][] = [];
    for (const path of paths) read.push([path, await (await ask(path)).text()]);
    return read;
  };
  const found = async (values: readonly string[]) =>
    (await everything()).flatMap(([path, text]) =>
      values.filter((value) => text.includes(value)).map((value) => `${path}: ${value}`),
    );

  it('without the permission, no response shows contact details to a reader, and no filter or search reveals them', async () => {
    expect(await found([...contact, ...never, 'By email', 'By change'])).toEqual([]);
    for (const word of searches) {
      const response = await ask(`members?Search=${encodeURIComponent(word)}`);
      expect([word, await response.json()]).toEqual([word, { Members: [], Next: null, Count: 0 }]);
    }
    for (const query of [...filters, 'HasEmail=true', 'HasEmail=false', ...alwaysRefused]) {
      expect([query, (await ask(`members?${query}`)).status]).toEqual([query, 400]);
      const view = { Name: 'My view', List: query, Shared: false };
      expect([query, (await as('reader', 'POST', 'views', view)).status]).toEqual([query, 400]);
    }
    expect(await (await ask('today')).json()).toMatchObject({ WithoutEmail: { Count: null, List: null } });
    // Neither the entity tag nor the journal reveals that a hidden value has changed.
    const signs = async () => [
      (await ask(`members/${member}`)).headers.get('ETag'),
      await (await ask('journal?Limit=200')).text(),
    ];
    const before = await signs();
    await put({ email: 'new@hidden.example', mobile: '04' }, {});
    expect(await signs()).toEqual(before);
  });

  it('with it, a reader sees contact details and can search by them, from the next request on', async () => {
    await allow(true);
    const seen = await found(contact);
    for (const path of [
      `members/${member}`,
      'members?Page[Size]=200',
      `journal?Member=${member}&Limit=200`,
    ]) {
      const inList = contact.filter((value) => !/PO Box|-37/.test(value));
      const expected = path.startsWith('members?') ? inList : contact;
      expect(expected.filter((value) => !seen.includes(`${path}: ${value}`))).toEqual([]);
    }
    expect(await found(never)).toEqual([]);
    for (const query of [...filters, ...searches.map((word) => `Search=${encodeURIComponent(word)}`)])
      expect([query, await (await ask(`members?${query}`)).json()]).toMatchObject([query, { Count: 1 }]);
    expect((await ask('members?HasEmail=true')).status).toBe(200);
    for (const query of alwaysRefused)
      expect([query, (await ask(`members?${query}`)).status]).toEqual([query, 400]);
    const views = (await (await ask('views')).json()) as { Views: { Name: string }[] };
    expect(views.Views.map(({ Name }) => Name)).toEqual(['By email']);
    const { WithoutEmail } = todaySchema.parse(await (await ask('today')).json());
    expect(WithoutEmail).toEqual({
      Count: expect.any(Number),
      List: 'members?Approved=true&HasEmail=false',
    });
    expect(await (await ask('me')).json()).toMatchObject({ ReadersSeeContact: true, OfficerAccess: null });

    // The same token sees no contact details after an owner has withdrawn the permission.
    await allow(false);
    expect(await found(contact)).toEqual([]);
    expect((await ask('members?Email=secret')).status).toBe(400);
    expect(await (await ask('members?Search=lane')).json()).toMatchObject({ Count: 0 });
  });

  it('lets a reader do nothing more: no change, no export, no private answer', async () => {
    await allow(true);
    const record = (await (await ask(`members/${member}`)).json()) as { Extras: { ID: string }[] };
    expect(record.Extras.map(({ ID }) => ID)).toEqual(['12']);
    expect(await (await ask('members?Answer[13]=quokka')).json()).toMatchObject({ Members: [] });
    const tries: [string, string, unknown][] = [
      ['PATCH', `members/${member}`, { User: { Email: 'mine@hidden.example' } }],
      ['POST', `members/${member}/account/link`, {}],
      ['PATCH', 'settings', { ReadersSeeContact: true }],
      ['GET', 'export?Column=email', undefined],
      ['GET', `members/${member}/personal-data`, undefined],
    ];
    for (const [method, path, body] of tries)
      expect([path, (await as('reader', method, path, body)).status]).toEqual([path, 403]);
  });

  it('is a setting of owners, with its row in the journal', async () => {
    for (const role of ['secretary', 'officer', 'reader'] as const) {
      const refused = await as(role, 'PATCH', 'settings', { ReadersSeeContact: true });
      expect([role, refused.status]).toEqual([role, 403]);
    }
    expect((await as('owner', 'PATCH', 'settings', { ReadersSeeContact: 'yes' })).status).toBe(422);
    await allow(true);
    const journal = (await (await as('owner', 'GET', 'journal')).json()) as { Changes: object[] };
    expect(journal.Changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Kind: 'organisation',
          Values: [{ Field: 'ReadersSeeContact', Before: false, After: true }],
        }),
      ]),
    );
    const me = (await (await as('officer', 'GET', 'me')).json()) as { ReadersSeeContact: boolean | null };
    expect(me.ReadersSeeContact).toBeNull();
  });
});
