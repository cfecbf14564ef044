/**
 * The read model on disk, so that the directory is shown immediately after a start, even while the API is down: public
 * entries, their last days and what later refreshes need. Only its owner can read the file.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import type { Tags } from './api-queries';
import type { ListedEntry, PublicLists } from './projection';
import { publicHtml } from '@/lib/base/public-html';
import type { Pause } from '@/lib/base/slices';

export interface SavedSnapshot {
  lists: PublicLists;
  tags: Tags;
  loadedAt: Date;
  removedIds: ReadonlySet<string>;
  store: EntryStore;
}

// Raise this when the form of entries or lists changes. A release must also read the previous format, because only the
// file knows which members were removed.
const formatVersion = 4 as const;
/** Previous formats. The first has no category descriptions, and none has the towns of entries. */
const formerVersions = [2, 3] as const;
const named = z.object({ id: z.string(), name: z.string() });
// Sanitised again, because markup on a page must not depend on who can write to the disk.
const description = z.string().nullable().default(null).transform(publicHtml);
const headSchema = z.object({
  format: z.literal([...formerVersions, formatVersion]),
  /**
   * The site and the organisation whose directory was saved. The server uses the file only if both are its own. So it
   * never shows the directory of a different organisation.
   */
  source: z.string(),
  loadedAt: z.coerce.date(),
  tags: z.record(z.string(), z.string().nullable()),
  /** The IDs of removed members. */
  gone: z.array(z.string()),
  types: z.array(named),
  categories: z.array(named.extend({ description })),
  extras: z.array(named.extend({ options: z.array(z.string()) })),
  count: z.number().int(),
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
  source: string,
  { lists, tags, loadedAt, removedIds, store }: SavedSnapshot,
  pause: Pause,
): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  const path = pathOf(dataDir);
  const file = await openDraft(`${path}.new`);
  if (file === null) return false;
  try {
    const [types, categories] = [[...lists.types.values()], [...lists.categories.values()]];
    const count = store.size;
    const head = {
      format: formatVersion,
      source,
      loadedAt,
      tags,
      gone: [...removedIds],
      types,
      categories,
      extras: lists.extras,
      count,
    };
    await file.write(`${toHeadLine(head)}\n`);
    let lines: string[] = [];
    for (const [at, position] of store.positions.entries()) {
      const days = JSON.stringify([store.listedUntilAt(position), store.changedOnAt(position)]);
      lines.push(`[${days},${store.bytesAt(position).toString()}]${at + 1 < count ? ',' : ''}\n`);
      if (lines.length === 500) {
        await file.write(lines.join(''));
        lines = [];
        await pause();
      }
    }
    await file.write(`${lines.join('')}]}\n`);
    await file.sync();
    await rename(`${path}.new`, path);
    return true;
  } catch (error) {
    await rm(`${path}.new`, { force: true });
    throw error;
  } finally {
    await file.close();
  }
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
  source: string,
  { today, pause: pause, log }: { today: string; pause: Pause; log: (message: string) => void },
): Promise<SavedSnapshot | null> {
  try {
    return await readLines(pathOf(dataDir), source, { today, pause: pause });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    log(`${pathOf(dataDir)} cannot be used (${why}): loading the directory from the API again`);
    // If the file were not deleted, the next start would read the unusable file again.
    await rm(pathOf(dataDir), { force: true });
    return null;
  }
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
  return join(dataDir, 'snapshot.json');
}

