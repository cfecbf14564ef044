import { beforeEach, expect, it } from 'vitest';
import { findPeopleByEmail } from '@/lib/sign-in/accounts/people';
import { recordSignIn } from '@/lib/sign-in/accounts/sign-in-times';
import { readJournal } from '@/lib/store/journal-read';
import { readRole } from '@/lib/store/roles';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 8500;
const { owner, secondOwner, officer, member } = officePeople;

describeEachEngine('the roles of the office', (store) => {
  let office: TestOffice;
  let token = '';
  const put = (personId: number | string, body: unknown, by = token) =>
    office.office('PUT', `roles/${personId}`, { token: by, body });
  const remove = (personId: number | string, by = token) =>
    office.office('DELETE', `roles/${personId}`, { token: by });
  const roleOf = async (id: number) => (await readRole(store().members, organisationId, id)).role;

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    token = await office.ownToken({ personId: owner });
  });

  it('are listed with names and addresses', async () => {
    await recordSignIn(
      store().auth,
      { organisationId, personId: officePeople.officer },
      Date.UTC(2026, 5, 14),
    );
    const { Roles } = await (await office.office('GET', 'roles', { token })).json();
    expect(Roles).toHaveLength(5);
    expect(Roles[2]).toEqual({
      LastSignInAt: '2026-06-14T00:00:00.000Z',
      Passkeys: [],
      PersonID: '3',
      Role: 'officer',
      Chapters: ['1'],
      Name: 'Name3 Test',
      Email: 'person-3@example.org',
    });
  });

  it('are given as requested and removed, and the journal names who did it', async () => {
    const given = await put(member, { Role: 'officer', Chapters: ['2'] });
    expect(await given.json()).toEqual({ PersonID: '6', Role: 'officer', Chapters: ['2'] });
    const other = await put(member, { Role: 'officer', Chapters: ['1'] });
    expect(await other.json()).toEqual({ PersonID: '6', Role: 'officer', Chapters: ['1'] });
    expect(await (await remove(member)).json()).toEqual({ PersonID: '6', Role: null, Chapters: [] });
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const own = rows.filter(({ kind, recordId }) => kind === 'role' && recordId === member);
    expect(own.map(({ actor }) => actor)).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'person', id: String(owner) })),
    );
  });

  it.each<[string, string | number, unknown, string]>([
    ['a person who does not exist', 99, { Role: 'reader' }, '404 not_found'],
    ['an ID that is none', 'x', { Role: 'reader' }, '404 not_found'],
    ['a role that does not exist', member, { Role: 'king' }, '422 invalid_record'],
    ['an officer without a chapter', member, { Role: 'officer' }, '422 invalid_record'],
    ['a chapter that does not exist', member, { Role: 'officer', Chapters: ['9'] }, '422 invalid_record'],
    ['chapters of a reader', member, { Role: 'reader', Chapters: ['1'] }, '422 invalid_record'],
    ['a field that does not exist', member, { Role: 'reader', Organisation: '2' }, '422 invalid_record'],
    ['a list', member, [], '422 invalid_record'],
  ])('are not given to %s', async (_name, personId, body, error) => {
    expect(await errorOf(await put(personId, body))).toBe(error);
    expect(await roleOf(member)).toBeNull();
  });

  it('are not taken from a person who has none, or who does not exist', async () => {
    expect(await errorOf(await remove(member))).toBe('404 not_found');
    expect(await errorOf(await remove(99))).toBe('404 not_found');
  });

  it('always include an owner', async () => {
    expect((await remove(secondOwner)).status).toBe(200);
    expect(await errorOf(await remove(owner))).toBe('409 conflict');
    expect(await errorOf(await put(owner, { Role: 'secretary' }))).toBe('409 conflict');
    expect(await roleOf(owner)).toBe('owner');
  });

  it('one of two owners who remove each other at the same time keeps the role', async () => {
    const second = await office.ownToken({ personId: secondOwner });
    const both = await Promise.all([remove(secondOwner), remove(owner, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left = [await roleOf(owner), await roleOf(secondOwner)];
    expect(left.filter((role) => role === 'owner')).toHaveLength(1);
  });

  it('are not given by somebody who loses their own role while they send the request', async () => {
    // The role is first checked before the body is read. The owner loses the role while the body is read.
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          await office.write((writer) => writer.roles.put({ id: owner, role: 'reader', chapterIds: [] }));
          controller.enqueue(new TextEncoder().encode('{"Role":"owner"}'));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    };
    const address = `${testBaseUrl}/api/v2/organisation/${organisationId}/office/roles/${member}`;
    expect(await errorOf(await office.app.request(address, init))).toBe('403 insufficient_role');
    expect(await roleOf(member)).toBeNull();
    expect(await roleOf(owner)).toBe('reader');
  });

  it('of people in another organisation with the same ID do not change', async () => {
    const other = await startTestOffice(store(), organisationId + 1000);
    await put(officer, { Role: 'reader' });
    expect((await readRole(store().members, other.organisationId, officer)).role).toBe('officer');
  });

  it('an invitation by email adds a person without a membership, gives the role and mails a link', async () => {
    const invite = (body: unknown, by = token) => office.office('POST', 'roles', { token: by, body });
    const unnamed = await invite({ Email: 'new@example.org', Role: 'reader' });
    expect(await errorOf(unnamed)).toBe('422 invalid_record');
    const body = {
      Email: 'new@example.org',
      FirstName: ' Nell\r\nAnn ',
      LastName: 'New\n',
      Role: 'officer',
      Chapters: ['1'],
    };
    const response = await invite(body);
    expect(response.status).toBe(201);
    const { PersonID, ...made } = await response.json();
    expect(made).toEqual({ Role: 'officer', Chapters: ['1'], Mail: 'sent', New: true });
    const [mail] = office.mail.sent.slice(-1);
    expect(mail).toMatchObject({ to: 'new@example.org', about: { kind: 'invitation' } });
    expect(mail?.text).toContain('a chapter officer');
    const link = /https?:\S+set-password\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await office.app.request(link)).status).toBe(200);
    expect(await roleOf(Number(PersonID))).toBe('officer');
    // A second invitation to the address must contain the ID of the person who has it.
    const second = { Email: 'NEW@example.org', Role: 'reader' };
    const asked = await invite(second);
    expect([asked.status, (await asked.json()).Person]).toEqual([
      409,
      { ID: PersonID, Name: 'Nell Ann New' },
    ]);
    expect(await errorOf(await invite({ ...second, PersonID: '1' }))).toBe('409 conflict');
    expect(await roleOf(Number(PersonID))).toBe('officer');
    const again = await (await invite({ ...second, PersonID })).json();
    expect(again).toMatchObject({ PersonID, Role: 'reader', New: false });
    const nobody = { ...second, Email: 'nobody@example.org', LastName: 'No', PersonID };
    expect(await errorOf(await invite(nobody))).toBe('409 conflict');
  });

  it('two simultaneous invitations to an unknown address add one person', async () => {
    const second = await office.ownToken({ personId: secondOwner });
    const body = { Email: 'both@example.org', LastName: 'Both', Role: 'reader' };
    const both = await Promise.all(
      [token, second, token, second].map((by) => office.office('POST', 'roles', { token: by, body })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const found = await findPeopleByEmail(store(), { organisationId, email: body.Email });
    expect(found).toHaveLength(1);
    expect(office.mail.sent).toHaveLength(1);
  });

  it('an invitation that cannot be mailed is reported, and only owners with a recent sign-in invite', async () => {
    office.mail.problem = new Error('refused');
    const body = { Email: 'late@example.org', LastName: 'Late', Role: 'reader' };
    const response = await office.office('POST', 'roles', { token, body });
    expect(await response.json()).toMatchObject({ Mail: 'failed', New: true });
    const old = await office.ownToken({ personId: owner, minutesAgo: 11 });
    const denied = await office.office('POST', 'roles', { token: old, body });
    expect(await errorOf(denied)).toBe('401 insufficient_user_authentication');
    const lastOwner = await office.office('POST', 'roles', {
      token,
      body: { Email: 'person-5@example.org', PersonID: '5', Role: 'reader' },
    });
    expect(lastOwner.status).toBe(201);
    const self = await office.office('POST', 'roles', {
      token,
      body: { Email: 'person-1@example.org', PersonID: '1', Role: 'reader' },
    });
    expect(await errorOf(self)).toBe('409 conflict');
  });
});
