import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadDemonstration } from '../demo/load';
import type { Store } from '../store/database';
import { describeEachEngine, openFreshStore } from '../store/test-stores';
import { readStructure } from '../store/structure';
import { exportMembers } from './export-members';
import { importArchive } from './import-archive';
import { importContent, modificationState } from './import-cases';

const clock = () => new Date('2026-03-02T01:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function exported(store: Store, format: 'json' | 'csv'): Promise<string> {
  const parts: string[] = [];
  await exportMembers(store, { organisationId: 100, format }, async (text) => void parts.push(text));
  return parts.join('');
}

const request = { organisationId: 100, isDryRun: false, replaces: false, isSure: false };

describeEachEngine('an export', (store) => {
  it('of all kinds of members is the same bytes after it was imported into an empty store', async () => {
    await loadDemonstration({ store: store(), clock, baseUrl: 'https://demo.example', dataDir: folder });
    const first = await exported(store(), 'json');
    const path = join(folder, 'all.json');
    writeFileSync(path, first);
    const empty = await openFreshStore(store().engine);
    const tools = { store: empty.store, clock, areaCentre: () => null };
    const result = await importArchive({ ...request, path }, tools);
    expect(result).toMatchObject({ bad: 0, created: result.read });
    expect(await exported(empty.store, 'json')).toBe(first);
    const before = await modificationState(empty.store, 100);
    expect(await importArchive({ ...request, path }, tools)).toMatchObject({ unchanged: result.read });
    expect(await modificationState(empty.store, 100)).toEqual(before);
    await empty.remove();
  });

  it('as CSV has one line for each membership', async () => {
    const lines = (await exported(store(), 'csv')).split('\r\n');
    const json = JSON.parse(await exported(store(), 'json')) as { Memberships: unknown[] };
    expect(lines).toHaveLength(json.Memberships.length + 2);
    expect(lines[0]).toMatch(/^ID,MembershipNumber,PersonID,Kind/);
  });

  it('as CSV, imported into an empty store, is the same CSV again: parents, committees and their dates too', async () => {
    const first = await exported(store(), 'csv');
    expect(first).toMatch(/ from \d{4}-\d\d-\d\d/);
    const structure = await readStructure(store().members, 100);
    const extras = [...(structure?.extras.values() ?? [])].map(({ question }) => question);
    const empty = await openFreshStore(store().engine);
    const create = {
      name: structure?.organisation.name ?? '',
      timeZone: null,
      country: null,
      currency: null,
    };
    const result = await importContent(empty.store, 100, Buffer.from(first), {
      create,
      mapping: { map: [], set: [], extras },
    });
    expect(result).toMatchObject({ bad: 0, created: result.read });
    const lines = (text: string) => text.split('\r\n');
    expect(lines(await exported(empty.store, 'csv'))).toEqual(lines(first));
    await empty.remove();
  });

  it('that broke off is refused, and writes nothing', async () => {
    const path = join(folder, 'half.json');
    writeFileSync(path, (await exported(store(), 'json')).slice(0, 50_000));
    const before = await modificationState(store(), 100);
    const tools = { store: store(), clock, areaCentre: () => null };
    await expect(importArchive({ ...request, path }, tools)).rejects.toThrow(/not whole JSON/);
    expect(await modificationState(store(), 100)).toEqual(before);
  });

  it.each([
    ['{"Format":"chapterhouse-1"}', /not what chapterhouse export writes: Organisation/],
    ['{"Memberships":[]}', /not what chapterhouse export writes: Format/],
    ['[]', /not what chapterhouse export writes/],
    ['{"Memberships":[', /not whole JSON|not what/],
    ['{', /not whole JSON/],
  ])('is not %s', async (content, message) => {
    const path = join(folder, 'other.json');
    writeFileSync(path, content);
    const tools = { store: store(), clock, areaCentre: () => null };
    await expect(importArchive({ ...request, path }, tools)).rejects.toThrow(message);
  });

  it('with a record that repeats a person or an ID names the record, and writes nothing', async () => {
    const all = JSON.parse(await exported(store(), 'json'));
    const [first] = all.Memberships;
    all.Memberships.push(first, { ...first, ID: '999999' }, { ...first, ID: 'x' });
    const path = join(folder, 'twice.json');
    // Spread over lines, unlike what export writes.
    writeFileSync(path, JSON.stringify(all, null, 2));
    const before = await modificationState(store(), 100);
    const tools = { store: store(), clock, areaCentre: () => null };
    const { problems } = await importArchive({ ...request, path }, tools);
    expect(problems.map(({ column }) => column)).toEqual(['ID', 'User.ID', 'ID']);
    expect(await modificationState(store(), 100)).toEqual(before);
  });
});
