import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { neverPause } from '@/lib/base/slices';
import { sampleSize } from '@/lib/base/test-strength';
import { applyChanges } from './apply-changes';
import { entryOf, locationAt, modelOf, randomEntries, randomLists } from './entry.fixture';
import { indexesOf, type Model } from './model';
import { readSnapshot, removeFromSnapshot, saveSnapshot } from './snapshot-file';

const today = '2026-05-03';
const origin = { source: 'own 1', program: 'release 1' };
const options = new Map([['7', ['Karate', 'Judo']]]);

function createFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

async function saved(ids: readonly string[]): Promise<string> {
  const dataDir = createFolder();
  // The ID of another record inside an entry is not the ID of the entry.
  const categories = [{ id: '2', name: 'Fellows', description: null }];
  const entries = ids.map((id) => entryOf(id, { name: `Name ${id}`, categories }));
  const extras = [{ id: '7', name: 'Sport', options: ['Karate', 'Judo'] }];
  await save(dataDir, await modelOf(entries, { types: new Map(), categories: new Map(), extras }));
  return dataDir;
}

async function save(dataDir: string, model: Model): Promise<void> {
  const { store, lists } = model;
  const indexes = await indexesOf(model, neverPause);
  const loadedAt = new Date('2026-05-03T00:00:00Z');
  const removedIds = new Set(['9']);
  await saveSnapshot(dataDir, origin, { lists, tags: {}, loadedAt, removedIds, store, indexes }, neverPause);
}

async function read(dataDir: string, program = origin.program) {
  const problems: string[] = [];
  const log = (message: string) => void problems.push(message);
  const snapshot = await readSnapshot(dataDir, { ...origin, program }, { pause: neverPause, log });
  expect(problems).toEqual([]);
  return snapshot;
}

const fileOf = (dataDir: string) => join(dataDir, 'snapshot.bin');

it('has the indexes only for the program that made them', async () => {
  const dataDir = await saved(['1', '2']);
  expect((await read(dataDir))?.indexes?.text.words).toEqual(['1', '2', 'fellows', 'name']);
  const ofNext = await read(dataDir, 'release 2');
  expect([ofNext?.indexes, ofNext?.store.size]).toEqual([null, 2]);
});

it('is not used if any of its bytes has changed, or if its end is missing', async () => {
  const dataDir = createFolder();
  await save(dataDir, await modelOf(randomEntries(30, 1), randomLists));
  const bytes = readFileSync(fileOf(dataDir));
  const step = Math.ceil(bytes.length / sampleSize({ usual: 200, long: 100_000 }));
  for (let at = 0; at < bytes.length; at += step) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(bytes.readUInt8(at) ^ 4, at);
    for (const damaged of [flipped, bytes.subarray(0, at)]) {
      const problems: string[] = [];
      writeFileSync(fileOf(dataDir), damaged);
      const options = { pause: neverPause, log: (problem: string) => void problems.push(problem) };
      const found = await readSnapshot(dataDir, origin, options);
      expect([found, problems.length, existsSync(fileOf(dataDir))], `byte ${at}`).toEqual([null, 1, false]);
    }
  }
});

it('contains nothing of members and values that are no longer in the directory', async () => {
  const dataDir = createFolder();
  const { extras } = randomLists;
  const lists = { ...randomLists, extras: [...extras, { id: '6', name: 'Motto', options: [] }] };
  const hidden = entryOf('77', {
    name: 'Hideous Secretname',
    state: 'Hiddenstate',
    answers: [{ extraId: '6', label: 'Motto', answers: ['Hiddenmotto'] }],
    locations: [
      { ...locationAt('77-1', -12.345678, 98.7654321), suburb: 'Hiddenburb', postcode: 'HIDDEN 1' },
    ],
  });
  const before = await modelOf([...randomEntries(30, 1), hidden], lists);
  await save(dataDir, before);
  const texts = ['hideous', 'Hiddenstate', 'Hiddenmotto', 'Hiddenburb', 'HIDDEN', '77-1'];
  const point = Buffer.from(Float64Array.of(-12.345678).buffer);
  const isIn = () => [...texts, point].map((text) => readFileSync(fileOf(dataDir)).includes(text));
  expect(isIn()).not.toContain(false);
  const added = { entry: { ...hidden, id: '78' }, listedUntil: null };
  const later = applyChanges(before, { removed: [], changed: [added] }, { today });
  await save(dataDir, applyChanges(later, { removed: ['77', '78'], changed: [] }, { today }));
  expect(isIn()).not.toContain(true);
});

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
  const text = readFileSync(fileOf(dataDir), 'utf8');
  for (const id of ['1', '2', '3']) expect(text.includes(`Name ${id}`), id).toBe(left.includes(id));
});

it('is not written if it has none of the entries, or does not exist', async () => {
  const dataDir = await saved(['1']);
  const file = fileOf(dataDir);
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
  expect(readFileSync(fileOf(dataDir), 'utf8')).not.toContain('Karate');
});

it('is deleted if it is damaged, because it may contain erased persons', async () => {
  const dataDir = await saved(['1']);
  const bytes = readFileSync(fileOf(dataDir));
  writeFileSync(fileOf(dataDir), bytes.fill('x', bytes.indexOf('"format"'), bytes.indexOf('"format"') + 3));
  await removeFromSnapshot(dataDir, { organisationId: 1, membershipIds: new Set(['5']), options });
  expect(existsSync(fileOf(dataDir))).toBe(false);
});

it('replaces the file of an earlier release, whose entries are removed too', async () => {
  const dataDir = createFolder();
  const former = join(dataDir, 'snapshot.json');
  const head = {
    source: 'own 1',
    loadedAt: today,
    tags: { a: 'b' },
    gone: [],
    types: [],
    categories: [],
    extras: [],
  };
  const lines = ['1', '2'].map((id) => `[[null,"2026-01-01"],${JSON.stringify(entryOf(id))}]`);
  const text = (format: number) =>
    `{"head":${JSON.stringify({ format, ...head, count: 2 })},"entries":[\n${lines.join(',\n')}\n]}\n`;
  writeFileSync(former, text(3));
  expect((await read(dataDir))?.tags).toEqual({});
  writeFileSync(former, text(4));
  expect((await read(dataDir))?.tags).toEqual(head.tags);
  await removeFromSnapshot(dataDir, { organisationId: 1, membershipIds: new Set(['2']), options });
  const after = await read(dataDir);
  expect([existsSync(former), after?.store.size, after?.store.changedOnAt(0)]).toEqual([
    false,
    1,
    '2026-01-01',
  ]);
});
