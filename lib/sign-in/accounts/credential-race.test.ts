/**
 * A person's password changes during a sign-in with the old credential. The tests run every order that two connections
 * allow.
 */
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { findClient } from '@/lib/sign-in/oauth/clients';
import { issueCode } from '@/lib/sign-in/oauth/authorization-code';
import { choiceProof, setCandidates, startRequest } from '@/lib/sign-in/oauth/pending-requests';
import { findToken, issueToken } from '@/lib/sign-in/oauth/tokens';
import {
  authorizePath,
  exchange,
  getCode,
  password,
  seedCast,
  startService,
} from '@/lib/service/sign-in-service.fixture';
import type { Store } from '@/lib/store/database';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { makeResetMail } from './password-links';
import { setPassword, verifyPassword } from './passwords';
import type { Proof } from './proof';
import { findSession, sessionLifetimeSeconds, startSession } from './sessions';
import { checkSignInCode, makeSignInCode } from './sign-in-codes';

/** `run` is called once, after the next password is verified or hashed. */
const meanwhile = vi.hoisted((): { run: (() => Promise<unknown>) | null } => ({ run: null }));
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const actual = await importOriginal<typeof import('@node-rs/argon2')>();
  const after = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    const { run } = meanwhile;
    meanwhile.run = null;
    await run?.();
    return result;
  };
  return {
    ...actual,
    verify: (...given: Parameters<typeof actual.verify>) => after(actual.verify(...given)),
    hash: (...given: Parameters<typeof actual.hash>) => after(actual.hash(...given)),
  };
});

const now = new Date('2026-03-01T10:00:00Z');
const ada = { organisationId: 100, personId: 1 };
const email = 'ada@example.org';

