import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadDemonstration } from '@/lib/demonstration/load';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import type { Store } from '@/lib/store/database';
import { describeUsualEngines, openFreshStore } from '@/lib/store/stores.fixture';
import { readStructure } from '@/lib/store/structure';
import { byCommand } from '@/lib/store/journal';
import { exportMembers } from './export-members';
import { importArchive } from './import-archive';
import { importContent, modificationState } from './import-cases.fixture';

const clock = () => new Date('2026-03-02T01:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function exported(store: Store, format: 'json' | 'csv'): Promise<string> {
  const parts: string[] = [];
  await exportMembers(store, { organisationId: 100, format }, async (text) => void parts.push(text));
  return parts.join('');
}

const request = { organisationId: 100, isDryRun: false, replaces: false, confirmedRemovals: null };

describeUsualEngines('an export', (store) => {
  it('of all kinds of members is identical after an import into an empty store', async () => {
    const options = { clock, baseUrl: 'https://demo.example', dataDir: folder, issuer: credentialIssuer };
    await loadDemonstration({ store: store(), ...options });
    const first = await exported(store(), 'json');
    const path = join(folder, 'all.json');
    writeFileSync(path, first);
    const empty = await openFreshStore(store().engine);
    const context = { store: empty.store, clock, areaCentre: () => null, cause: byCommand('import') };
    const result = await importArchive({ ...request, path }, context);
    expect(result).toMatchObject({ bad: 0, created: result.read });
    expect(await exported(empty.store, 'json')).toBe(first);
    const before = await modificationState(empty.store, 100);
    expect(await importArchive({ ...request, path }, context)).toMatchObject({ unchanged: result.read });
    expect(await modificationState(empty.store, 100)).toEqual(before);
    await empty.remove();
  });

  it('as CSV has one line for each membership', async () => {
    const lines = (await exported(store(), 'csv')).split('\r\n');
    const json = JSON.parse(await exported(store(), 'json')) as { Memberships: unknown[] };
    expect(lines).toHaveLength(json.Memberships.length + 2);
    expect(lines[0]).toMatch(/^ChapterhouseID,ChapterhousePersonID,ChapterhouseParentID,MembershipNumber,/);
  });

  it('as CSV, imported into an empty store, gives the same CSV, including parents, committees and their dates', async () => {
    const first = await exported(store(), 'csv');
    expect(first).toMatch(/ from \d{4}-\d\d-\d\d/);
    const structure = await readStructure(store().members, 100);
    const empty = await openFreshStore(store().engine);
    const create = {
      name: structure?.organisation.name ?? '',
      timeZone: null,
      country: null,
      currency: null,
    };
    const result = await importContent(empty.store, 100, Buffer.from(first), { create });
    expect(result).toMatchObject({ bad: 0, created: result.read });
    const lines = (text: string) => text.split('\r\n');
    expect(lines(await exported(empty.store, 'csv'))).toEqual(lines(first));
    await empty.remove();
  });

  it('that is incomplete is refused, and nothing is written', async () => {
    const path = join(folder, 'half.json');
    writeFileSync(path, (await exported(store(), 'json')).slice(0, 50_000));
    const before = await modificationState(store(), 100);
    const tools = { store: store(), clock, areaCentre: () => null, cause: byCommand('import') };
    await expect(importArchive({ ...request, path }, tools)).rejects.toThrow(/not valid JSON/);
    expect(await modificationState(store(), 100)).toEqual(before);
  });

  it.each([
    ['{"Format":"chapterhouse-1"}', /not a file that chapterhouse export wrote: Organisation/],
    ['{"Memberships":[]}', /not a file that chapterhouse export wrote: Format/],
    ['[]', /not a file that chapterhouse export wrote/],
    ['{"Memberships":[', /not valid JSON|not a file that/],
    ['{', /not valid JSON/],
  ])('is not %s', async (content, message) => {
    const path = join(folder, 'other.json');
    writeFileSync(path, content);
    const tools = { store: store(), clock, areaCentre: () => null, cause: byCommand('import') };
    await expect(importArchive({ ...request, path }, tools)).rejects.toThrow(message);
  });

  it('with a record that repeats a person or an ID names the record, and writes nothing', async () => {
    const all = JSON.parse(await exported(store(), 'json'));
    const [first] = all.Memberships;
    all.Memberships.push(first, { ...first, ID: '999999' }, { ...first, ID: 'x' });
    const path = join(folder, 'twice.json');
    // The file has several lines per record, unlike an export.
    writeFileSync(path, JSON.stringify(all, null, 2));
    const before = await modificationState(store(), 100);
    const tools = { store: store(), clock, areaCentre: () => null, cause: byCommand('import') };
    const { problems } = await importArchive({ ...request, path }, tools);
    expect(problems.map(({ column }) => column)).toEqual(['ID', 'User.ID', 'Locations[0].ID', 'ID']);
    expect(await modificationState(store(), 100)).toEqual(before);
  });
});
