/**
 * The read model on disk, so that the directory is shown immediately after a start, even while the API is down: public
 * entries, their last days, what later refreshes need, and the indexes. Only its owner can read the file.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';
import { createNumbering } from '@/lib/base/collections/growing';
import {
  createRecordReader,
  createRecordWriter,
  type RecordReader,
  type RecordWriter,
} from '@/lib/base/record-file';
import { createEntryStoreBuilder, entryStoreOf, type EntryStore } from './entry-store';
import type { FacetValues } from './facet-index';
import type { Tags } from './api-queries';
import { copyEntries } from './merge';
import type { Indexes } from './model';
import { createPackedEntries } from './packed-entries';
import type { StateName } from './point-index';
import type { ListedEntry, PublicLists } from './projection';
import { publicHtml } from '@/lib/base/public-html';
import { createPause, type Pause } from '@/lib/base/slices';

export interface SavedSnapshot {
  lists: PublicLists;
  tags: Tags;
  loadedAt: Date;
  removedIds: ReadonlySet<string>;
  store: EntryStore;
  /** null: there are none that this program can use. */
  indexes: Indexes | null;
}

export interface SnapshotOrigin {
  /**
   * The site and the organisation whose directory was saved. The server uses the file only if both are its own. So it
   * never shows the directory of a different organisation.
   */
  source: string;
  /** Indexes are used only by the program that made them (`programId`). null: indexes are neither written nor read. */
  program: string | null;
}

// Raise this when the form of entries or lists changes. A release must also read the previous format, because only the
// file knows which members were removed.
const formatVersion = 5 as const;
// Formats 2 to 4 are lines of JSON in another file.
const formerVersions = [2, 3, 4] as const;
/** Their entries lack values: category descriptions (2), and the towns of entries (2 and 3). */
const incompleteVersions: readonly number[] = [2, 3];
const named = z.object({ id: z.string(), name: z.string() });
// Sanitised again, because markup on a page must not depend on who can write to the disk.
const description = z.string().nullable().default(null).transform(publicHtml);
const headSchema = z.object({
  format: z.literal([...formerVersions, formatVersion]),
  source: z.string(),
  loadedAt: z.coerce.date(),
  tags: z.record(z.string(), z.string().nullable()),
  /** The IDs of removed members. */
  gone: z.array(z.string()),
  types: z.array(named),
  categories: z.array(named.extend({ description })),
  extras: z.array(named.extend({ options: z.array(z.string()) })),
  count: z.number().int(),
  /** The program that made the indexes. null: the file has none. */
  program: z.string().nullable().default(null),
});
type Head = z.infer<typeof headSchema>;

/** A process that has not changed its draft for this long was killed. */
const abandonedMs = 10 * 60_000;

/**
 * Writes the new file completely before it replaces the old one, so that the old file stays after a crash.
 * @returns false if nothing was written, because another server with the same folder is writing
 */
