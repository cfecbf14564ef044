/**
 * Nobody becomes somebody else (docs/decisions.md, S2 to S4). Each change that lets somebody act as a person with a role
 * is tried on every way that leads to it.
 */
import { beforeEach, expect, it } from 'vitest';
import { byPerson } from '@/lib/membership-store/journal';
import { readJournal } from '@/lib/membership-store/journal-read';
import { readPersons } from '@/lib/membership-store/member-records';
import { noAreaCentre } from '@/lib/membership-store/sample-members.fixture';
import { describeEachEngine } from '@/lib/membership-store/stores.fixture';
import { withMembersWriter } from '@/lib/membership-store/write';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

const { owner, secretary, officer, secondOwner, member } = officePeople;
const thief = 'thief@example.org';
let organisationId = 500;
let office: TestOffice;

describeEachEngine('the address of a person with a role', (store) => {
  const newest = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 10_000 })).at(-1)?.position ?? 0;
  const addressOf = async (id: number) =>
    (await readPersons(store().members, organisationId, [id])).get(id)?.email;
  /** The operator changes the address, so that an undo would change it again. */
  const moved = async (id: number) => {
    await office.write(async (writer) => {
      const person = await writer.findPerson(id);
      if (person !== null) await writer.putPerson({ ...person, email: `earlier-${id}@example.org` });
    });
    await office.write(async (writer) => {
      const person = await writer.findPerson(id);
      if (person !== null) await writer.putPerson({ ...person, email: `person-${id}@example.org` });
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
        const person = await writer.findPerson(id);
        if (person !== null) await writer.putPerson({ ...person, email: thief });
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
});
