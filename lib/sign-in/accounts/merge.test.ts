import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readAccountJournal } from '@/lib/store/account-journal';
import { byCommand } from '@/lib/store/journal';
import { readJournal } from '@/lib/store/journal-read';
import { readMemberRecords, readMembershipIds, readPersons } from '@/lib/store/member-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import { MergeError, mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { noAreaCentre, putSampleStructure, sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import { withMembersWriter } from '@/lib/store/write';
import { createClient, findClient } from '@/lib/sign-in/oauth/clients';
import { giveConsent, needsConsent } from '@/lib/sign-in/oauth/consents';
import { startService } from '@/lib/service/sign-in-service.fixture';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { settleAccountMoves, type ToldChange } from './move-accounts';
import { addPasskey, listPasskeys } from './passkeys';
import { setPassword, verifyPassword } from './passwords';
import { removeAccounts } from './remove-accounts';
import { findSession, startSession } from './sessions';

const now = new Date('2026-03-01T10:00:00Z');
const [fromPassword, intoPassword] = ['password of five', 'password of seven'];
const seat = { chapterId: 1, startsOn: '2020-01-01', endsOn: null };
let organisationId = 100;

describeEachEngine('a merge of two persons', (store) => {
  const options = (id = organisationId) => ({
    organisationId: id,
    clock: () => now,
    areaCentre: noAreaCentre,
    cause: byCommand('person merge', 'the same person'),
  });
  const write = <T>(work: (writer: MembersWriter) => Promise<T>, id = organisationId) =>
    withMembersWriter(store(), options(id), work);
  /** Merges only the members, as if the process were killed before the accounts are merged. */
  const mergeMembers = (change: { from?: number; into?: number; keptMembershipId?: number | null } = {}) =>
    write(async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: 5, into: 7, keptMembershipId: 5, ...change })),
    );
  let told: ToldChange[] = [];
  const settle = () => settleAccountMoves(store(), now, async (change) => void told.push(change));
  const merge = async (change: Parameters<typeof mergeMembers>[0] = {}) => {
    const run = await mergeMembers(change);
    await settle();
    return run;
  };
  const undo = async (of: { runId: number } | { position: number }, isForced = false) => {
    const result = await undoJournal(store(), options(), { of, isForced });
    await settle();
    return result;
  };
  const signIn = (personId: number) =>
    store()
      .auth.transaction()
      .execute((transaction) => startSession(transaction, { organisationId, personId }, now));
  const sessionOf = async (secret: string) => (await findSession(store(), secret, now))?.personId ?? null;
  const passwordFor = async (email: string, password: string) =>
    (await verifyPassword(store(), { organisationId, email, password })).people;
  const newClient = async () => {
    const { id } = await createClient(store(), { organisationId, name: 'Site', scopes: ['user'] }, now);
    const client = await findClient(store(), organisationId, id);
    if (client === null) throw new Error('the client is registered');
    return client;
  };
  const tokenFor = (clientId: string, personId: number) =>
    issueToken(store().auth, { clientId, organisationId, personId, scopes: ['user'], codeHash: null }, now);
  const userOf = async (token: string) => {
    const service = startService(store());
    service.now = now;
    const response = await service.request(`/api/v2/organisation/${organisationId}/user`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return response.status === 200 ? ((await response.json()) as { ID: string }).ID : response.status;
  };
  const everything = async () => {
    const { members, auth } = store();
    const ids = await readMembershipIds(members, organisationId);
    const rows = async (table: 'account' | 'consent') =>
      auth
        .selectFrom(table)
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .orderBy('person_id')
        .execute();
    const rowsOf = async (table: 'external_id' | 'committee_seat' | 'person_alias') =>
      members.selectFrom(table).selectAll().where('organisation_id', '=', organisationId).execute();
    return {
      members: await readMemberRecords(members, organisationId, ids),
      persons: await readPersons(members, organisationId, [5, 6, 7, 9]),
      external: new Set((await rowsOf('external_id')).map((row) => JSON.stringify(row))),
      seats: await rowsOf('committee_seat'),
      aliases: await rowsOf('person_alias'),
      accounts: await rows('account'),
      consents: await rows('consent'),
    };
  };

  beforeEach(async () => {
    organisationId += 1;
    told = [];
    await write(async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      const five = { id: 5, email: 'five@example.org', organisation: 'Okri Ltd' };
      await writer.memberships.put(sampleMember(5, {}, five));
      await writer.memberships.put(sampleMember(50, { kind: 'corporate', typeId: 2 }, five));
      await writer.memberships.put(sampleMember(6));
      await writer.memberships.put(sampleMember(7, {}, { email: 'seven@example.org' }));
      await writer.memberships.put(sampleMember(9));
      await writer.committees.put(5, [seat]);
      await writer.externalIds.put('person', 'crm', 'P5', 5);
      await writer.externalIds.put('membership', 'crm', 'M7', 7);
    });
    await setPassword(store(), { organisationId, personId: 5, password: fromPassword }, now);
    await setPassword(store(), { organisationId, personId: 7, password: intoPassword }, now);
  });

  /**
   * Moves the accounts like a slow process: it reads the moves, runs `meanwhile`, and then applies the moves.
   */
  const settleLate = async (meanwhile: () => Promise<unknown>) => {
    const { auth } = store();
    const transaction = auth.transaction.bind(auth);
    const spy = vi.spyOn(auth, 'transaction').mockImplementationOnce(() => {
      const late = transaction();
      const execute: typeof late.execute = async (work) => {
        await meanwhile();
        return transaction().execute(work);
      };
      return Object.assign(late, { execute });
    });
    await settle();
    spy.mockRestore();
  };

  it('is not repeated after it was undone, by a process that is late', async () => {
    const run = await mergeMembers();
    await settleLate(async () => {
      await settle();
      await undo({ runId: run });
      await setPassword(store(), { organisationId, personId: 5, password: 'a newer password' }, now);
    });
    expect(await passwordFor('five@example.org', 'a newer password')).toEqual([5]);
  });

  it('is completed even if a slow process finishes an earlier merge at the same time', async () => {
    await mergeMembers({ from: 9, into: 6, keptMembershipId: 6 });
    await settleLate(async () => {
      await settle();
      await mergeMembers();
    });
    await settle();
    expect((await everything()).accounts.map((row) => row.person_id)).toEqual([7]);
    expect(await store().members.selectFrom('account_move').selectAll().execute()).toEqual([]);
  });

  it('moves memberships, seats and other systems’ IDs, and keeps the ID as an alias', async () => {
    const before = await everything();
    await merge();
    const after = await everything();
    expect(after.members.map(({ membership, person }) => [membership.id, person.id])).toEqual([
      [5, 7],
      [6, 6],
      [9, 9],
      [50, 7],
    ]);
    expect(after.persons.has(5)).toBe(false);
    expect(after.persons.get(7)).toEqual({ ...before.persons.get(7), organisation: 'Okri Ltd' });
    expect(after.seats).toMatchObject([{ person_id: 7, chapter_id: 1 }]);
    expect(after.aliases).toMatchObject([{ id: 5, person_id: 7 }]);
    await write(async (writer) => {
      expect(await writer.externalIds.find('person', 'crm', 'P5')).toBe(7);
      expect(await writer.nextId('person')).toBe(10);
    });
    const changed = await store()
      .members.selectFrom('membership')
      .select(['id', 'modified_at'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', [5, 50])
      .orderBy('id')
      .execute();
    for (const { modified_at } of changed) expect(modified_at).toBe(now.getTime());
  });

  it('is undone as a whole, by its run or by the position of any of its changes', async () => {
    const records = async () => ({ ...(await everything()), accounts: null, consents: null });
    const before = await records();
    const run = await merge();
    expect((await undo({ runId: run })).conflicts).toEqual([]);
    expect(await records()).toEqual(before);
    await merge();
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const moved = rows.findLast(({ kind, operation }) => kind === 'membership' && operation === 'updated');
    expect((await undo({ position: moved?.position ?? 0 })).conflicts).toEqual([]);
    expect(await records()).toEqual(before);
  });

  it('is not undone if a membership or the alias has changed since, and the fields are named', async () => {
    const run = await merge();
    await write(async (writer) => {
      const member = await writer.memberships.find(50);
      const nine = await writer.persons.find(9);
      if (member === null || nine === null) throw new Error('both exist');
      await writer.memberships.put({ person: nine, membership: member.membership });
    });
    const conflict = { recordId: 50, kind: 'membership', field: 'User.ID', reason: 'it has changed since' };
    expect(await undo({ runId: run })).toMatchObject({ undone: 0, conflicts: [conflict] });
    expect((await everything()).aliases).toMatchObject([{ id: 5, person_id: 7 }]);
    await merge({ from: 7, into: 6, keptMembershipId: 6 });
    const names = (await undo({ runId: run })).conflicts.map(({ kind, field }) => `${kind} ${field}`);
    expect(names).toContain('alias PersonID');
  });

  it('follows the person through further merges and their undo', async () => {
    const records = async () => ({ ...(await everything()), accounts: null });
    await merge();
    const before = await records();
    const second = await merge({ from: 7, into: 6, keptMembershipId: 6 });
    expect((await everything()).aliases).toMatchObject([
      { id: 5, person_id: 6 },
      { id: 7, person_id: 6 },
    ]);
    expect((await undo({ runId: second })).conflicts).toEqual([]);
    expect(await records()).toEqual(before);
  });

  it('ends the sign-ins of the merged person, also before the accounts are settled, and moves none', async () => {
    const { id } = await newClient();
    const client = await findClient(store(), organisationId, id);
    if (client === null) throw new Error('the client is registered');
    await giveConsent(store(), { client, personId: 5, scopes: ['user'] }, now);
    const [session, token] = [await signIn(5), await tokenFor(id, 5)];
    const [own, ownToken] = [await signIn(7), await tokenFor(id, 7)];
    await mergeMembers();
    expect([await sessionOf(session), await userOf(token)]).toEqual([null, 401]);
    await Promise.all([settle(), settle()]);
    await settle();
    expect([await sessionOf(session), await userOf(token)]).toEqual([null, 401]);
    // A sign-in that was in progress during the merge still names the old person.
    expect([await sessionOf(await signIn(5)), await userOf(await tokenFor(id, 5))]).toEqual([null, 401]);
    expect([await sessionOf(own), await userOf(ownToken)]).toEqual([7, '7']);
    expect(await needsConsent(store(), { client, personId: 7, scopes: ['user'] })).toBe(true);
    expect(await passwordFor('five@example.org', fromPassword)).toEqual([]);
    expect(await passwordFor('seven@example.org', fromPassword)).toEqual([]);
    expect(await passwordFor('seven@example.org', intoPassword)).toEqual([7]);
    const changes = await readAccountJournal(store().auth, organisationId, { limit: 99, personIds: [5] });
    expect(changes.filter(({ operation }) => operation === 'merged')).toMatchObject([
      { actor: { id: 'person merge' }, reason: 'the same person', changes: { Into: '7' } },
    ]);
    const left = store().members.selectFrom('account_move').selectAll();
    expect(await left.where('organisation_id', '=', organisationId).execute()).toEqual([]);
  });

  it('tells both addresses once, whichever process settles it', async () => {
    await mergeMembers();
    await Promise.all([settle(), settle()]);
    expect(told).toEqual([
      { organisationId, kind: 'merge', personId: 7, emails: ['five@example.org', 'seven@example.org'] },
    ]);
  });

  it('gives a survivor without a password none, and an undo brings none back', async () => {
    const run = await merge({ from: 7, into: 9, keptMembershipId: 9 });
    expect(await passwordFor('member9@members.example', intoPassword)).toEqual([]);
    await undo({ runId: run });
    expect(await passwordFor('seven@example.org', intoPassword)).toEqual([]);
  });

  it('completes a merge and then its undo if both were interrupted', async () => {
    const { accounts, ...before } = await everything();
    const run = await mergeMembers();
    await undoJournal(store(), options(), { of: { runId: run }, isForced: false });
    await settle();
    const { accounts: left, ...after } = await everything();
    expect(after).toEqual(before);
    expect([accounts, left].map((rows) => rows.map((row) => row.person_id))).toEqual([[5, 7], [7]]);
  });

  it('nobody stays signed in after an undo, so that nobody reads the other’s data', async () => {
    const { id } = await newClient();
    const earlier = [await signIn(5), await signIn(7)];
    const run = await merge();
    const since = await signIn(7);
    const tokens = [await tokenFor(id, 7), await tokenFor(id, 5), await tokenFor(id, 6)];
    await undo({ runId: run });
    for (const secret of [...earlier, since]) expect(await sessionOf(secret)).toBeNull();
    expect(await Promise.all(tokens.map(userOf))).toEqual([401, 401, '6']);
  });

  it('the survivor keeps only their own passkeys, also after an undo', async () => {
    const add = (personId: number) =>
      addPasskey(
        store(),
        { organisationId, personId },
        {
          userHandle: `h${personId}`,
          credentialId: `of ${personId}`,
          publicKey: 'a2V5',
          counter: 0,
          transports: [],
          name: `of ${personId}`,
        },
        now,
      );
    const namesOf = async (personId: number) =>
      (await listPasskeys(store(), { organisationId, personId })).map(({ name }) => name);
    await add(5);
    await add(7);
    const run = await merge();
    expect(await namesOf(7)).toEqual(['of 7']);
    await undo({ runId: run });
    expect([await namesOf(5), await namesOf(7)]).toEqual([[], ['of 7']]);
  });

  it('gives no access after the survivor was removed', async () => {
    const { id } = await newClient();
    await merge();
    const [session, token] = [await signIn(5), await tokenFor(id, 5)];
    await write(async (writer) => {
      await writer.memberships.remove([5, 50]);
      await writer.persons.remove([7]);
    });
    expect([await sessionOf(session), await userOf(token)]).toEqual([null, 401]);
    expect((await everything()).aliases).toEqual([]);
    const by = { cause: byCommand('people remove'), now };
    await removeAccounts(store(), { organisationId, personIds: [7] }, by);
    expect((await everything()).accounts.filter((row) => row.person_id === 7)).toEqual([]);
  });

  it('has no effect on a person with the same ID in another organisation', async () => {
    const other = organisationId + 1000;
    await write(async (writer) => {
      await putSampleStructure(writer, { id: other });
      await writer.memberships.put(sampleMember(5));
      await writer.memberships.put(sampleMember(7));
      await writer.memberships.put(sampleMember(8));
    }, other);
    const secret = await store()
      .auth.transaction()
      .execute((transaction) => startSession(transaction, { organisationId: other, personId: 5 }, now));
    await merge();
    expect(await sessionOf(secret)).toBe(5);
    // Person 8 exists only in the other organisation.
    await expect(merge({ from: 6, into: 8 })).rejects.toThrow('no person 8 in this organisation');
    await expect(merge({ from: 8, into: 6 })).rejects.toThrow('no person 8 in this organisation');
  });

  it('stores an import’s values for the old ID with the survivor', async () => {
    await merge({ keptMembershipId: 7 });
    await write((writer) =>
      writer.memberships.put(
        sampleMember(50, { kind: 'corporate', typeId: 2, membershipNumber: 'new' }, { id: 5 }),
      ),
    );
    const { members, persons } = await everything();
    const stored = members.find(({ membership }) => membership.id === 50);
    expect([stored?.person.id, stored?.membership.membershipNumber]).toEqual([7, 'new']);
    expect(persons.has(5)).toBe(false);
    // The merge did not keep membership 5. If membership 5 were stored again, the survivor would have two individual
    // memberships.
    await expect(write((writer) => writer.memberships.put(sampleMember(5)))).rejects.toThrow(
      'person 7 would have individual memberships 5 and 7',
    );
  });

  it('shows clients changes of memberships, and nothing about the merge of persons', async () => {
    const { id } = await createClient(store(), { organisationId, name: 'Site', scopes: ['members'] }, now);
    const scopes = ['members' as const];
    const token = await issueToken(
      store().auth,
      { clientId: id, organisationId, personId: null, scopes, codeHash: null },
      now,
    );
    const after = (await readJournal(store().members, organisationId, { after: 0, limit: 1000 })).at(-1);
    await merge();
    const service = startService(store());
    service.now = now;
    const path = `/api/v2/organisation/${organisationId}/changes?After=${after?.position}`;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await service.request(path, { headers });
    const { Changes } = (await response.json()) as { Changes: Record<string, unknown>[] };
    const seen = Changes.map(({ Kind, ID, Operation }) => `${Kind} ${ID} ${Operation}`);
    expect(seen.sort()).toEqual(['Member 5 updated', 'Member 50 updated', 'Member 7 removed']);
  });

  it('no earlier change of the merged person reaches the survivor by an undo, even a forced one', async () => {
    await write(async (writer) => {
      const person = await writer.persons.find(5);
      if (person !== null) await writer.persons.put({ ...person, mobile: '123' });
    });
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const position = rows.findLast(({ kind }) => kind === 'person')?.position ?? 0;
    await merge();
    await write(async (writer) => {
      const person = await writer.persons.find(7);
      if (person !== null) await writer.persons.put({ ...person, mobile: '123' });
    });
    for (const isForced of [false, true]) {
      const reason = 'it has been merged into person 7 since; undo that first';
      expect((await undo({ position }, isForced)).conflicts).toMatchObject([{ kind: 'person', reason }]);
      expect((await everything()).persons.get(7)?.mobile).toBe('123');
    }
  });

  describe('a merge is refused', () => {
    const refusal = async (change: Parameters<typeof mergeMembers>[0]) =>
      mergeMembers(change).then(
        () => '',
        (error: unknown) => (error instanceof MergeError ? error.message : String(error)),
      );

    it('if both people have an individual membership and none is chosen; the error names both', async () => {
      const message = await refusal({ keptMembershipId: null });
      expect(message).toContain('--keep-membership 5  of person 5, number M-5, until 2030-06-30');
      expect(message).toContain('--keep-membership 7  of person 7');
      expect(await refusal({ keptMembershipId: 6 })).toContain('--keep-membership 6 must be');
      expect(await refusal({ keptMembershipId: 50 })).toContain('--keep-membership 50 must be');
    });

    it('for a person and themself, for an unknown person, and for one who was merged before', async () => {
      expect(await refusal({ into: 5 })).toBe('Person 5 cannot be merged with themself');
      expect(await refusal({ into: 99 })).toBe('There is no person 99 in this organisation');
      await merge();
      expect(await refusal({})).toBe('Person 5 was already merged into person 7');
      expect(await refusal({ from: 6, into: 5 })).toBe('Person 5 was already merged into person 7');
    });

    it('if it would rename a company', async () => {
      await write(async (writer) => {
        const person = await writer.persons.find(7);
        if (person !== null) await writer.persons.put({ ...person, organisation: 'Another Ltd' });
      });
      expect(await refusal({})).toContain('is the contact of "Okri Ltd", but person 7 has the organisation');
    });
  });
});
