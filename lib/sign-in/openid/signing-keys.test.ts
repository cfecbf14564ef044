import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { createMembershipService } from '@/lib/service/app';
import { readAccountJournal } from '@/lib/store/account-journal';
import { purgeExpired } from '@/lib/store/auth-purge';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { seedCast } from '@/lib/service/sign-in-service.fixture';
import { findSigningKey, listSigningKeys, publishedKeys, rotateSigningKeys } from './signing-keys';
import { signToken } from './sign-token';

const authSecret = 'the secret that encrypts private keys';
const hour = 3600_000;
const start = new Date('2026-03-01T10:00:00Z').getTime();
const rotation = { kind: 'command', id: 'keys rotate' } as const;
const at = (hours: number) => new Date(start + hours * hour);

describeEachEngine('keys that sign ID tokens', (store) => {
  seedCast(store);
  beforeAll(async () => {
    // EdDSA keys are published only if a client uses them.
    await createClient(store(), {
      organisationId: 100,
      name: 'EdDSA',
      scopes: ['openid'],
      idTokenAlgorithm: 'EdDSA',
    });
  });
  beforeEach(async () => void (await store().auth.deleteFrom('signing_key').execute()));
  const services = (now: Date) => ({ store: store(), authSecret, now });
  const signer = (now: Date) => ({ store: store(), authSecret, clock: () => now });

  function clientKeys(now: () => Date) {
    const app = createMembershipService({
      store: store(),
      authSecret,
      clock: now,
      baseUrl: 'https://members.example',
      mailer: async () => 'sent' as const,
      trustProxy: 0,
    });
    return createRemoteJWKSet(new URL('https://members.example/api/v2/organisation/100/jwks'), {
      [customFetch]: async (url) => app.request(url),
    });
  }

  it.each(['RS256', 'EdDSA'] as const)('a client can verify a token signed with %s', async (algorithm) => {
    const token = await signToken(signer(at(0)), { sub: '1' }, { algorithm });
    const { payload, protectedHeader } = await jwtVerify(
      token,
      clientKeys(() => at(0)),
    );
    expect(payload).toEqual({ sub: '1' });
    expect(protectedHeader).toMatchObject({ alg: algorithm, typ: 'JWT' });
  });

  it('requests at the same time create one key of each algorithm, even if the secret was replaced before', async () => {
    const many = () => Promise.all([1, 2, 3, 4].map(() => publishedKeys(services(at(0)))));
    await many();
    expect(await listSigningKeys(store(), at(0))).toHaveLength(2);
    const replaced = { ...services(at(0)), authSecret: 'another secret' };
    await Promise.all([1, 2, 3].map(() => findSigningKey(replaced, 'EdDSA')));
    expect(await listSigningKeys(store(), at(0))).toHaveLength(3);
  });

  it('the published keys and the database have no private part in plain text', async () => {
    const { id } = await findSigningKey(services(at(0)), 'RS256');
    await findSigningKey(services(at(0)), 'EdDSA');
    const rows = await store().auth.selectFrom('signing_key').selectAll().execute();
    expect(rows.map((row) => row.id)).toContain(id);
    for (const row of rows) {
      const text = JSON.stringify(row) + Buffer.from(row.sealed_key, 'base64url').toString('latin1');
      expect(text).not.toMatch(/\\?"(d|p|q|dp|dq|qi)\\?":/);
      const published = Object.keys((await listSigningKeys(store(), at(0)))[0]?.publicJwk ?? {});
      expect(published).not.toContain('d');
    }
  });

  it('one key of each algorithm is shared by all processes', async () => {
    for (let turn = 0; turn < 3; turn += 1) await signToken(signer(at(turn)), {}, { algorithm: 'RS256' });
    expect(await listSigningKeys(store(), at(3))).toHaveLength(1);
  });

  it('a new key is published for an hour before it signs, and the old one stays for a day', async () => {
    const old = await findSigningKey(services(at(0)), 'RS256');
    const oldToken = await signToken(signer(at(0)), {}, { algorithm: 'RS256' });
    const created = await rotateSigningKeys(services(at(0)));
    const newId = created.find(({ algorithm }) => algorithm === 'RS256')?.id;
    expect((await findSigningKey(services(at(0.99)), 'RS256')).id).toBe(old.id);
    expect((await findSigningKey(services(at(1)), 'RS256')).id).toBe(newId);
    const first = async (now: Date) => (await publishedKeys(services(now)))[0]?.kid;
    expect([await first(at(0.99)), await first(at(1))], 'the key that signs comes first').toEqual([
      old.id,
      newId,
    ]);
    await jwtVerify(
      oldToken,
      clientKeys(() => at(24.9)),
    );
    await expect(
      jwtVerify(
        oldToken,
        clientKeys(() => at(25)),
      ),
    ).rejects.toThrow('no applicable key');
    await purgeExpired(store(), at(25));
    expect((await listSigningKeys(store(), at(0))).map(({ id }) => id)).not.toContain(old.id);
  });

  it('an immediate rotation ends the old keys, and the journal records it', async () => {
    const token = await signToken(signer(at(0)), {}, { algorithm: 'EdDSA' });
    await rotateSigningKeys(services(at(0)), { isImmediate: true });
    await expect(
      jwtVerify(
        token,
        clientKeys(() => at(0)),
      ),
    ).rejects.toThrow('no applicable key');
    const rows = await readAccountJournal(store().auth, 100, { limit: 1, since: at(0), actor: rotation });
    expect(rows).toMatchObject([{ kind: 'signing_key', operation: 'secret replaced' }]);
  });

  it('a process with another secret does not use the key, but publishes it', async () => {
    const { id } = await findSigningKey(services(at(0)), 'EdDSA');
    const other = await findSigningKey({ ...services(at(0)), authSecret: 'another secret' }, 'EdDSA');
    expect(other.id).not.toBe(id);
    expect((await listSigningKeys(store(), at(0))).map((key) => key.id).sort()).toEqual(
      [id, other.id].sort(),
    );
  });

  it('the addresses of discovery and keys can be read from any origin, and only with GET', async () => {
    const app = createMembershipService({
      store: store(),
      clock: () => at(0),
      baseUrl: 'https://members.example',
      mailer: async () => 'sent' as const,
      trustProxy: 0,
    });
    const issuer = 'https://members.example/api/v2/organisation/100';
    for (const path of ['jwks', '.well-known/openid-configuration']) {
      const response = await app.request(`${issuer}/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
      expect((await app.request(`${issuer}/${path}`, { method: 'POST' })).status).toBe(405);
    }
    expect((await app.request('https://members.example/api/v2/organisation/x/jwks')).status).toBe(404);
  });
});
