/**
 * Nobody becomes somebody else (docs/decisions.md, S2 to S4). Each change that lets somebody act as a person with a role
 * is tried on every way that leads to it.
 */
import { beforeEach, expect, it } from 'vitest';
import { addPasskey } from '@/lib/sign-in/accounts/passkeys';
import { findSession, startSession } from '@/lib/sign-in/accounts/sessions';
import { officeRolesSchema } from '@/lib/contract/office-roles';
import { issueRefreshToken } from '@/lib/sign-in/oauth/refresh-tokens';
import { findToken, issueToken } from '@/lib/sign-in/oauth/tokens';
import type { Store } from '@/lib/store/database';
import { byCommand, byPerson } from '@/lib/store/journal';
import { readJournal } from '@/lib/store/journal-read';
import { readPersons } from '@/lib/store/member-records';
import { noAreaCentre } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';
import { secretMember } from './secret-member.fixture';

const { owner, secretary, officer, secondOwner, member } = officePeople;
const thief = 'thief@example.org';
let organisationId = 500;
let office: TestOffice;

/** Somebody signs in as this person, in a browser and at a site that keeps its access. */
async function signInAs(store: Store, personId: number) {
  const now = office.time.now;
  const secret = await store.auth
    .transaction()
    .execute((transaction) => startSession(transaction, { organisationId, personId }, now));
  const client = { clientId: `own-client-${organisationId}`, organisationId, personId, codeHash: null };
  const grant = { ...client, scopes: ['user', 'offline_access'] as const, signedInAt: now.getTime() };
  const token = await issueToken(store.auth, { ...grant, scopes: [...grant.scopes] }, now);
  await store.auth
    .transaction()
    .execute((transaction) =>
      issueRefreshToken(transaction, { ...grant, scopes: [...grant.scopes], amr: null }, now),
    );
  return async () => {
    const grants = await store.auth
      .selectFrom('refresh_grant')
      .select('person_id')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .execute();
    return {
      session: (await findSession(store, secret, now)) !== null,
      token: (await findToken(store, token, now)) !== null,
      grant: grants.length > 0,
    };
  };
}

describeUsualEngines('a change of an email address by somebody else', (store) => {
  const mails = () => office.mail.sent.map(({ to, about }) => [to, about.kind]);
  const change = { User: { Email: 'new@example.org' } };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('ends the sessions of a member who has an account, keeps the grants of sites, and tells both addresses', async () => {
    const left = await signInAs(store(), member);
    expect((await office.asRole(secretary).do(`PATCH members/${member}`, change)).status).toBe(200);
    expect(await left()).toEqual({ session: false, token: false, grant: true });
    expect(mails()).toEqual([
      ['person-6@example.org', 'account change'],
      ['new@example.org', 'account change'],
    ]);
    expect(office.mail.sent[0]?.text).not.toContain('new@example.org');
  });

  it('ends the grants too if the person has a role; nobody with neither account nor role is told', async () => {
    const left = await signInAs(store(), secretary);
    expect((await office.asRole(owner).do(`PATCH members/${secretary}`, change)).status).toBe(200);
    expect(await left()).toEqual({ session: false, token: false, grant: false });
    expect(mails()).toHaveLength(2);
    const other = { User: { Email: 'seven@example.org' } };
    expect((await office.asRole(secretary).do('PATCH members/7', other)).status).toBe(200);
    const headers = { 'If-Match': '*' };
    expect((await office.send('PATCH', 'members/7', { headers, body: change })).status).toBe(200);
    expect(mails()).toHaveLength(2);
  });

  it('also by a client and by a command, unless the command is quiet; not by the person', async () => {
    const left = await signInAs(store(), member);
    const headers = { 'If-Match': '*' };
    expect((await office.send('PATCH', `members/${member}`, { headers, body: change })).status).toBe(200);
    expect([(await left()).session, mails()]).toEqual([false, expect.objectContaining({ length: 2 })]);
    const context = { organisationId, clock: () => office.time.now, areaCentre: noAreaCentre };
    const again = await signInAs(store(), member);
    const cause = { ...byCommand('person set'), isQuiet: true };
    await withMembersWriter(store(), { ...context, cause }, async (writer) => {
      const person = await writer.persons.find(member);
      if (person !== null) await writer.persons.put({ ...person, email: 'quiet@example.org' });
    });
    expect([(await again()).session, mails().length]).toEqual([false, 2]);
    const own = await signInAs(store(), owner);
    expect((await office.asRole(owner).do(`PATCH members/${owner}`, change)).status).toBe(200);
    expect([(await own()).session, mails().length]).toEqual([true, 2]);
  });

  it('a merge ends the sign-ins of the record that disappears, moves none, and tells both addresses', async () => {
    const [gone, kept] = [await signInAs(store(), 7), await signInAs(store(), member)];
    const merge = { With: '7', WithTag: '*' };
    expect((await office.asRole(secretary).do(`POST members/${member}/merge`, merge)).status).toBe(200);
    expect(await gone()).toEqual({ session: false, token: false, grant: false });
    expect(await kept()).toEqual({ session: true, token: true, grant: true });
    expect(mails()).toEqual([
      ['person-7@example.org', 'account change'],
      ['person-6@example.org', 'account change'],
    ]);
  });

  it('a first role ends the earlier sessions, and the list of roles has the passkeys; a second role ends none', async () => {
    const left = await signInAs(store(), member);
    const passkey = {
      userHandle: 'h',
      credentialId: 'c',
      publicKey: 'a2V5',
      counter: 0,
      transports: [],
      name: 'Phone',
    };
    await addPasskey(store(), { organisationId, personId: member }, passkey, office.time.now);
    const put = (Role: string) => office.asRole(owner).do(`PUT roles/${member}`, { Role });
    expect((await put('reader')).status).toBe(200);
    expect(await left()).toEqual({ session: false, token: false, grant: false });
    const { Roles } = officeRolesSchema.parse(await (await office.asRole(owner).do('GET roles')).json());
    expect(Roles.find(({ PersonID }) => PersonID === String(member))?.Passkeys).toMatchObject([
      { Name: 'Phone' },
    ]);
    const again = await signInAs(store(), member);
    expect((await put('secretary')).status).toBe(200);
    expect((await again()).session).toBe(true);
  });
});

