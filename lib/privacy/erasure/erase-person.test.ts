import { mkdirSync, writeFileSync, readdirSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { mailIdentity } from '@/lib/mail/mail-identity.fixture';
import { createMailer } from '@/lib/mail/mailer';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import { startSession } from '@/lib/sign-in/accounts/sessions';
import { readChanges } from '@/lib/changes/journal/changes';
import { readDay } from '@/lib/store/day';
import { emailKey } from '@/lib/store/email-key';
import { byCommand } from '@/lib/store/journal';
import { readJournal } from '@/lib/store/journal-read';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { settleAccountMoves } from '@/lib/sign-in/accounts/move-accounts';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import type { MembersWriter } from '@/lib/store/members-writer';
import { BulkChangesWriter } from '@/lib/changes/bulk-changes';
import { LeavingWriter } from '@/lib/store/leaving';
import { noProposal } from '@/lib/store/proposal-fields';
import { ProposalsWriter } from '@/lib/store/proposals';
import { readSavedViews, SavedViewsWriter } from '@/lib/store/lists/saved-views';
import { say } from '@/lib/messages/say';
import { erasureMailText } from '@/lib/messages/account';
import { withMembersWriter } from '@/lib/store/write';
import { erasePerson, planErasure, type PersonErasure } from './erase-person';
import { describeErasure } from './erasure.fixture';

let organisationId = 0;
let now = Date.UTC(2026, 4, 3);
const clock = () => new Date((now += 1000));

const about = { kind: 'message' as const, organisationId: 1, personId: null };

describeErasure('an erasure', (context) => {
  const store = () => context().store;
  const options = () => ({ organisationId, clock, areaCentre: noAreaCentre, cause: testCause });
  const services = () => ({ dataDir: context().dataDir, clock });
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(store(), options(), work);
  const erasureOf = (personId: number, change: Partial<PersonErasure> = {}): PersonErasure => ({
    organisationId,
    personId,
    newContactId: null,
    withCompany: false,
    cause: byCommand('person erase', 'she asked for it'),
    ...change,
  });
  const erase = async (personId: number, change: Partial<PersonErasure> = {}) => {
    await planErasure(store(), erasureOf(personId, change), services());
    return erasePerson(store(), erasureOf(personId, change), services());
  };
  const rows = () => readJournal(store().members, organisationId, { after: 0, limit: 1000 });
  const idsIn = async (table: 'person' | 'membership') => {
    const found = store().members.selectFrom(table).select('id').orderBy('id');
    return (await found.where('organisation_id', '=', organisationId).execute()).map(({ id }) => id);
  };
  const tablesWith = async (text: string) => {
    const found: string[] = [];
    for (const db of store().engine === 'sqlite' ? [store().members, store().auth] : [store().members]) {
      for (const { name } of await db.introspection.getTables()) {
        const { rows: all } = await sql`select * from ${sql.table(name)}`.execute(db);
        if (JSON.stringify(all).toLowerCase().includes(text)) found.push(name);
      }
    }
    return found;
  };

  beforeEach(async () => {
    organisationId += 1;
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
  });

  it('no table contains current or earlier values of an erased person', async () => {
    await write((writer) =>
      writer.memberships.put(
        sampleMember(
          1,
          { membershipNumber: 'Canary-01', answers: [{ extraId: 12, answer: 'canary-02' }] },
          {
            firstName: 'Canary-03',
            lastName: 'Canary-04',
            email: 'canary-05@example.com',
            phone: 'canary-06',
            address: { address: 'canary-07', suburb: 'x', postcode: '1', state: '', country: 'Australia' },
          },
        ),
      ),
    );
    await write(async (writer) => {
      await writer.externalIds.put('membership', 'old', 'canary-08', 1);
      await writer.externalIds.put('person', 'old', 'canary-09', 1);
      await writer.committees.put(1, [{ chapterId: 1, startsOn: '2026-01-01', endsOn: null }]);
      await writer.idempotencyKeys.put({
        clientId: 'c',
        key: 'canary-10',
        request: 'r',
        status: 201,
        membershipIds: [7, 1],
      });
    });
    await write(async (writer) => {
      const person = await writer.persons.find(1);
      if (person !== null) await writer.persons.put({ ...person, email: 'canary-11@example.com' });
    });
    await setPassword(store(), { organisationId, personId: 1, password: 'a good password' }, clock());
    await startSession(store().auth, { organisationId, personId: 1 }, clock());
    const key = emailKey('canary-11@example.com');
    await store()
      .auth.insertInto('mail_code')
      .values({
        code_hash: `code ${organisationId}`,
        organisation_id: organisationId,
        email_key: key,
        purpose: 'sign-in',
        person_id: null,
        request_hash: null,
        attempts: 0,
        created_at: now,
        expires_at: now + 1e6,
        consumed_at: null,
      })
      .execute();
    const bucket = `sign-in-account:${organisationId}:${hashSecret(key)} 1.2.3.4`;
    await store().auth.insertInto('limit_bucket').values({ bucket, tokens: 1, updated_at: now }).execute();
    expect((await tablesWith('canary-')).length).toBeGreaterThan(6);
    expect(await erase(1)).toMatchObject({ isComplete: true, problem: null });
    expect(await tablesWith('canary-')).toEqual([]);
    expect(await tablesWith(hashSecret(key))).toEqual([]);
    expect(await idsIn('person')).toEqual([]);
    for (const table of ['account', 'session', 'mail_code'] as const) {
      const found = store().auth.selectFrom(table).selectAll().where('organisation_id', '=', organisationId);
      expect(await found.execute(), table).toEqual([]);
    }
    expect(await store().auth.selectFrom('erasure_in_progress').selectAll().execute()).toEqual([]);
    const ends = (await rows()).filter(({ operation }) => operation === 'erased');
    expect(ends).toMatchObject([
      { kind: 'membership', recordId: 1, changes: null, reason: 'she asked for it' },
      { kind: 'person', recordId: 1, changes: null, reason: 'she asked for it' },
    ]);
  });

  it('persons who were merged into the erased one are erased too, and the merge cannot be undone', async () => {
    await write(async (writer) => {
      await writer.memberships.put(
        sampleMember(1, { membershipNumber: 'canary-1' }, { id: 1, email: 'canary-1@x.example' }),
      );
      await writer.memberships.put(sampleMember(2, {}, { id: 2, email: 'canary-2@x.example' }));
    });
    const run = await write(async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: 1, into: 2, keptMembershipId: 2 })),
    );
    await settleAccountMoves(store(), clock(), async () => undefined);
    await erase(2);
    expect(await tablesWith('canary-')).toEqual([]);
    const undone = await undoJournal(store(), options(), { of: { runId: run }, isForced: true });
    expect(undone).toMatchObject({ undone: 0 });
    expect(undone.conflicts.map(({ reason }) => reason)).toContain('it has been erased since');
    expect([await idsIn('person'), await idsIn('membership')]).toEqual([[], []]);
    expect(await planErasure(store(), erasureOf(1), services())).toBeNull();
  });

  it('erases a removed person of whom only the journal has data', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, {}, { id: 1, lastName: 'canary-1' })));
    await write(async (writer) => {
      await writer.memberships.remove([1]);
      await writer.persons.remove([1]);
    });
    expect(await tablesWith('canary-1')).toEqual(['journal']);
    expect(await erase(1)).toMatchObject({ tombstone: { membershipIds: [1] } });
    expect(await tablesWith('canary-1')).toEqual([]);
  });

  it('a company gets a new contact, and its history no longer names the former one', async () => {
    await write(async (writer) => {
      const contact = {
        id: 1,
        organisation: 'Firm Ltd',
        email: 'canary-1@firm.example',
        lastName: 'canary-2',
      };
      await writer.memberships.put(sampleMember(1, { kind: 'corporate', typeId: 2 }, contact));
      await writer.memberships.put(sampleMember(2, {}, { id: 2, email: 'two@x.example' }));
      await writer.memberships.put(sampleMember(3, { parentId: 1 }, { id: 3, email: 'three@x.example' }));
    });
    await write(async (writer) => {
      const member = await writer.memberships.find(1);
      if (member === null) throw new Error('the company exists');
      const locations = [sampleLocation({ email: 'canary-1@firm.example' })];
      await writer.memberships.put({ ...member, membership: { ...member.membership, locations } });
      const changes = [{ Field: 'User.Phone', Before: '', After: 'canary-3' }];
      await writer.part(ProposalsWriter).put({ ...noProposal(1), changes, proposedAt: 1 });
      const { expiryDate: lastDay } = member.membership;
      await writer.part(LeavingWriter).put({ id: 1, saidOn: '2026-06-01', lastDay, reason: 'canary-4' });
    });
    await expect(erase(1)).rejects.toThrow(
      'Add --new-contact PERSON_ID to keep the company, or --with-company',
    );
    expect(await idsIn('person')).toEqual([1, 2, 3]);
    const after = (await rows()).find(({ kind }) => kind === 'membership')?.position ?? 0;
    await erase(1, { newContactId: 2 });
    const day = await readDay(store().members, organisationId, clock());
    if (day === null) throw new Error('the organisation exists');
    const page = await readChanges(store().members, { day, seesAdminExtras: false, after, limit: 100 });
    expect(page?.changes).toContainEqual(
      expect.objectContaining({ kind: 'membership', id: 1, operation: 'updated' }),
    );
    expect(await tablesWith('canary-')).toEqual([]);
    expect([await idsIn('person'), await idsIn('membership')]).toEqual([
      [2, 3],
      [1, 2, 3],
    ]);
    const company = await write((writer) => writer.memberships.find(1));
    expect(company?.person).toMatchObject({ id: 2, organisation: 'Firm Ltd' });
    expect((await write((writer) => writer.memberships.find(3)))?.membership.parentId).toBe(1);
    const [withoutValues] = (await rows()).filter(
      ({ kind, recordId, operation }) => kind === 'membership' && recordId === 1 && operation === 'updated',
    );
    const position = withoutValues?.position ?? 0;
    const undone = await undoJournal(store(), options(), { of: { position }, isForced: true });
    expect(undone.conflicts).toMatchObject([{ reason: 'its values were erased with a person' }]);
  });

  it('erases a company with its contact, and its sub-members stay without a company', async () => {
    await write(async (writer) => {
      const contact = { id: 1, organisation: 'canary-1', email: 'c@firm.example' };
      await writer.memberships.put(sampleMember(1, { kind: 'corporate', typeId: 2 }, contact));
      await writer.memberships.put(sampleMember(9, {}, { id: 1 }));
      await writer.memberships.put(sampleMember(3, { parentId: 1 }, { id: 3, email: 'three@x.example' }));
    });
    await write(async (writer) => {
      const person = await writer.persons.find(1);
      if (person !== null) await writer.persons.put({ ...person, organisation: 'canary-1' });
    });
    const plan = await planErasure(store(), erasureOf(1, { withCompany: true }), services());
    expect(plan).toMatchObject({ kept: [], detached: [3], tombstone: { membershipIds: [1, 9] } });
    await erase(1, { withCompany: true });
    expect(await tablesWith('canary-1')).toEqual([]);
    expect(await idsIn('membership')).toEqual([3]);
    expect((await write((writer) => writer.memberships.find(3)))?.membership.parentId).toBeNull();
  });

  it('erases a sub-member and does not change the company', async () => {
    await write(async (writer) => {
      const contact = { id: 1, organisation: 'Firm Ltd', email: 'c@firm.example' };
      await writer.memberships.put(sampleMember(1, { kind: 'corporate', typeId: 2 }, contact));
      await writer.memberships.put(sampleMember(3, { parentId: 1 }, { id: 3, email: 'canary-3@x.example' }));
    });
    await erase(3);
    expect(await tablesWith('canary-3')).toEqual([]);
    expect(await idsIn('membership')).toEqual([1]);
  });

  it.each([
    ['a company that does not exist', { newContactId: 99 }, 'There is no person 99 to become the contact'],
    ['the erased person', { newContactId: 1 }, 'Person 1 is the person to be erased'],
    ['the contact of another company', { newContactId: 2 }, 'cannot be the contact of Firm Ltd'],
  ])('refuses %s as a new contact', async (_what, change, message) => {
    await write(async (writer) => {
      const firm = { kind: 'corporate', typeId: 2 } as const;
      await writer.memberships.put(sampleMember(1, firm, { id: 1, organisation: 'Firm Ltd' }));
      await writer.memberships.put(sampleMember(2, firm, { id: 2, organisation: 'Other Ltd' }));
    });
    await expect(erase(1, change)).rejects.toThrow(message);
    expect(await idsIn('person')).toEqual([1, 2]);
    expect(await store().auth.selectFrom('erasure_in_progress').selectAll().execute()).toEqual([]);
  });

  it('does not delete the codes, limits and unsent emails of another person with the same address', async () => {
    await write(async (writer) => {
      await writer.memberships.put(
        sampleMember(1, {}, { id: 1, firstName: 'Ann', lastName: 'Gone', email: 'both@x.example' }),
      );
      await writer.memberships.put(
        sampleMember(2, {}, { id: 2, firstName: 'Bob', lastName: 'Kept', email: 'both@x.example' }),
      );
    });
    const { dataDir } = context();
    const send = createMailer({
      smtpUrl: null,
      from: 'office@x.example',
      dataDir,
      identityOf: mailIdentity,
    });
    await send({ to: 'both@x.example', subject: 'Code', text: 'Your code is 123456.', about });
    await send({ to: 'both@x.example', subject: 'Grüße', text: 'Dear Ann\nGone, ä', about });
    const bucket = `link-account:${organisationId}:${hashSecret(emailKey('both@x.example'))}`;
    await store().auth.insertInto('limit_bucket').values({ bucket, tokens: 1, updated_at: now }).execute();
    await erase(1);
    const mails = readdirSync(join(dataDir, 'outbox'));
    expect(mails).toHaveLength(1);
    expect(readFileSync(join(dataDir, 'outbox', mails[0] ?? ''), 'utf8')).toContain('123456');
    const left = store().auth.selectFrom('limit_bucket').select('bucket').where('bucket', '=', bucket);
    expect(await left.execute()).toHaveLength(1);
    await erase(2);
    expect(readdirSync(join(dataDir, 'outbox'))).toEqual([]);
    expect(await left.execute()).toEqual([]);
  });

  it('keeps emails to others if the person’s address is that of the association below every email', async () => {
    const { look } = await mailIdentity();
    const email = look.contactEmail ?? '';
    await write((writer) => writer.memberships.put(sampleMember(1, {}, { id: 1, email })));
    const { dataDir } = context();
    const send = createMailer({
      smtpUrl: null,
      from: 'no-reply@x.example',
      dataDir,
      identityOf: mailIdentity,
    });
    await send({ to: 'other@x.example', subject: 'Code', text: 'Your code is 123456.', about });
    await send({ to: 'other@x.example', subject: 'Hello', text: `Write to ${email}`, about });
    await erase(1);
    const [kept = '', ...more] = readdirSync(join(dataDir, 'outbox'));
    expect(more).toEqual([]);
    expect(readFileSync(join(dataDir, 'outbox', kept), 'utf8')).toContain('123456');
    rmSync(join(dataDir, 'outbox'), { recursive: true });
  });

  it('deletes the unsent email to the office about a person whose name is one word', async () => {
    await write((writer) =>
      writer.memberships.put(
        sampleMember(1, {}, { id: 1, firstName: '', lastName: 'Canary', email: 'both@x.example' }),
      ),
    );
    await write((writer) =>
      writer.memberships.put(sampleMember(11, {}, { id: 11, email: 'both@x.example' })),
    );
    const { dataDir } = context();
    const send = createMailer({
      smtpUrl: null,
      from: 'office@x.example',
      dataDir,
      identityOf: mailIdentity,
    });
    for (const [id, name] of [
      ['1', 'Canary'],
      ['11', 'Somebody else'],
    ] as const) {
      const values = { name, id, organisation: 'X', organisationId: String(organisationId) };
      const text = say(erasureMailText.office, values);
      await send({ to: 'office@x.example', subject: 'Request', text, about });
    }
    await erase(1);
    const mails = readdirSync(join(dataDir, 'outbox')).map((name) =>
      readFileSync(join(dataDir, 'outbox', name), 'utf8'),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Somebody else');
    await erase(11);
    expect(readdirSync(join(dataDir, 'outbox'))).toEqual([]);
  });

  it('removes the password from the file of the demonstration', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, {}, { id: 1, email: 'Zoe@x.example' })));
    const { dataDir } = context();
    mkdirSync(dataDir, { recursive: true });
    const file = join(dataDir, 'demo-credentials.json');
    const members = [
      { email: 'zoe@x.example', password: 'p', description: 'Zoë' },
      { email: 'ann@x.example', password: 'q', description: 'Ann' },
    ];
    writeFileSync(file, JSON.stringify({ organisationId, members }));
    await erase(1);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ organisationId, members: [members[1]] });
  });

  it('no saved view and no reason contains a part of the name, address or email of an erased person', async () => {
    const person = {
      id: 1,
      firstName: 'May',
      lastName: 'Canary',
      email: 'quill-77@x.example',
      address: { address: '12 Plover Street', suburb: 'Geelong', postcode: '1', state: '', country: '' },
    };
    await write(async (writer) => {
      await writer.memberships.put(sampleMember(1, {}, person));
      await writer.memberships.put(sampleMember(2, {}, { id: 2, email: 'two@x.example' }));
    });
    const [byWord, byBeginning, byEmail, byStreet, byPerson, renamed, named, other] = [
      { name: 'One family', list: 'Search=canary+geelong' },
      { name: 'Beginning', list: 'LastName=Can' },
      { name: 'Address', list: 'Email=Quill' },
      { name: 'Street', list: 'Search=plover' },
      { name: 'One', list: 'Person=1' },
      { name: 'Ask Canary', list: '' },
      { name: 'Renewals in May, 12 Plover St', list: 'Type=1' },
      { name: 'Geelong', list: 'Search=geelong&Suburb=May&Column=name' },
    ].map((one, index) => ({ ...one, id: index + 1, personId: 2, isShared: true }));
    const views = [byWord, byBeginning, byEmail, byStreet, byPerson, renamed, named, other];
    await write(async (writer) => {
      for (const view of views) if (view) await writer.part(SavedViewsWriter).put(view);
      if (renamed) await writer.part(SavedViewsWriter).put({ ...renamed, name: 'Family' });
    });
    const bulk = { personId: 2, action: '{}', memberIds: [2] };
    const reasons = ['May Canary moved away', 'the board decided', 'the care home wrote'];
    for (const [index, reason] of reasons.entries())
      await write((writer) =>
        writer.part(BulkChangesWriter).create({ ...bulk, reason, memberIds: index === 2 ? [1, 2] : [2] }),
      );
    const reasoned = { ...options(), cause: byCommand('member set', 'for the canary family') };
    await withMembersWriter(store(), reasoned, (writer) =>
      writer.memberships.put(sampleMember(2, {}, { id: 2, email: 'three@x.example' })),
    );
    await erase(1);
    expect(await tablesWith('canary')).toEqual([]);
    expect(await tablesWith('plover')).toEqual([]);
    expect(await tablesWith('quill')).toEqual([]);
    const kept = await readSavedViews(store().members, organisationId);
    expect(kept.map(({ name }) => name)).toEqual(['Family', 'Geelong', 'Renewals in …, … St']);
    const bulks = await store()
      .members.selectFrom('bulk_change')
      .select('reason')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute();
    expect(bulks.map(({ reason }) => reason)).toEqual(['… moved away', 'the board decided', null]);
  });

  it('does nothing the second time', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, {}, { id: 1 })));
    await erase(1);
    const before = await rows();
    expect(await planErasure(store(), erasureOf(1), services())).toBeNull();
    await erasePerson(store(), erasureOf(1), services());
    expect(await rows()).toEqual(before);
    expect(existsSync(join(context().dataDir, 'erasures.jsonl'))).toBe(true);
  });
});
