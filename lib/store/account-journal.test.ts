import { beforeEach, expect, it } from 'vitest';
import { removeAccounts } from '@/lib/sign-in/accounts/remove-accounts';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { endSession, startSession } from '@/lib/sign-in/accounts/sessions';
import { createClient, findClient, revokeClient, rotateSecret } from '@/lib/sign-in/oauth/clients';
import { giveConsent } from '@/lib/sign-in/oauth/consents';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { deleteOldAccountChanges, journalAccounts, readAccountJournal } from './account-journal';
import { byCommand, byPerson } from './journal';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  samplePerson,
  testCause,
} from './sample-members.fixture';
import { describeEachEngine } from './stores.fixture';
import { withMembersWriter } from './write';

let organisationId = 0;
const now = new Date('2026-03-01T10:00:00Z');
const password = 'correct horse battery';

describeEachEngine('the journal of accounts', (store) => {
  beforeEach(async () => {
    organisationId += 1;
    const context = { organisationId, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      await writer.memberships.put(sampleMember(1, {}, samplePerson({ id: 1, email: 'ada@example.org' })));
    });
  });

  const rows = (personIds?: number[]) =>
    readAccountJournal(store().auth, organisationId, { limit: 100, ...(personIds && { personIds }) });
  const operations = async () => (await rows()).map(({ kind, operation }) => `${kind} ${operation}`);
  const newClient = (change = {}) =>
    createClient(store(), { organisationId, name: 'Site', scopes: ['user'], ...change }, now);
  const signIn = () =>
    store()
      .auth.transaction()
      .execute((transaction) => startSession(transaction, { organisationId, personId: 1 }, now));

  it('has a row for each change of an account, a client and a consent, and for ended sessions', async () => {
    const { id } = await newClient();
    await rotateSecret(store(), { id }, now);
    const client = await findClient(store(), organisationId, id);
    if (client === null) throw new Error('the client is registered');
    await giveConsent(store(), { client, personId: 1, scopes: ['user'] }, now);
    await setPassword(store(), { organisationId, personId: 1, password }, now);
    await endSession(store(), await signIn(), now);
    await revokeClient(store(), id, now);
    const by = { cause: byCommand('people remove'), now };
    await removeAccounts(store(), { organisationId, personIds: [1, 2] }, by);
    // Rows with the same time have no order.
    expect((await operations()).sort()).toEqual([
      'account password set',
      'account removed',
      'client created',
      'client revoked',
      'client secret replaced',
      'consent given',
      'session ended',
    ]);
    const actors = (await rows([1])).map(({ actor }) => `${actor.kind} ${actor.id}`);
    expect(actors.sort()).toEqual(['command people remove', 'person 1', 'person 1', 'person 1']);
  });

  it('has one row for the sessions and tokens that a new password ends', async () => {
    await signIn();
    await signIn();
    const token = { clientId: 'x', organisationId, personId: 1, scopes: ['user' as const], codeHash: null };
    await issueToken(store().auth, token, now);
    await setPassword(store(), { organisationId, personId: 1, password, cause: byCommand('set') }, now);
    const found = await rows();
    expect(found).toHaveLength(2);
    expect(found.find(({ kind }) => kind === 'session')).toMatchObject({
      operation: 'ended',
      actor: { kind: 'command', id: 'set' },
      changes: { Sessions: 2, Tokens: 1 },
      personId: 1,
    });
  });

  it('has no row if nothing has changed', async () => {
    const credentials = { id: `own${organisationId}x`, secret: 's'.repeat(36) };
    await newClient({ credentials });
    await newClient({ credentials });
    const client = await findClient(store(), organisationId, credentials.id);
    if (client === null) throw new Error('the client is registered');
    for (let times = 0; times < 2; times += 1)
      await giveConsent(store(), { client, personId: 1, scopes: ['user'] }, now);
    await endSession(store(), 'unknown', now);
    expect((await operations()).sort()).toEqual(['client created', 'consent given']);
    await newClient({ credentials, name: 'New name' });
    expect((await rows()).find(({ operation }) => operation === 'updated')?.changes).toEqual({
      name: ['Site', 'New name'],
    });
  });

  it('has no row for a change that is rolled back', async () => {
    const consume = async () => false;
    await setPassword(store(), { organisationId, personId: 1, password, consume }, now);
    await expect(rotateSecret(store(), { id: 'unknown' }, now)).rejects.toThrow('no client');
    expect(await rows()).toEqual([]);
  });

  it('never contains a password, a secret or their hashes', async () => {
    const { id, secret } = await newClient();
    const second = await rotateSecret(store(), { id }, now);
    await setPassword(store(), { organisationId, personId: 1, password }, now);
    const session = await signIn();
    await endSession(store(), session, now);
    const { auth } = store();
    const clients = await auth.selectFrom('client').selectAll().where('id', '=', id).execute();
    const accounts = await auth.selectFrom('account').selectAll().execute();
    const secrets = [
      secret,
      second,
      password,
      session,
      ...clients.flatMap((one) => [one.secret_hash, one.previous_secret_hash]),
      ...accounts.map((one) => one.password_hash),
    ];
    expect(secrets).not.toContain(null);
    const stored = JSON.stringify(await auth.selectFrom('account_journal').selectAll().execute());
    for (const one of secrets) expect(stored).not.toContain(one);
  });

  it('is read by time, actor and person, and gives the newest rows up to a limit', async () => {
    const write = (hour: number, personId: number, cause = byPerson(personId)) =>
      journalAccounts(store().auth, { organisationId, cause, now: new Date(Date.UTC(2026, 2, 1, hour)) }, [
        { kind: 'account', operation: 'password set', personId },
      ]);
    for (const [hour, personId] of [
      [1, 7],
      [2, 8],
      [3, 7],
    ] as const)
      await write(hour, personId);
    await write(4, 7, byCommand('x'));
    const readEntries = async (question: object) =>
      (await readAccountJournal(store().auth, organisationId, { limit: 9, ...question })).map(({ at }) =>
        at.getUTCHours(),
      );
    expect(await readEntries({ limit: 2 })).toEqual([3, 4]);
    expect(await readEntries({ personIds: [7] })).toEqual([1, 3, 4]);
    expect(await readEntries({ since: new Date(Date.UTC(2026, 2, 1, 2)) })).toEqual([2, 3, 4]);
    expect(await readEntries({ actor: { kind: 'person', id: null } })).toEqual([1, 2, 3]);
    expect(await readEntries({ actor: { kind: 'person', id: '8' } })).toEqual([2]);
    await deleteOldAccountChanges(store().auth, {
      organisationId,
      before: new Date(Date.UTC(2026, 2, 1, 3)),
    });
    expect(await readEntries({})).toEqual([3, 4]);
  });
});