describeUsualEngines('the address of a person with a role', (store) => {
  const newest = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 10_000 })).at(-1)?.position ?? 0;
  const addressOf = async (id: number) =>
    (await readPersons(store().members, organisationId, [id])).get(id)?.email;
  /** The operator changes the address, so that an undo would change it again. */
  const moved = async (id: number) => {
    await office.write(async (writer) => {
      const person = await writer.persons.find(id);
      if (person !== null) await writer.persons.put({ ...person, email: `earlier-${id}@example.org` });
    });
    await office.write(async (writer) => {
      const person = await writer.persons.find(id);
      if (person !== null) await writer.persons.put({ ...person, email: `person-${id}@example.org` });
    });
    return String(await newest());
  };
  const change = { User: { Email: thief } };
  const tag = async (id: number) =>
    (await office.asRole(owner).do(`GET members/${id}`)).headers.get('ETag') ?? '';

  /** The ways in the office by which an address can change. `as` is the person who tries. */
  const ways: Record<string, (id: number, as: ReturnType<TestOffice['asRole']>) => Promise<Response>> = {
    'PATCH members': (id, as) => as.do(`PATCH members/${id}`, change),
    'POST members, another membership of the person': (id, as) =>
      as.do('POST members', {
        Kind: 'corporate',
        ExpiryDate: null,
        MembershipType: { ID: '2' },
        User: { ID: String(id), Organisation: 'A company', Email: thief },
      }),
    'POST approvals/approve': (id, as) =>
      as.do('POST approvals/approve', { Members: [{ ID: String(id) }], Changes: change }),
    'POST journal/undo': async (id, as) => as.do('POST journal/undo', { Position: await moved(id) }),
    'POST journal/undo with Force': async (id, as) =>
      as.do('POST journal/undo', { Position: await moved(id), Force: true }),
    'POST members/merge with Changes': async (id, as) =>
      as.do(`POST members/${id}/merge`, { With: '7', WithTag: await tag(7), Changes: change }),
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it.each(Object.keys(ways))(
    '%s: a secretary does not change the address of anybody else with a role',
    async (way) => {
      for (const id of [owner, officer]) {
        const response = await ways[way]?.(id, office.asRole(secretary));
        expect([403, 409]).toContain(response?.status);
        expect(await addressOf(id)).toBe(`person-${id}@example.org`);
      }
    },
  );

  it.each(Object.keys(ways))('%s: nobody changes it with an old sign-in, not even their own', async (way) => {
    for (const id of [owner, secondOwner]) {
      const response = await ways[way]?.(id, office.asRole(owner, { minutesAgo: 11 }));
      expect([response?.status, await addressOf(id)]).toEqual([401, `person-${id}@example.org`]);
      expect(response?.headers.get('WWW-Authenticate')).toContain('insufficient_user_authentication');
    }
  });

  it.each(Object.keys(ways))('%s: an owner who has just signed in changes it', async (way) => {
    const response = await ways[way]?.(secretary, office.asRole(owner));
    expect([200, 201]).toContain(response?.status);
    expect(await addressOf(secretary)).not.toBe(`person-${secretary}@example.org`);
  });

  it('a secretary changes the address of a person without a role, and their own after a sign-in', async () => {
    const before = office.asRole(secretary, { minutesAgo: 30 });
    expect((await before.do(`PATCH members/${member}`, change)).status).toBe(200);
    expect(
      (await before.do(`PATCH members/${secretary}`, { User: { Email: 'own@example.org' } })).status,
    ).toBe(401);
    expect((await before.do(`PATCH members/${secretary}`, { User: { Mobile: '123' } })).status).toBe(200);
    const own = { User: { Email: 'own@example.org' } };
    expect((await office.asRole(secretary).do(`PATCH members/${secretary}`, own)).status).toBe(200);
  });

  it('a client of the API gets 422, in a batch for all its changes, and may send the address back unchanged', async () => {
    const headers = { 'If-Match': '*' };
    const refused = await office.send('PATCH', `members/${owner}`, { headers, body: change });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      fields: [{ field: 'User.Email', reason: expect.stringContaining('only in the office') }],
    });
    const item = (id: number, Member: object) => ({
      Operation: 'change',
      MembershipID: String(id),
      IfMatch: '*',
      Member,
    });
    const batch = [item(member, { User: { Mobile: '1' } }), item(officer, change)];
    const all = await office.send('POST', 'members/batch', { body: batch });
    expect(all.status).toBe(422);
    expect(await all.json()).toMatchObject({ items: [{ item: 1, error: 'invalid_record' }] });
    const people = await readPersons(store().members, organisationId, [owner, officer, member]);
    expect([people.get(owner)?.email, people.get(officer)?.email, people.get(member)?.mobile]).toEqual([
      'person-1@example.org',
      'person-3@example.org',
      '',
    ]);
    const same = { User: { Email: 'person-1@example.org', Mobile: '2' } };
    expect((await office.send('PATCH', `members/${owner}`, { headers, body: same })).status).toBe(200);
  });

  it('below every writer: the writer itself refuses', async () => {
    const context = { organisationId, clock: () => office.time.now, areaCentre: noAreaCentre };
    const signedInAt = office.time.now;
    const write = (cause: Parameters<typeof withMembersWriter>[1]['cause'], id: number) =>
      withMembersWriter(store(), { ...context, cause }, async (writer) => {
        const person = await writer.persons.find(id);
        if (person !== null) await writer.persons.put({ ...person, email: thief });
      }).then(
        () => 'written',
        (error: unknown) => String(error),
      );
    const client = { actor: { kind: 'client', id: 'x' }, reason: null } as const;
    expect(await write(client, owner)).toContain('RefusedWrite');
    expect(await write(byPerson(secretary), owner)).toContain('RefusedWrite');
    expect(await write({ ...byPerson(secretary), signedInAt }, owner)).toContain('RefusedWrite');
    expect(await write(byPerson(owner), owner)).toContain('RefusedWrite');
    expect(await write({ ...byPerson(owner), signedInAt }, owner)).toBe('written');
    expect(await write(client, member)).toBe('written');
  });

  it('the addresses for payments are never changed by officers, whatever they may edit', async () => {
    await office.write((writer) => writer.memberships.put(secretMember(50, true)));
    await office.asRole(owner).do('PATCH settings', { OfficerAccess: 'money: edit' });
    const as = office.asRole(officer);
    expect((await as.do('PATCH members/50', { AmountOutstanding: '5.00' })).status).toBe(200);
    for (const name of ['PaymentURL', 'InvoiceURL'])
      expect((await as.do('PATCH members/50', { [name]: 'https://thief.example' })).status).toBe(422);
    const context = { organisationId, clock: () => office.time.now, areaCentre: noAreaCentre };
    const write = (personId: number, signedInAt: Date | null) =>
      withMembersWriter(
        store(),
        { ...context, cause: { ...byPerson(personId), signedInAt } },
        async (writer) => {
          const found = await writer.memberships.find(50);
          if (found === null) throw new Error('member 50 is missing');
          const membership = { ...found.membership, paymentUrl: 'https://thief.example' };
          await writer.memberships.put({ ...found, membership });
        },
      );
    await expect(write(officer, office.time.now)).rejects.toThrow('by an owner or a secretary');
    await expect(write(secretary, null)).rejects.toThrow('within 10 minutes');
    await expect(write(secretary, office.time.now)).resolves.toBeUndefined();
  });

  /** Each pair: a change that needs a recent sign-in, and the same change as an undo. */
  const sensitive: Record<string, (as: ReturnType<TestOffice['asRole']>) => Promise<Response>> = {
    'the address for payments of a member': (as) =>
      as.do(`PATCH members/${member}`, { PaymentURL: 'https://thief.example/pay' }),
    'the address for invoices of a new member': (as) =>
      as.do('POST members', {
        Kind: 'individual',
        ExpiryDate: null,
        InvoiceURL: 'https://thief.example/invoice',
        MembershipType: { ID: '1' },
        User: { LastName: 'New' },
      }),
    'a setting': (as) => as.do('PATCH settings', { Name: 'Another name' }),
    'a membership type': (as) => as.do('PATCH settings/types/1', { Name: 'Another type' }),
    'a role': (as) => as.do(`PUT roles/${member}`, { Role: 'reader' }),
  };

  it.each(Object.keys(sensitive))('%s: needs a recent sign-in, and so does its undo', async (what) => {
    const change = sensitive[what];
    const late = office.asRole(owner, { minutesAgo: 11 });
    expect((await change?.(late))?.status).toBe(401);
    expect([200, 201]).toContain((await change?.(office.asRole(owner)))?.status);
    const undo = { Position: String(await newest()) };
    const isNew = what.includes('new member');
    expect((await late.do('POST journal/undo', undo)).status).toBe(isNew ? 200 : 401);
    if (!isNew) expect((await office.asRole(owner).do('POST journal/undo', undo)).status).toBe(200);
  });
});