async function readLines(
  path: string,
  source: string,
  { today, pause }: { today: string; pause: Pause },
): Promise<SavedSnapshot | null> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  const builder = createEntryStoreBuilder();
  let head: Head | null = null;
  let isComplete = false;
  for await (const line of lines) {
    if (head === null) {
      head = headSchema.parse(jsonOfHead(line));
      if (head.source !== source) return null;
    } else if (line === ']}') isComplete = true;
    else {
      // `saveSnapshot` wrote this line: `[[last day,day of change],entry]`.
      const text = line.replace(/,$/, '');
      const [[listedUntil, changedOn], { id }] = JSON.parse(text) as [
        [string | null, string],
        ListedEntry['entry'],
      ];
      // The JSON is cut out of the line. Creating it again from the object would take as long as reading it.
      const json = text.slice(text.indexOf('],') + '],'.length, -1);
      builder.addAgain({ id, listedUntil, changedOn, json });
    }
    await pause();
  }
  if (head === null || !isComplete) throw new Error('The snapshot is truncated');
  const store = await builder.finish({ before: null, today, pause });
  if (store.size !== head.count) throw new Error('The snapshot is not complete');
  const lists = {
    types: new Map(head.types.map((type) => [type.id, type])),
    categories: new Map(head.categories.map((category) => [category.id, category])),
    extras: head.extras,
  };
  // A file in a previous format lacks values. Without tags, the server loads everything again, with these values.
  const tags = head.format === formatVersion ? head.tags : {};
  return { lists, tags, loadedAt: head.loadedAt, removedIds: new Set(head.gone), store };
}

export interface RemovedFromSnapshot {
  organisationId: number;
  membershipIds: ReadonlySet<string>;
  options: ReadonlyMap<string, readonly string[]>;
}

/**
 * Deletes the entries of `membershipIds`, and the options that are not in `options`. Otherwise a stopped server would
 * show these entries and options at its next start. The deleted entries count as removed. A running server reads the
 * change itself and then saves its own state.
 */
export async function removeFromSnapshot(dataDir: string, removed: RemovedFromSnapshot): Promise<void> {
  const path = pathOf(dataDir);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) return;
  const [first = '', ...rest] = text.split('\n');
  const before = parseHead(first);
  // The file cannot be used, and may contain data of erased persons.
  if (before === null) return rm(path, { force: true });
  if (before.source !== sourceOf({ remoteApiUrl: null, organisationId: removed.organisationId })) return;
  const remaining = rest.filter((line) => !isEntryOf(line, removed.membershipIds));
  const head = withoutRemoved(before, removed, rest.length - remaining.length);
  if (isDeepStrictEqual(head, before)) return;
  const draft = await openDraft(`${path}.new`);
  // Another server writes the file. It has read the change, or will within a few seconds.
  if (draft === null) return;
  try {
    await draft.write([toHeadLine(head), ...withoutLastComma(remaining)].join('\n'));
    await draft.sync();
    await rename(`${path}.new`, path);
  } catch (error) {
    await rm(`${path}.new`, { force: true });
    throw error;
  } finally {
    await draft.close();
  }
}

function isEntryOf(line: string, ids: ReadonlySet<string>): boolean {
  if (!line.startsWith('[[')) return false;
  const named = /"id":"(\d+)"/.exec(line)?.[1];
  return named !== undefined && ids.has(named);
}

function withoutRemoved(
  head: Head,
  { membershipIds, options }: RemovedFromSnapshot,
  removedCount: number,
): Head {
  const extras = head.extras.map((extra) => {
    const left = options.get(extra.id) ?? [];
    return { ...extra, options: extra.options.filter((option) => left.includes(option)) };
  });
  if (removedCount === 0) return { ...head, extras };
  const gone = [...new Set([...head.gone, ...membershipIds])];
  return { ...head, extras, gone, count: head.count - removedCount };
}

function withoutLastComma(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.startsWith('[['));
  return lines.map((line, index) => (index === last ? line.replace(/,$/, '') : line));
}

const headStart = '{"head":';
const headEnd = ',"entries":[';

function toHeadLine(head: Head): string {
  return `${headStart}${JSON.stringify(head)}${headEnd}`;
}

function jsonOfHead(line: string): unknown {
  return JSON.parse(line.slice(headStart.length, -headEnd.length));
}

/** null: the line is damaged, or this release does not know its format. */
function parseHead(line: string): Head | null {
  try {
    return headSchema.parse(jsonOfHead(line));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
