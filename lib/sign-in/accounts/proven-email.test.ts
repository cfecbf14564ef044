import { beforeEach, expect, it } from 'vitest';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { MembersWriter } from '@/lib/store/members-writer';
import { withMembersWriter } from '@/lib/store/write';
import { settleAccountMoves } from './move-accounts';
import { consumePasswordLink, makeResetMail } from './password-links';
import { setPassword } from './passwords';
import { hasProvenEmail, settleChangedEmails } from './proven-email';
import { removeAccounts } from './remove-accounts';

let organisationId = 24_000;
let now = new Date('2026-03-01T10:00:00Z');
const [email, other] = ['five@example.org', 'seven@example.org'];

describeEachEngine('the proof of an email address', (store) => {
  const options = () => {
    now = new Date(now.getTime() + 1000);
    return { organisationId, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
  };
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(store(), options(), work);
  const setEmail = (id: number, address: string) =>
    write((writer) => writer.memberships.put(sampleMember(id, {}, { email: address })));
  const isProven = (personId = 5, address = email) =>
    hasProvenEmail(store(), { organisationId, personId, email: address });
  const stored = async () =>
    store()
      .auth.selectFrom('account')
      .select(['person_id', 'proven_email_key'])
      .where('organisation_id', '=', organisationId)
      .orderBy('person_id')
      .execute();
  const prove = async (personId: number, address: string) => {
    options();
    const links = { store: store(), baseUrl: '', mailer: async () => 'sent' as const, now };
    const { text } = await makeResetMail(links, { organisationId, email: address });
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
    const consume = (db: Parameters<typeof consumePasswordLink>[0]) =>
      consumePasswordLink(db, { organisationId, token, now });
    const password = 'a long new password';
    expect(await setPassword(store(), { organisationId, personId, password, consume }, now)).toBe(true);
  };

  beforeEach(async () => {
    organisationId += 1;
    await write(async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      await writer.memberships.put(sampleMember(5, {}, { email }));
      await writer.memberships.put(sampleMember(7, {}, { email: other }));
    });
  });

  it('comes from a link that was sent to the address, and not from a password that the operator sets', async () => {
    await setPassword(store(), { organisationId, personId: 7, password: 'a long new password' }, now);
    await prove(5, email);
    expect([await isProven(), await isProven(7, other)]).toEqual([true, false]);
  });

  it('does not count while somebody else has the address, however it is written', async () => {
    await prove(5, email);
    await setEmail(7, ` ${email.toUpperCase()}`);
    expect(await isProven()).toBe(false);
    await setEmail(7, other);
    expect(await isProven()).toBe(true);
  });

  it('ends with a change of the address, before and after auth.db forgets it, and stays after other changes', async () => {
    await prove(5, email);
    await write((writer) => writer.memberships.put(sampleMember(5, {}, { email, phone: '1' })));
    await settleChangedEmails(store());
    expect(await isProven()).toBe(true);
    await setEmail(5, 'new@example.org');
    await setEmail(5, email);
    expect(await isProven()).toBe(false);
    await settleChangedEmails(store());
    expect([await isProven(), await stored()]).toEqual([false, [{ person_id: 5, proven_email_key: null }]]);
    await setEmail(5, 'new@example.org');
    await prove(5, 'new@example.org');
    // The change was before this proof.
    await settleChangedEmails(store());
    expect(await isProven(5, 'new@example.org')).toBe(true);
  });

  it('ends for both persons with a merge, and does not come back with its undo', async () => {
    await prove(5, email);
    await prove(7, other);
    const runId = await write(async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: 5, into: 7, keptMembershipId: 7 })),
    );
    await settleAccountMoves(store(), now, async () => undefined);
    expect([await isProven(), await isProven(7, other)]).toEqual([false, false]);
    await undoJournal(store(), options(), { of: { runId }, isForced: false });
    await settleAccountMoves(store(), now, async () => undefined);
    expect([await isProven(), await isProven(7, other)]).toEqual([false, false]);
  });

  it('is removed with the account', async () => {
    await prove(5, email);
    await removeAccounts(store(), { organisationId, personIds: [5] }, { cause: testCause, now });
    expect([await isProven(), await stored()]).toEqual([false, []]);
  });
});