describeEachEngine('a credential that ends during its use', (store) => {
  seedCast(store);
  afterEach(() => setPassword(store(), { ...ada, password }, now));

  const change = () => setPassword(store(), { ...ada, password: 'another password' }, now);
  const signIn = (proof: Proof) =>
    store()
      .auth.transaction()
      .execute(async (transaction) => {
        const [personId] = await proof.lock(transaction);
        return personId === undefined
          ? null
          : startSession(transaction, { organisationId: 100, personId }, now);
      });
  const sessions = () =>
    store().auth.selectFrom('session').select('session_hash').where('person_id', '=', 1).execute();

  test('a sign-in page that verified the old password creates no session after the change', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    meanwhile.run = change;
    await browser.signIn();
    expect(meanwhile.run).toBeNull();
    expect(browser.page).toContain('<h1>Sign in</h1>');
    expect(await sessions()).toEqual([]);
    await browser.signIn(email, 'another password');
    expect(browser.callback().get('code')).toMatch(/^\w{36}$/);
  });

  test('no proof from before a password change creates a session after it', async () => {
    const handle = 'h'.repeat(36);
    await makeSignInCode(store(), { organisationId: 100, handle, email }, now);
    const mail = await makeSignInCode(store(), { organisationId: 100, handle, email }, now);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const purpose = { clientId: null, path: '/' };
    const choice = await startRequest(
      store(),
      { organisationId: 100, interaction: 'v', purpose, source: 'x' },
      now,
    );
    await setCandidates(store().auth, choice, [1, 2]);
    const proofs = [
      await verifyPassword(store(), { organisationId: 100, email, password }),
      await checkSignInCode(store(), { organisationId: 100, handle, code }, now),
      choiceProof({ handle: choice, candidatesBy: null }, 1),
    ];
    expect(proofs.map(({ people }) => people)).toEqual([[1], [1], [1]]);
    await change();
    expect(await Promise.all(proofs.map(signIn))).toEqual([null, null, null]);
    expect(await sessions()).toEqual([]);
  });

  test('a sign-in that begins between the steps of a change waits for the change and creates no session', async () => {
    const proof = await verifyPassword(store(), { organisationId: 100, email, password });
    let signedIn: Promise<string | null> = Promise.resolve('not started');
    const consume = async () => {
      signedIn = signIn(proof);
      await waitsForLock(store());
      return true;
    };
    await setPassword(store(), { ...ada, password: 'another password', consume }, now);
    expect(await signedIn).toBeNull();
    expect(await sessions()).toEqual([]);
  });

  test('a change that begins between the steps of a sign-in waits for the sign-in and ends its session', async () => {
    const proof = await verifyPassword(store(), { organisationId: 100, email, password });
    let changed: Promise<boolean> = Promise.resolve(false);
    const secret = await store()
      .auth.transaction()
      .execute(async (transaction) => {
        await proof.lock(transaction);
        const made = await startSession(transaction, ada, now);
        changed = change();
        await waitsForLock(store());
        return made;
      });
    expect(await changed).toBe(true);
    expect(await findSession(store(), secret, now)).toBeNull();
  });

  test('a correct code entered twice at the same time creates one session', async () => {
    const handle = 'i'.repeat(36);
    const mail = await makeSignInCode(store(), { organisationId: 100, handle, email }, now);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const typed = { organisationId: 100, handle, code };
    const proofs = [await checkSignInCode(store(), typed, now), await checkSignInCode(store(), typed, now)];
    const made = await Promise.all(proofs.map(signIn));
    expect(made.filter((secret) => secret !== null)).toHaveLength(1);
  });

  test('no code is issued for a session that ends at the same time', async () => {
    const service = startService(store());
    const { id } = await service.register({ isFirstParty: true });
    const client = await findClient(store(), 100, id);
    if (client === null) throw new Error('the client was registered');
    const session = await findSession(store(), await startSession(store().auth, ada, now), now);
    const request = { client, personId: 1, scopes: [], redirectUri: null, challenge: null, nonce: null };
    const code = { ...request, sessionHash: session?.hash ?? '' };
    expect(await issueCode(store(), code, now)).toMatch(/^\w{36}$/);
    // No code is issued if the session belongs to another person or has expired.
    expect(await issueCode(store(), { ...code, personId: 2 }, now)).toBeNull();
    const expiresAt = now.getTime() + sessionLifetimeSeconds * 1000;
    expect(await issueCode(store(), code, new Date(expiresAt - 1))).toMatch(/^\w{36}$/);
    expect(await issueCode(store(), code, new Date(expiresAt))).toBeNull();
    let issued: Promise<string | null> = Promise.resolve('not started');
    await store()
      .auth.transaction()
      .execute(async (transaction) => {
        await transaction.deleteFrom('session').where('person_id', '=', 1).execute();
        if (store().engine === 'sqlite') return;
        issued = issueCode(store(), code, now);
        await waitsForLock(store());
      });
    if (store().engine === 'sqlite') issued = issueCode(store(), code, now);
    expect(await issued).toBeNull();
  });

  test('a code that is used again also ends the token of a refresh at the same time', async () => {
    const service = startService(store());
    const made = await service.register({ isFirstParty: true, scopes: ['openid', 'offline_access'] });
    const client = await findClient(store(), 100, made.id);
    if (client === null) throw new Error('the client was registered');
    const code = await getCode(service, made, { scope: 'openid offline_access' });
    expect((await exchange(service, made, code)).status).toBe(200);
    const grant = { clientId: client.id, organisationId: 100, personId: 1, scopes: ['openid'] as const };
    let again: Promise<Response> | null = null;
    let token = '';
    await store()
      .auth.transaction()
      .execute(async (transaction) => {
        const { code_hash: codeHash } = await transaction
          .updateTable('refresh_grant')
          .set({ used_at: service.now.getTime() })
          .where('client_id', '=', client.id)
          .returning('code_hash')
          .executeTakeFirstOrThrow();
        if (store().engine === 'postgres') {
          again = exchange(service, made, code);
          await waitsForLock(store());
        }
        token = await issueToken(transaction, { ...grant, codeHash }, service.now);
      });
    again ??= exchange(service, made, code);
    expect((await again).status).toBe(400);
    expect(await findToken(store(), token, service.now)).toBeNull();
  });

  test('a link that ends while its new password is hashed changes nothing', async () => {
    const service = startService(store());
    const links = { store: store(), baseUrl: '', mailer: async () => 'sent' as const, now: service.now };
    const mail = await makeResetMail(links, { organisationId: 100, email });
    const link = /\/auth\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const browser = await service.browser().open(link);
    meanwhile.run = change;
    await browser.submit({ password: 'of the stolen link' }, { action: 'set-password' });
    expect(meanwhile.run).toBeNull();
    expect(browser.response.status).toBe(400);
    const tried = async (typed: string) =>
      (await verifyPassword(store(), { organisationId: 100, email, password: typed })).people;
    expect(await tried('of the stolen link')).toEqual([]);
    expect(await tried('another password')).toEqual([1]);
  });
});

/**
 * On PostgreSQL, resolves when a statement waits for a lock. On SQLite, resolves at once, because a second transaction
 * cannot begin there.
 */
async function waitsForLock({ engine, members }: Store): Promise<void> {
  if (engine === 'sqlite') return;
  await waitFor(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        members,
      );
    expect(rows).toHaveLength(1);
  });
}
