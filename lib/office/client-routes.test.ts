import { beforeEach, expect, it } from 'vitest';
import { ClientUses, purgeClientUses } from '@/lib/sign-in/oauth/client-uses';
import { findClient } from '@/lib/sign-in/oauth/clients';
import { updateClient } from '@/lib/sign-in/oauth/update-client';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 8900;
const site = {
  Name: 'Wiki',
  Scopes: ['openid', 'profile'],
  RedirectURIs: ['https://wiki.example/callback'],
};

describeEachEngine('the clients in the office', (store) => {
  let office: TestOffice;
  let token = '';
  const send = (method: string, path: string, body?: unknown) =>
    office.office(method, path, { token, ...(body === undefined ? {} : { body }) });
  const list = async () => (await (await send('GET', 'clients')).json()).Clients;
  const add = async () => (await send('POST', 'clients', site)).json();

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    token = await office.ownToken({ personId: officePeople.owner });
  });

  it('are added with a secret that only that response has, changed, and ended', async () => {
    const { Client, Secret } = await add();
    expect(Client).toMatchObject({ ...site, Own: false, Public: false, FirstParty: false, Rules: null });
    expect(Secret).toMatch(/^\S{30,}$/);
    expect(await list()).toHaveLength(2);
    expect(JSON.stringify(await list())).not.toContain(Secret);
    const rules = { ValidOnly: true, Types: [], Chapters: ['1'], States: ['VIC'], Committees: ['any'] };
    const changed = await send('PATCH', `clients/${Client.ID}`, { Name: 'Library', Rules: rules });
    expect(await changed.json()).toEqual({ Client: { ...Client, Name: 'Library', Rules: rules } });
    const open = await send('PATCH', `clients/${Client.ID}`, { Rules: null });
    expect((await open.json()).Client.Rules).toBeNull();
    expect((await send('DELETE', `clients/${Client.ID}`)).status).toBe(204);
    expect(await list()).toHaveLength(1);
    expect(await errorOf(await send('DELETE', `clients/${Client.ID}`))).toBe('404 not_found');
  });

  it('show when they were last used, and what was refused in the last week with the reasons, but name no people', async () => {
    const { Client, Secret } = await add();
    const api = `${testBaseUrl}/api/v2/organisation/${organisationId}`;
    const ask = (id: string, secret: string, body: string) =>
      office.app.request(`${api}/token`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${btoa(`${id}:${secret}`)}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body,
      });
    const use = async () => {
      const clients = (await list()) as { ID: string; LastUsedAt: string | null; Refused: unknown[] }[];
      return clients.find(({ ID }) => ID === Client.ID);
    };
    expect(await use()).toMatchObject({ LastUsedAt: null, Refused: [] });
    await ask(Client.ID, 'wrong', 'grant_type=client_credentials');
    await ask(Client.ID, 'wrong', 'grant_type=client_credentials');
    await ask('nobody', 'wrong', 'grant_type=client_credentials');
    await ask(
      Client.ID,
      Secret,
      'grant_type=authorization_code&code=x&redirect_uri=https://wiki.example/callback',
    );
    const authorize = `${api}/authorize?client_id=${Client.ID}&response_type=code&state=s&redirect_uri=`;
    await office.app.request(`${authorize}${encodeURIComponent('https://other.example/')}`);
    const used = await use();
    const refused = (reason: string, count: number, sent: string) => ({
      Reason: reason,
      Count: count,
      LastAt: expect.any(String),
      Latest: [{ At: expect.any(String), Sent: sent, Count: count }],
    });
    expect(used?.Refused).toEqual([
      refused('secret', 2, 'basic'),
      refused('invalid_grant', 1, 'code is not valid for this client, has expired or was already used'),
      refused('redirect address', 1, 'https://other.example/'),
    ]);
    const rows = await store().auth.selectFrom('client_use').selectAll().execute();
    expect(rows.filter(({ client_id: id }) => id === 'nobody')).toEqual([]);
    // A week later, the refusals are deleted, and the last use stays.
    await office.app.request(`${api}/authorize?client_id=${Client.ID}`);
    const uses = new ClientUses(store(), () => new Date('2020-01-01T12:00:00Z'));
    uses.note(Client.ID, 'used');
    uses.note(Client.ID, 'secret');
    await uses.flush();
    await purgeClientUses(store(), new Date('2020-01-10T00:00:00Z'));
    const left = await store()
      .auth.selectFrom('client_use')
      .selectAll()
      .where('day', '=', '2020-01-01')
      .execute();
    expect(left.map(({ reason }) => reason)).toEqual(['used']);
    const listed = store().auth.selectFrom('client_refusal').select('at').where('client_id', '=', Client.ID);
    expect((await listed.execute()).filter(({ at }) => at < Date.parse('2020-01-03'))).toEqual([]);
    expect((await use())?.LastUsedAt).toBe('2020-01-01T12:00:00.000Z');
  });

  it('a flood of refusals leaves at most 20 of each reason, and hides no other reason', async () => {
    const { Client } = await add();
    let now = office.time.now.getTime();
    const uses = new ClientUses(store(), () => new Date((now += 1)));
    uses.note(Client.ID, 'invalid_scope', 'openid members');
    for (let round = 0; round < 3; round += 1) {
      for (let number = 0; number < 500; number += 1)
        uses.note(Client.ID, 'redirect address', `https://flood.example/${round}-${number}`);
      await uses.flush();
    }
    uses.note(Client.ID, 'redirect address', 'https://wiki.example/old');
    uses.note(Client.ID, 'redirect address', 'https://wiki.example/old');
    const [flood, scope] = (await uses.read(organisationId)).get(Client.ID)?.refused ?? [];
    expect([flood?.count, flood?.latest.length]).toEqual([1502, 20]);
    expect(flood?.latest.slice(0, 2)).toMatchObject([
      { sent: 'https://wiki.example/old', count: 2 },
      { sent: 'https://flood.example/2-499', count: 1 },
    ]);
    expect(scope?.latest).toMatchObject([{ sent: 'openid members', count: 1 }]);
    const rows = await store()
      .auth.selectFrom('client_refusal')
      .select('at')
      .where('client_id', '=', Client.ID)
      .execute();
    expect(rows).toHaveLength(21);
  });

  it('invented client IDs do not hide when a site was used last', async () => {
    const { Client } = await add();
    const uses = new ClientUses(store(), () => office.time.now);
    for (let number = 0; number < 1000; number += 1) uses.note(`invented${number}`, 'secret');
    uses.note(Client.ID, 'used');
    expect((await uses.read(organisationId)).get(Client.ID)?.lastUsedAt).toEqual(office.time.now);
  });

  it('uses that are being stored are read too', async () => {
    const { Client } = await add();
    const uses = new ClientUses(store(), () => office.time.now);
    uses.note(Client.ID, 'used');
    uses.note(Client.ID, 'secret');
    const stored = uses.flush();
    const read = (await uses.read(organisationId)).get(Client.ID);
    expect(read?.refused.map(({ reason, count }) => [reason, count])).toEqual([['secret', 1]]);
    await stored;
  });

  it('a new secret works, and so does the old one for a day unless it ends at once', async () => {
    const { Client, Secret: first } = await add();
    const works = async (secret: string) => {
      const response = await office.app.request(
        `${testBaseUrl}/api/v2/organisation/${organisationId}/introspect`,
        {
          method: 'POST',
          headers: {
            Authorization: `Basic ${btoa(`${Client.ID}:${secret}`)}`,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: 'token=x',
        },
      );
      return response.status === 200;
    };
    expect(await works(first)).toBe(true);
    const { Secret: second } = await (await send('POST', `clients/${Client.ID}/secret`, {})).json();
    expect([await works(first), await works(second)]).toEqual([true, true]);
    const { Secret: third } = await (
      await send('POST', `clients/${Client.ID}/secret`, { Immediate: true })
    ).json();
    expect([await works(first), await works(second), await works(third)]).toEqual([false, false, true]);
  });

  it.each<[string, object, string]>([
    ['an empty name', { Name: ' ' }, 'Name'],
    ['no scope', { Scopes: [] }, 'Scopes'],
    ['a scope that does not exist', { Scopes: ['everything'] }, 'Scopes.0'],
    ['the scope of the directory’s own client', { Scopes: ['user', 'office'] }, 'Scopes.1'],
    ['a redirect address without TLS', { RedirectURIs: ['http://wiki.example/'] }, 'RedirectURIs'],
    [
      'a logout address without TLS',
      { BackchannelLogoutURI: 'http://site.example/' },
      'BackchannelLogoutURI',
    ],
    ['a private logout address', { BackchannelLogoutURI: 'https://10.0.0.1/' }, 'BackchannelLogoutURI'],
    ['plain http', { AllowHTTP: true }, ''],
    ['a private network', { BackchannelPrivate: true }, ''],
    [
      'a rule with a chapter that does not exist',
      { Rules: { ValidOnly: false, Types: [], Chapters: ['99'], States: [], Committees: [] } },
      'Rules',
    ],
  ])('%s is refused with the name of the field', async (_name, change, field) => {
    const refused = await send('POST', 'clients', { ...site, ...change });
    expect(refused.status).toBe(422);
    expect((await refused.json()).fields[0].field).toBe(field);
    const { Client } = await add();
    const unchanged = await send('PATCH', `clients/${Client.ID}`, change);
    expect((await unchanged.json()).fields[0].field).toBe(field);
    expect((await list()).find(({ ID }: { ID: string }) => ID === Client.ID)).toMatchObject(Client);
  });

  it('the directory’s own client is shown and cannot be changed, rotated or ended', async () => {
    const own = (await list()).find(({ Own }: { Own: boolean }) => Own);
    expect(own).toMatchObject({ Name: 'Directory', Own: true });
    expect(await errorOf(await send('PATCH', `clients/${own.ID}`, { Name: 'x' }))).toBe('409 conflict');
    expect(await errorOf(await send('POST', `clients/${own.ID}/secret`, {}))).toBe('409 conflict');
    expect(await errorOf(await send('DELETE', `clients/${own.ID}`))).toBe('409 conflict');
  });

  it('a logout address in a private network that was set on the command line cannot be replaced by another such address', async () => {
    const { Client } = await add();
    const allowed = { backchannelLogoutUri: 'http://10.0.0.1/logout', allowsPrivateLogout: true };
    await updateClient(store(), { id: Client.ID, change: allowed });
    expect((await send('PATCH', `clients/${Client.ID}`, { Name: 'Library' })).status).toBe(200);
    const other = { BackchannelLogoutURI: 'http://10.0.0.2/admin' };
    expect(await errorOf(await send('PATCH', `clients/${Client.ID}`, other))).toBe('422 invalid_record');
    // An earlier release accepted such an address.
    const old = { backchannel_logout_uri: 'https://10.0.0.1/logout', backchannel_private: 0 };
    await store().auth.updateTable('client').set(old).where('id', '=', Client.ID).execute();
    expect((await send('PATCH', `clients/${Client.ID}`, { Name: 'Reading room' })).status).toBe(200);
    const open = { BackchannelLogoutURI: 'https://site.example/logout' };
    expect((await send('PATCH', `clients/${Client.ID}`, open)).status).toBe(200);
    const after = await findClient(store(), organisationId, Client.ID);
    expect(after?.allowsPrivateLogout).toBe(false);
  });

  it('another organisation’s client does not exist here', async () => {
    const { Client } = await add();
    const first = organisationId;
    organisationId += 1;
    const other = await startTestOffice(store(), organisationId);
    const theirs = await other.ownToken({ personId: officePeople.owner });
    for (const [method, path] of [
      ['PATCH', `clients/${Client.ID}`],
      ['POST', `clients/${Client.ID}/secret`],
      ['DELETE', `clients/${Client.ID}`],
    ] as const) {
      const response = await other.office(method, path, { token: theirs, body: {} });
      expect(await errorOf(response)).toBe('404 not_found');
    }
    expect(await findClient(store(), first, Client.ID)).not.toBeNull();
  });
});
