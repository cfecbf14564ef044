import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnData } from '@/lib/contract/own-data';
import type { Mail } from '@/lib/mail/mailer';
import { closeErasureRequest, findErasureRequest } from '@/lib/sign-in/accounts/erasure-requests';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { defaultRateLimits, type RateLimits } from '@/lib/sign-in/oauth/rate-limits';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { issueToken, type NewToken } from '@/lib/sign-in/oauth/tokens';
import { readAccountJournal } from '@/lib/store/account-journal';
import { byCommand } from '@/lib/store/journal';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { createOwnData } from './own-data';
import { seedCast, writerContext } from './sign-in-service.fixture';

const of = { organisationId: 100, personId: 1 };
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' };
const start = Date.parse('2026-03-01T10:00:00Z');

describeEachEngine('a person’s own data', (store) => {
  seedCast(store);
  const time = { now: new Date(start) };
  let mails: Mail[] = [];
  let own: OwnData;
  const write = (work: Parameters<typeof withMembersWriter<unknown>>[2]) =>
    withMembersWriter(store(), writerContext(100), work);
  const remove = () => write((writer) => writer.memberships.remove([1]));
  const serve = (limits: Partial<RateLimits> = {}, contactEmail: string | null = 'office@bakers.example') => {
    own = createOwnData({
      store: store(),
      clock: () => time.now,
      baseUrl: 'https://members.example',
      rateLimits: { ...defaultRateLimits, ...limits },
      ownClientId: 'the-directory',
      contactEmail,
      mailer: async (mail) => {
        mails.push(mail);
        return 'sent';
      },
      later: new LaterWork({ delayMs: () => 0 }),
      logError: (error) => {
        throw error;
      },
      organisationId: 100,
    });
  };
  const token = (change: Partial<NewToken> = {}) =>
    issueToken(
      store().auth,
      {
        clientId: 'the-directory',
        organisationId: 100,
        personId: 1,
        scopes: ['user'],
        codeHash: null,
        signedInAt: time.now.getTime(),
        ...change,
      },
      time.now,
    );
  const open = () => findErasureRequest(store(), of);
  const whats = async (change: Partial<NewToken> = {}) =>
    (await own.read(await token(change)))?.history?.map(({ what }) => what) ?? [];
  const journal = async () =>
    (await readAccountJournal(store().auth, 100, { limit: 100, personIds: [1] }))
      .filter(({ kind }) => kind === 'erasure_request')
      .map(({ operation, actor }) => `${operation} by ${actor.kind} ${actor.id}`);

  beforeAll(async () => {
    for (const [id, isFirstParty] of [
      ['the-directory', true],
      ['another site', false],
    ] as const)
      await createClient(store(), {
        organisationId: 100,
        name: id,
        scopes: ['user', 'members'],
        redirectUris: ['https://members.example/callback'],
        isFirstParty,
        credentials: { id, secret: `the secret of ${id}` },
      });
  });
  beforeEach(() => {
    time.now = new Date(start);
    mails = [];
    serve();
  });
  afterEach(async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, {}, ada)));
    for (const table of ['erasure_request', 'limit_bucket'] as const)
      await store().auth.deleteFrom(table).execute();
  });

  test('a removed person sees that the membership was removed, and may still download everything', async () => {
    expect(await own.read(await token())).toMatchObject({ name: 'Ada Byron', isRemoved: false });
    await remove();
    const page = await own.read(await token());
    expect(page).toMatchObject({ name: 'Ada Byron', isRemoved: true, isRecent: true });
    expect(page?.history).toContainEqual({
      day: '2026-01-01',
      by: 'by the association',
      what: 'Membership 1 was removed',
    });
    expect((await own.download(await token(), 'json'))?.text).toContain('Ada@Example.org');
  });

  test('the history is newest first, and says which fields were changed without their values', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, {}, { ...ada, phone: '03 5550 9999' })));
    const history = await whats();
    const changed = history.indexOf('Your details were changed: phone');
    expect(changed).toBeGreaterThan(-1);
    expect(changed).toBeLessThan(history.indexOf('Membership 1 was added'));
    expect(history.join()).not.toContain('03 5550 9999');
  });

  test.each([
    ['html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['json', 'application/json', '"Format": "chapterhouse-person-1"'],
  ] as const)('the download as %s has the person’s data and nobody else’s', async (format, type, text) => {
    const file = await own.download(await token(), format);
    expect([file?.name, file?.type]).toEqual([`person-1.${format}`, type]);
    expect(file?.text).toContain(text);
    expect(file?.text).toContain('Ada@Example.org');
    expect(file?.text).not.toMatch(/Okri|dan@example/);
    if (format === 'json') expect(JSON.parse(file?.text ?? '')).toMatchObject({ For: 'person' });
  });

  test('a request is recorded and emailed to the association and the person, once', async () => {
    await own.requestErasure(await token(), '1');
    await own.requestErasure(await token(), '1');
    expect((await own.read(await token()))?.requestedOn).toBe('2026-03-01');
    expect(await journal()).toEqual(['created by person 1']);
    await expect.poll(() => mails.map(({ to }) => to)).toEqual(['office@bakers.example', 'Ada@Example.org']);
    const [office, person] = mails;
    expect(office?.subject).toBe('Guild of Bakers: request for erasure by person 1');
    expect(office?.text).toContain('Ada Byron (person 1)');
    expect(person?.text).toContain('https://members.example/account/privacy/data');
  });

  test('without an address of the association the request is recorded, and the person gets the email', async () => {
    serve({}, null);
    await own.requestErasure(await token(), '1');
    await expect.poll(() => mails.map(({ to }) => to)).toEqual(['Ada@Example.org']);
    expect(await open()).not.toBeNull();
  });

  test('a request can be withdrawn', async () => {
    await own.requestErasure(await token(), '1');
    // The journal has no order within a millisecond.
    time.now = new Date(start + 1);
    await own.withdrawErasure(await token(), '1');
    expect((await own.read(await token()))?.requestedOn).toBeNull();
    expect((await journal()).at(-1)).toBe('withdrawn by person 1');
  });

  test('the person sees that the association closed it, and not why', async () => {
    await own.requestErasure(await token(), '1');
    const cause = byCommand('person refuse-erasure', 'it must be kept');
    await closeErasureRequest(store(), of, { operation: 'refused', cause, now: time.now });
    const history = (await whats()).join();
    expect(history).toContain('Your request for erasure was closed');
    expect(history).not.toContain('it must be kept');
  });

  test('the request of a record that is merged stays open for the survivor', async () => {
    await own.requestErasure(await token(), '1');
    await write(async (writer) => {
      await writer.memberships.remove([1]);
      await writer.persons.remove([1]);
      await writer.aliases.put(1, 4);
    });
    expect(await findErasureRequest(store(), { organisationId: 100, personId: 4 })).toEqual(time.now);
    expect((await own.read(await token({ personId: 4 })))?.requestedOn).toBe('2026-03-01');
    await write((writer) => writer.aliases.put(1, null));
  });

  test('10 minutes after signing in, the person can read the page, and nothing else works', async () => {
    const signedInAt = start;
    time.now = new Date(start + 10 * 60_000 - 1);
    expect(await own.download(await token({ signedInAt }), 'json')).not.toBeNull();
    time.now = new Date(start + 10 * 60_000);
    for (const old of [await token({ signedInAt }), await token({ signedInAt: null })]) {
      expect((await own.read(old))?.isRecent).toBe(false);
      expect(await own.download(old, 'json')).toBeNull();
      await own.requestErasure(old, '1');
      expect(await open()).toBeNull();
    }
    await own.requestErasure(await token(), '1');
    await own.withdrawErasure(await token({ signedInAt }), '1');
    expect(await open()).not.toBeNull();
  });

  test('a form of somebody who was signed in before does nothing for the next person', async () => {
    await own.requestErasure(await token({ personId: 4 }), '1');
    expect(await store().auth.selectFrom('erasure_request').selectAll().execute()).toEqual([]);
    await own.requestErasure(await token(), '1');
    await own.withdrawErasure(await token({ personId: 4 }), '1');
    expect(await open()).not.toBeNull();
  });

  test('a token of another client, organisation or scope, of no person, or an unknown one gets nothing', async () => {
    const tokens = [
      await token({ clientId: 'another site' }),
      await token({ organisationId: 200 }),
      await token({ scopes: ['members'] }),
      await token({ personId: null, signedInAt: null }),
      await token({ personId: 77 }),
      'unknown',
      '',
    ];
    for (const each of tokens) {
      expect(await own.read(each)).toBeNull();
      expect(await own.download(each, 'json')).toBeNull();
      await own.requestErasure(each, '1');
    }
    expect(await open()).toBeNull();
  });

  test('the data of a person can be read a limited number of times', async () => {
    serve({ ownDataPerPerson: { burst: 2, perSeconds: 3600 } });
    await own.read(await token());
    expect((await own.read(await token()))?.history).not.toBeNull();
    expect(await own.download(await token(), 'json')).toBeNull();
    expect(await own.read(await token())).toMatchObject({ history: null, waitSeconds: 1800 });
    expect((await own.read(await token({ personId: 4 })))?.history).not.toBeNull();
  });
});
