import { beforeEach, expect, it } from 'vitest';
import { addPasskey } from '@/lib/sign-in/accounts/passkeys';
import { accountName } from '@/lib/sign-in/accounts/sign-in-lock';
import { recordSignIn } from '@/lib/sign-in/accounts/sign-in-times';
import { defaultRateLimits, takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { startSession } from '@/lib/sign-in/accounts/sessions';
import { readAccountJournal } from '@/lib/store/account-journal';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9700;

describeUsualEngines('how a member signs in, in the office', (store) => {
  let office: TestOffice;
  let token = '';
  const { owner, secretary, officer, member, secondOwner } = officePeople;
  const account = async (id: number) =>
    (await office.office('GET', `members/${id}/account`, { token })).json();
  const sendLink = (id: number, as = token) =>
    office.office('POST', `members/${id}/account/link`, { token: as });
  const endSessions = (id: number, as = token) =>
    office.office('DELETE', `members/${id}/account/sessions`, { token: as });
  const unlock = (id: number, as = token) =>
    office.office('DELETE', `members/${id}/account/lock`, { token: as });
  const removePasskeys = (id: number, as = token) =>
    office.office('DELETE', `members/${id}/account/passkeys`, { token: as });
  const signIn = (personId: number) =>
    startSession(
      store().auth,
      { organisationId, personId, method: 'pwd', browser: 'Firefox on Windows' },
      office.time.now,
    );

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    token = await office.ownToken({ personId: owner });
  });

  it('is shown, a link is emailed to the address of the member, and the sessions are ended', async () => {
    expect(await account(member)).toEqual({
      LastSignInAt: null,
      InvitedAt: null,
      LockedUntil: null,
      PasswordSetAt: null,
      Passkeys: 0,
      HasLink: false,
      Sessions: [],
      Sites: [],
      ErasureRequestedAt: null,
    });
    expect(await (await sendLink(member)).json()).toEqual({ Mail: 'sent' });
    expect(office.mail.sent.map(({ to }) => to)).toEqual(['person-6@example.org']);
    expect(office.mail.sent[0]?.text).toContain('/set-password?token=');
    await signIn(member);
    expect(await account(member)).toMatchObject({
      LastSignInAt: '2026-06-15T02:00:00.000Z',
      InvitedAt: '2026-06-15T02:00:00.000Z',
      HasLink: true,
      Sessions: [{ StartedAt: '2026-06-15T02:00:00.000Z', Browser: 'Firefox on Windows' }],
    });
    expect((await endSessions(member)).status).toBe(204);
    expect(await account(member)).toMatchObject({
      LastSignInAt: '2026-06-15T02:00:00.000Z',
      HasLink: false,
      Sessions: [],
    });
    const [row] = await readAccountJournal(store().auth, organisationId, { limit: 1, personIds: [member] });
    expect(row?.actor).toMatchObject({ kind: 'person', id: String(owner) });
  });

  it('is not changed for people with a role, except by an owner', async () => {
    await signIn(secondOwner);
    const asSecretary = await office.ownToken({ personId: secretary });
    expect(await errorOf(await endSessions(secondOwner, asSecretary))).toBe('403 insufficient_role');
    expect(await errorOf(await removePasskeys(secondOwner, asSecretary))).toBe('403 insufficient_role');
    expect((await account(secondOwner)).Sessions).toHaveLength(1);
    expect((await endSessions(secondOwner)).status).toBe(204);
  });

  it('loses all passkeys, and gets an email, also if the mail server refuses it', async () => {
    const owner = { organisationId, personId: member };
    const keys = { userHandle: 'aGFuZGxl', publicKey: 'a2V5', counter: 0, transports: [] };
    const add = (name: string) =>
      addPasskey(
        store(),
        owner,
        { ...keys, credentialId: `${name}${organisationId}`, name },
        office.time.now,
      );
    for (const name of ['Phone', 'Laptop']) await add(name);
    expect(await account(member)).toMatchObject({ Passkeys: 2 });
    expect((await removePasskeys(member)).status).toBe(204);
    expect(await account(member)).toMatchObject({ Passkeys: 0 });
    expect(office.mail.sent).toMatchObject([
      { to: 'person-6@example.org', text: expect.stringMatching(/2 passkeys were removed/) },
    ]);
    expect((await removePasskeys(member)).status).toBe(204);
    expect(office.mail.sent).toHaveLength(1);
    await add('Tablet');
    office.mail.problem = new Error('no connection');
    expect((await removePasskeys(member)).status).toBe(204);
    const rows = await readAccountJournal(store().auth, organisationId, { limit: 10, personIds: [member] });
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'passkey', operation: 'removed', changes: { Name: 'Tablet' } }),
    );
  });

  it('is locked by wrong passwords from anywhere, and unlocked with a row in the journal', async () => {
    const name = accountName({ organisationId, email: 'Person-6@example.org' });
    const fail = async (bucket: string, times: number) => {
      const limit = defaultRateLimits.signInPerAccountAndAddress;
      for (let time = 0; time < times; time += 1)
        await takeFromRateLimit(store(), { bucket, limit, now: office.time.now });
    };
    const others = accountName({ organisationId, email: 'person-7@example.org' });
    await fail(`sign-in-account:${others} 203.0.113.1`, 10);
    for (const bucket of [`sign-in-account:${name} 203.0.113.1`, `sign-in-device:phone:${name}`]) {
      await fail(bucket, 9);
      expect(await account(member)).toMatchObject({ LockedUntil: null });
      await fail(bucket, 1);
      expect(await account(member)).toMatchObject({ LockedUntil: '2026-06-15T02:01:30.000Z' });
      expect((await unlock(member)).status).toBe(204);
      expect(await account(member)).toMatchObject({ LockedUntil: null });
    }
    expect(await account(7)).toMatchObject({ LockedUntil: '2026-06-15T02:01:30.000Z' });
    office.time.now = new Date('2026-06-15T02:01:31Z');
    expect(await account(7)).toMatchObject({ LockedUntil: null });
    const [row] = await readAccountJournal(store().auth, organisationId, { limit: 1, personIds: [member] });
    expect(row).toMatchObject({ operation: 'unlocked', actor: { kind: 'person', id: String(owner) } });
  });

  it('is not unlocked if a person with a role has the same address, and only a limited number of times', async () => {
    const shared = samplePerson({ id: 82, email: 'PERSON-5@example.org' });
    await office.write((writer) =>
      writer.memberships.put(sampleMember(82, {}, shared)).then(() => undefined),
    );
    const asSecretary = await office.ownToken({ personId: secretary });
    expect(await errorOf(await unlock(82, asSecretary))).toBe('403 insufficient_role');
    expect((await unlock(82)).status).toBe(204);
    for (let count = 0; count < 5; count += 1) expect((await unlock(member, asSecretary)).status).toBe(204);
    expect(await errorOf(await unlock(member, asSecretary))).toBe('429 too_many_requests');
  });

  it('keeps the later of two sign-ins, and a merge adds none', async () => {
    const first = office.time.now;
    office.time.now = new Date('2026-06-16T02:00:00Z');
    await signIn(member);
    await recordSignIn(store().auth, { organisationId, personId: member }, first.getTime());
    const later = office.time.now;
    office.time.now = new Date('2026-06-17T02:00:00Z');
    await signIn(7);
    token = await office.ownToken({ personId: owner });
    const body = { With: '7', WithTag: '*' };
    expect((await office.office('POST', `members/${member}/merge`, { token, body })).ok).toBe(true);
    expect(await account(member)).toMatchObject({ LastSignInAt: later.toISOString() });
  });

  it('is hidden from an officer of another chapter', async () => {
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(80, { chapterId: 2 }, samplePerson({ id: 80 })));
    });
    const as = await office.ownToken({ personId: officer });
    const read = await office.office('GET', 'members/80/account', { token: as });
    expect(await errorOf(read)).toBe('404 not_found');
    expect(await errorOf(await sendLink(80, as))).toBe('404 not_found');
    expect(await errorOf(await endSessions(80, as))).toBe('404 not_found');
    expect(await errorOf(await removePasskeys(80, as))).toBe('404 not_found');
    expect(await errorOf(await unlock(80, as))).toBe('404 not_found');
    expect(office.mail.sent).toEqual([]);
  });

  it('no link is kept if there is no address, too many links were sent or the mail server refuses, and the response says so', async () => {
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(81, {}, samplePerson({ id: 81, email: '' })));
    });
    expect(await errorOf(await sendLink(81))).toBe('409 conflict');
    office.mail.problem = new Error('no connection');
    expect(await (await sendLink(member)).json()).toEqual({ Mail: 'failed' });
    expect((await account(member)).HasLink).toBe(false);
    office.mail.problem = null;
    for (let sent = 1; sent < 5; sent += 1) expect((await sendLink(member)).status).toBe(200);
    const refused = await sendLink(member);
    expect(await errorOf(refused)).toBe('429 too_many_requests');
    expect(refused.headers.get('Retry-After')).toBe('720');
  });
});