export async function saveSnapshot(
  dataDir: string,
  { source, program }: SnapshotOrigin,
  { lists, tags, loadedAt, removedIds, store, indexes }: SavedSnapshot,
  pause: Pause,
): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  const path = pathOf(dataDir);
  const file = await openDraft(`${path}.new`);
  if (file === null) return false;
  try {
    const writer = createRecordWriter(file, pause);
    await writer.json({
      format: formatVersion,
      source,
      loadedAt,
      tags,
      gone: [...removedIds],
      types: [...lists.types.values()],
      categories: [...lists.categories.values()],
      extras: lists.extras,
      count: store.size,
      program: indexes === null ? null : program,
    } satisfies z.input<typeof headSchema>);
    await writeEntries(writer, store, pause);
    if (indexes !== null && program !== null) await writeIndexes(writer, indexes);
    await file.sync();
    await rename(`${path}.new`, path);
    await rm(formerPathOf(dataDir), { force: true });
    return true;
  } catch (error) {
    await rm(`${path}.new`, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

// About a megabyte.
const entriesPerRecord = 512;

async function writeEntries(writer: RecordWriter, store: EntryStore, pause: Pause): Promise<void> {
  const { positions } = store;
  const days = createNumbering<string | null>();
  const ids: string[] = [];
  const columns = Array.from({ length: 3 }, () => new Uint32Array(positions.length));
  for (const [at, position] of positions.entries()) {
    ids.push(store.idAt(position));
    const row = [days.numberOf(store.listedUntilAt(position)), days.numberOf(store.changedOnAt(position))];
    for (const [column, value] of [...row, store.bytesAt(position).length].entries())
      columns[column]![at] = value; // Both have three elements.
    await pause();
  }
  await writer.texts(ids);
  await writer.json(days.values);
  for (const column of columns) await writer.numbers(column);
  for (let at = 0; at < positions.length; at += entriesPerRecord) {
    await writer.bytes(Buffer.concat([...positions.subarray(at, at + entriesPerRecord)].map(store.bytesAt)));
    await pause();
  }
}

/** `isWanted`: whether the rest is read. */
async function readRecords(
  path: string,
  { isWanted, program, pause }: ReadOptions,
): Promise<SavedSnapshot | null> {
  const file = await open(path);
  try {
    const reader = await createRecordReader(file, pause);
    const head = headSchema.parse(await reader.json());
    const ids = await reader.texts();
    if (!isWanted(head, ids)) return null;
    const days = z.array(z.string().nullable()).parse(await reader.json());
    const listedUntil = await reader.numbers(Uint32Array);
    const changedOn = await reader.numbers(Uint32Array);
    const lengths = await reader.numbers(Uint32Array);
    const entries = createPackedEntries();
    for (let at = 0; at < ids.length; at += entriesPerRecord)
      entries.addAll(await reader.bytes(), lengths.subarray(at, at + entriesPerRecord));
    const store = entryStoreOf({ ids, days, listedUntil, changedOn, entries });
    const hasIndexes = head.program !== null && head.program === program;
    return toSnapshot(head, store, hasIndexes ? await readIndexes(reader) : null);
  } finally {
    await file.close();
  }
}

async function writeIndexes(
  writer: RecordWriter,
  { text, facets, points, byName, years, content }: Indexes,
): Promise<void> {
  await writer.texts(text.words);
  for (const column of [text.starts, text.members, text.nameLengths]) await writer.numbers(column);
  await writer.json(facets.map(({ options, several, starts }) => [options, several, starts !== null]));
  for (const { starts, values } of facets) {
    await writer.numbers(values);
    if (starts !== null) await writer.numbers(starts);
  }
  const { starts, latitudes, longitudes, areas, places, states, postcodes } = points;
  for (const column of [starts, latitudes, longitudes, areas, places, states, postcodes])
    await writer.numbers(column);
  await writer.texts(points.placeNames);
  await writer.json(points.stateNames);
  await writer.texts(points.postcodeNames);
  for (const column of [byName, years, content]) await writer.numbers(column);
}

/** The same program has written the indexes, so their types are known. */
async function readIndexes(reader: RecordReader): Promise<Indexes> {
  const text = {
    words: await reader.texts(),
    starts: await reader.numbers(Uint32Array),
    members: await reader.numbers(Uint32Array),
    nameLengths: await reader.numbers(Uint8Array),
  };
  const facets: FacetValues[] = [];
  const heads = (await reader.json()) as [FacetValues['options'], number, boolean][];
  for (const [options, several, hasStarts] of heads) {
    const values = await reader.numbers(Uint32Array);
    facets.push({ options, several, values, starts: hasStarts ? await reader.numbers(Uint32Array) : null });
  }
  const points = {
    starts: await reader.numbers(Uint32Array),
    latitudes: await reader.numbers(Float64Array),
    longitudes: await reader.numbers(Float64Array),
    areas: await reader.numbers(Uint8Array),
    places: await reader.numbers(Uint32Array),
    states: await reader.numbers(Uint32Array),
    postcodes: await reader.numbers(Uint32Array),
    placeNames: await reader.texts(),
    stateNames: (await reader.json()) as StateName[],
    postcodeNames: await reader.texts(),
  };
  return {
    text,
    facets,
    points,
    byName: await reader.numbers(Uint32Array),
    years: await reader.numbers(Uint16Array),
    content: await reader.numbers(Uint32Array),
  };
}

/** null: another process is writing the draft. */
async function openDraft(draft: string): Promise<FileHandle | null> {
  for (;;) {
    try {
      return await open(draft, 'wx', 0o600);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const changedMs = await changeTimeOf(draft);
    if (changedMs === null) continue;
    if (Date.now() - changedMs < abandonedMs) return null;
    await rm(draft, { force: true });
  }
}

/** null: the other process has just finished its draft, and renamed it. */
async function changeTimeOf(draft: string): Promise<number | null> {
  try {
    return (await stat(draft)).mtimeMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** null: there is no copy, it is from a different source or release, or it is damaged (which is logged). */
export async function readSnapshot(
  dataDir: string,
  { source, program }: SnapshotOrigin,
  { pause, log }: { pause: Pause; log: (message: string) => void },
): Promise<SavedSnapshot | null> {
  return readEither(dataDir, {
    isWanted: (head) => head.source === source,
    program,
    pause,
    report: (path, why) => log(`${path} cannot be used (${why}): loading the directory from the API again`),
  });
}

interface ReadOptions {
  isWanted: (head: Head, ids: readonly string[]) => boolean;
  program: string | null;
  pause: Pause;
}

/** Reads the file, or the file of an earlier release. A file that cannot be used is deleted. */
async function readEither(
  dataDir: string,
  { report, ...options }: ReadOptions & { report: (path: string, why: string) => void },
): Promise<SavedSnapshot | null> {
  for (const read of [readRecords, readLines]) {
    const path = read === readRecords ? pathOf(dataDir) : formerPathOf(dataDir);
    try {
      return await read(path, options);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) continue;
      report(path, error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error));
      // If the file were not deleted, the next start would read the unusable file again.
      await rm(path, { force: true });
      return null;
    }
  }
  return null;
}

export function sourceOf({
  remoteApiUrl,
  organisationId,
}: {
  remoteApiUrl: string | null;
  organisationId: number;
}): string {
  return `${remoteApiUrl ?? 'own'} ${organisationId}`;
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'snapshot.bin');
}

function formerPathOf(dataDir: string): string {
  return join(dataDir, 'snapshot.json');
}

const headStart = '{"head":';
const headEnd = ',"entries":[';

async function readLines(path: string, { isWanted, pause }: ReadOptions): Promise<SavedSnapshot | null> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  const builder = createEntryStoreBuilder();
  const ids: string[] = [];
  let head: Head | null = null;
  let isComplete = false;
  for await (const line of lines) {
    if (head === null) head = headSchema.parse(JSON.parse(line.slice(headStart.length, -headEnd.length)));
    else if (line === ']}') isComplete = true;
    else {
      // The earlier release wrote this line: `[[last day,day of change],entry]`.
      const text = line.replace(/,$/, '');
      const [[listedUntil, changedOn], { id }] = JSON.parse(text) as [
        [string | null, string],
        ListedEntry['entry'],
      ];
      // The JSON is cut out of the line. Creating it again from the object would take as long as reading it.
      const json = text.slice(text.indexOf('],') + '],'.length, -1);
      builder.addAgain({ id, listedUntil, changedOn, json });
      ids.push(id);
    }
    await pause();
  }
  if (head === null || !isComplete) throw new Error('The snapshot is truncated');
  if (!isWanted(head, ids)) return null;
  return toSnapshot(head, await builder.finish({ before: null, today: '', pause }), null);
}

function toSnapshot(head: Head, store: EntryStore, indexes: Indexes | null): SavedSnapshot {
  if (store.size !== head.count) throw new Error('The snapshot is not complete');
  const lists = {
    types: new Map(head.types.map((type) => [type.id, type])),
    categories: new Map(head.categories.map((category) => [category.id, category])),
    extras: head.extras,
  };
  // Without tags, the server loads everything again, with the values that the file lacks.
  const tags = incompleteVersions.includes(head.format) ? {} : head.tags;
  return { lists, tags, loadedAt: head.loadedAt, removedIds: new Set(head.gone), store, indexes };
}

export interface RemovedFromSnapshot {
  organisationId: number;
  membershipIds: ReadonlySet<string>;
  options: ReadonlyMap<string, readonly string[]>;
}

/**
 * Deletes the entries of `membershipIds`, the options that are not in `options`, and the indexes, which have words of
 * both. Otherwise a stopped server would show these entries and options at its next start. The deleted entries count as
 * removed. A running server reads the change itself and then saves its own state.
 */
export async function removeFromSnapshot(
  dataDir: string,
  { organisationId, membershipIds, options }: RemovedFromSnapshot,
): Promise<void> {
  const source = sourceOf({ remoteApiUrl: null, organisationId });
  const pause = createPause();
  const remaining = (extras: PublicLists['extras']) =>
    extras.map((extra) => {
      const left = options.get(extra.id) ?? [];
      return { ...extra, options: extra.options.filter((option) => left.includes(option)) };
    });
  const saved = await readEither(dataDir, {
    isWanted: (head, ids) =>
      head.source === source &&
      (ids.some((id) => membershipIds.has(id)) || !isDeepStrictEqual(remaining(head.extras), head.extras)),
    program: null,
    pause,
    // The file may contain data of erased persons, and is deleted.
    report: () => undefined,
  });
  if (saved === null) return;
  const { lists, removedIds, store } = saved;
  const isIncluded = (position: number) => !membershipIds.has(store.idAt(position));
  const left = await copyEntries(store, { isIncluded, today: '', pause });
  const gone = left.size === store.size ? removedIds : new Set([...removedIds, ...membershipIds]);
  const after = { ...saved, store: left, removedIds: gone, indexes: null };
  // If another server is writing the file, it has read the change, or will within a few seconds.
  await saveSnapshot(
    dataDir,
    { source, program: null },
    { ...after, lists: { ...lists, extras: remaining(lists.extras) } },
    pause,
  );
}
