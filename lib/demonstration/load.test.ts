import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { setPassword, verifyPassword } from '@/lib/sign-in/accounts/passwords';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import { findClient } from '@/lib/sign-in/oauth/clients';
import { readRoleHolders } from '@/lib/store/roles';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { finishDemonstration, loadDemonstration } from './load';

const issuer = credentialIssuer;
const clock = () => new Date('2026-03-02T01:00:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-demo-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

describeEachEngine('loading the demonstration', (store) => {
  it('stores its members, and working passwords in a file that only its owner can read', async () => {
    const loaded = await loadDemonstration({
      store: store(),
      clock,
      baseUrl: 'https://demo.example',
      dataDir,
      issuer,
    });
    const file = join(dataDir, 'demo-credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(loaded);
    expect(loaded.members.length).toBeGreaterThanOrEqual(8);
    expect(loaded.members.some(({ description }) => description.includes('owes money'))).toBe(true);
    for (const { email, password } of loaded.members) {
      const { people } = await verifyPassword(store(), { organisationId: 100, email, password });
      expect(people, email).toHaveLength(1);
    }
    for (const role of ['owner', 'secretary', 'officer'])
      expect(loaded.members.filter(({ description }) => description.includes(`; ${role} `))).toHaveLength(1);
    expect(await readRoleHolders(store().members, 100)).toMatchObject([
      { role: 'owner' },
      { role: 'secretary' },
      { role: 'officer', chapterIds: [7] },
    ]);
    const { count } = await store()
      .members.selectFrom('membership')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThanOrEqual(460);
  });

  it('changes no member when it is loaded again on the same day', async () => {
    const versions = () => store().members.selectFrom('organisation').select(['id', 'version']).execute();
    const before = await versions();
    await loadDemonstration({ store: store(), clock, baseUrl: 'https://demo.example', dataDir, issuer });
    expect(await versions()).toEqual(before);
  });

  it('continues after a process was killed, and then keeps passwords that members changed', async () => {
    const options = { store: store(), clock, baseUrl: 'https://demo.example', dataDir, issuer };
    const { apiClient, members } = await loadDemonstration(options);
    const [first, ...others] = members;
    if (first === undefined) throw new Error('the demonstration has members');
    const works = async ({ email, password } = first) =>
      (await verifyPassword(store(), { organisationId: 100, email, password })).people.length > 0;
    // The members are committed, and only some passwords are set.
    await store().auth.deleteFrom('client').where('id', '=', apiClient.id).execute();
    await store().auth.deleteFrom('account').where('person_id', '>', 1).execute();
    expect(await works(others[0])).toBe(false);
    await finishDemonstration(options);
    for (const member of members) expect(await works(member), member.email).toBe(true);
    expect((await findClient(store(), 100, apiClient.id))?.scopes).toContain('members');

    await setPassword(store(), { organisationId: 100, personId: 1, password: 'chosen by herself' });
    await finishDemonstration(options);
    expect(await works()).toBe(false);
  });

  it('gives its passwords to nobody if the ID 100 belongs to another organisation', async () => {
    const options = { store: store(), clock, baseUrl: 'https://demo.example', dataDir, issuer };
    const { apiClient } = await loadDemonstration(options);
    await store().auth.deleteFrom('client').where('id', '=', apiClient.id).execute();
    await store().auth.deleteFrom('account').execute();
    await store()
      .members.updateTable('person')
      .set({ email: 'real@example.org' })
      .where('id', '=', 1)
      .execute();
    await finishDemonstration(options);
    const accounts = await store().auth.selectFrom('account').select('person_id').execute();
    expect(accounts.map(({ person_id }) => person_id)).not.toContain(1);
    expect(accounts.length).toBeGreaterThan(5);
  });
});
