import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { neverPause } from '@/lib/base/slices';
import { entryOf } from './entry.fixture';
import { createEntryStoreBuilder } from './entry-store';
import { readSnapshot, removeFromSnapshot, saveSnapshot } from './snapshot-file';

const today = '2026-05-03';
const options = new Map([['7', ['Karate', 'Judo']]]);

async function saved(ids: readonly string[]): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const builder = createEntryStoreBuilder();
  for (const id of ids) {
    // The ID of another record inside an entry is not the ID of the entry.
    const categories = [{ id: '2', name: 'Fellows', description: null }];
    builder.add({ entry: entryOf(id, { name: `Name ${id}`, categories }), listedUntil: null });
  }
  const store = await builder.finish({ before: null, today, pause: neverPause });
  const extras = [{ id: '7', name: 'Sport', options: ['Karate', 'Judo'] }];
  const lists = { types: new Map(), categories: new Map(), extras };
  const snapshot = {
    lists,
    tags: {},
    loadedAt: new Date('2026-05-03T00:00:00Z'),
    removedIds: new Set(['9']),
    store,
  };
  await saveSnapshot(dataDir, 'own 1', snapshot, neverPause);
  return dataDir;
}

async function read(dataDir: string) {
  const problems: string[] = [];
  const log = (message: string) => void problems.push(message);
  const snapshot = await readSnapshot(dataDir, 'own 1', { today, pause: neverPause, log });
  expect(problems).toEqual([]);
  return snapshot;
}

it.each([
  ['the first', ['1'], ['2', '3']],
  ['the last', ['3'], ['1', '2']],
  ['several', ['2', '3', '7'], ['1']],
  ['all', ['1', '2', '3'], []],
])('removes the texts of %s, whose members then count as removed', async (_what, removed, left) => {
  const dataDir = await saved(['1', '2', '3']);
  await removeFromSnapshot(dataDir, { organisationId: 1, membershipIds: new Set(removed), options });
  const snapshot = await read(dataDir);
  const ids = [...(snapshot?.store.positions ?? [])].map((position) => snapshot?.store.idAt(position));
  expect(ids.sort()).toEqual(left);
  expect([...(snapshot?.removedIds ?? [])].sort()).toEqual([...removed, '9'].sort());
  const text = readFileSync(join(dataDir, 'snapshot.json'), 'utf8');
  for (const id of ['1', '2', '3']) expect(text.includes(`Name ${id}`), id).toBe(left.includes(id));
});

it('is not written if it has none of the entries, or does not exist', async () => {
  const dataDir = await saved(['1']);
  const file = join(dataDir, 'snapshot.json');
  const before = readFileSync(file, 'utf8');
  await removeFromSnapshot(dataDir, { organisationId: 1, membershipIds: new Set(['2', '5']), options });
  const ofAnother = { organisationId: 2, membershipIds: new Set(['1']), options: new Map() };
  await removeFromSnapshot(dataDir, ofAnother);
  expect(readFileSync(file, 'utf8')).toBe(before);
  rmSync(file);
  await removeFromSnapshot(dataDir, { organisationId: 1, membershipIds: new Set(['1']), options });
});

it('loses the options that no longer exist, even if it has none of the entries', async () => {
  const dataDir = await saved(['1']);
  const left = new Map([['7', ['Judo', 'Chess']]]);
  await removeFromSnapshot(dataDir, { organisationId: 1, membershipIds: new Set(['5']), options: left });
  expect((await read(dataDir))?.lists.extras).toEqual([{ id: '7', name: 'Sport', options: ['Judo'] }]);
  expect((await read(dataDir))?.store.size).toBe(1);
  expect(readFileSync(join(dataDir, 'snapshot.json'), 'utf8')).not.toContain('Karate');
});

it('is deleted if its first line is damaged, because it may contain erased persons', async () => {
  const dataDir = await saved(['1']);
  const file = join(dataDir, 'snapshot.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"format"', '"form"'));
  await removeFromSnapshot(dataDir, { organisationId: 1, membershipIds: new Set(['5']), options });
  expect(existsSync(file)).toBe(false);
});
