import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { verifyPassword } from '../accounts/passwords';
import { describeEachEngine } from '../store/test-stores';
import { loadDemonstration } from './load';

const clock = () => new Date('2026-03-02T01:00:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-demo-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

describeEachEngine('loading the demonstration', (store) => {
  it('stores its members, and passwords that work, in a file that only its owner can read', async () => {
    const loaded = await loadDemonstration({
      store: store(),
      clock,
      baseUrl: 'https://demo.example',
      dataDir,
    });
    const file = join(dataDir, 'demo-credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(loaded);
    expect(loaded.members.length).toBeGreaterThanOrEqual(8);
    expect(loaded.members.some(({ description }) => description.includes('owes money'))).toBe(true);
    for (const { email, password } of loaded.members) {
      const people = await verifyPassword(store(), { organisationId: 100, email, password });
      expect(people, email).toHaveLength(1);
    }
    const { count } = await store()
      .members.selectFrom('membership')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThanOrEqual(460);
  });

  it('changes no member when it is loaded again on the same day', async () => {
    const versions = () => store().members.selectFrom('organisation').select(['id', 'version']).execute();
    const before = await versions();
    await loadDemonstration({ store: store(), clock, baseUrl: 'https://demo.example', dataDir });
    expect(await versions()).toEqual(before);
  });
});
