/**
 * A real export with one harmful change is refused completely. The error names the line, the field and what was
 * expected.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import { loadDemonstration } from '@/lib/demonstration/load';
import { openFreshStore, type FreshStore } from '@/lib/store/stores.fixture';
import { exportMembers } from './export-members';
import { hostileChanges, hostileTexts, listOf, type Json } from './hostile-archives.fixture';
import { importArchive } from './import-archive';
import { modificationState } from './import-cases.fixture';
import { ImportError } from './import-error';
import { byCommand } from '@/lib/store/journal';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'changed.json');
const clock = () => new Date('2026-03-02T01:00:00Z');
const request = { path, organisationId: 100, isDryRun: false, replaces: false, confirmedRemovals: null };

function toText(archive: Json): string {
  const parts = Object.entries(archive).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${parts.join(',\n')}}\n`;
}

// These archives are refused before the database is used, so one engine is enough.
describe('an export with a harmful change', () => {
  let fresh: FreshStore | null = null;
  beforeAll(async () => {
    fresh = await openFreshStore('sqlite');
  });
  afterAll(async () => fresh?.remove());
  const store = () => {
    if (fresh === null) throw new Error('the store opens before the first test');
    return fresh.store;
  };
  let original = '';
  const context = () => ({ store: store(), clock, areaCentre: () => null, cause: byCommand('import') });

  it('is valid before the change, and is read the same way in any layout', async () => {
    await loadDemonstration({
      store: store(),
      clock,
      baseUrl: 'https://demo.example',
      dataDir: folder,
      issuer: credentialIssuer,
    });
    const parts: string[] = [];
    await exportMembers(
      store(),
      { organisationId: 100, format: 'json' },
      async (text) => void parts.push(text),
    );
    original = parts.join('');
    expect(toText(JSON.parse(original))).toBe(original);
    for (const space of [0, 2]) {
      writeFileSync(path, JSON.stringify(JSON.parse(original), null, space));
      const { read, isWritten, problems } = await importArchive(request, context());
      expect({ read, isWritten, problems }).toEqual({ read: 461, isWritten: true, problems: [] });
    }
  });

  it.each(hostileChanges)('%s is refused', async (_, change, column, reason) => {
    const archive: Json = JSON.parse(original);
    const record = change(archive);
    const text = toText(archive);
    writeFileSync(path, text);
    const before = await modificationState(store(), 100);
    const result = await importArchive(request, context());
    expect(result).toMatchObject({ isWritten: false, created: 0, updated: 0 });
    const line = text.split('\n').findIndex((one) => one.includes(JSON.stringify(record))) + 1;
    const expected = { line, column, reason: expect.stringContaining(reason) };
    expect(result.problems).toContainEqual(expect.objectContaining(expected));
    expect(await modificationState(store(), 100)).toEqual(before);
  });

  it.each(hostileTexts)('%s is refused', async (_, change, message) => {
    const text = change(original);
    expect(text).not.toBe(original);
    writeFileSync(path, text);
    const before = await modificationState(store(), 100);
    const refused = await importArchive(request, context()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportError);
    expect(refused).toMatchObject({ message: expect.stringMatching(message) });
    expect(await modificationState(store(), 100)).toEqual(before);
  });

  it('a person’s second individual membership and another stored membership’s location are refused', async () => {
    const archive: Json = JSON.parse(original);
    const before = await modificationState(store(), 100);
    const members = listOf(archive, 'Memberships');
    const index = members.findIndex((one) => one.Kind === 'individual' && Array.isArray(one.Locations));
    const holder = members.find((one) => Array.isArray(one.Locations) && one.Locations.length > 0);
    const person = members[index];
    const [location] = listOf(holder ?? {}, 'Locations');
    archive.CommitteeSeats = [];
    // Neither of the stored memberships is in the file.
    archive.Memberships = [{ ...person, ID: '999999', ParentID: null, Locations: [location] }];
    writeFileSync(path, toText(archive));
    const result = await importArchive(request, context());
    expect(result).toMatchObject({ isWritten: false, created: 0, bad: 2 });
    expect(result.problems.map(({ column, reason }) => [column, reason])).toEqual([
      ['User.ID', `already has individual membership ${String(person?.ID)} here; a person can have only one`],
      [
        'Locations',
        `location ${String(location?.ID)} already belongs to membership ${String(holder?.ID)} here`,
      ],
    ]);
    expect(await modificationState(store(), 100)).toEqual(before);
  });
});
