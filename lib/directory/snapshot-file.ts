/**
 * The read model on disk, so that a start shows the directory at once and even while the API is down. Public entries,
 * their last days and what it takes to go on from there; written whole, readable by its owner alone.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { hasCode } from '@/lib/error-code';
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import type { Tags } from './load';
import type { ListedEntry, PublicLists } from './projection';
import { publicHtml } from './public-html';
import type { Breathe } from '@/lib/slices';

export interface SavedSnapshot {
  lists: PublicLists;
  tags: Tags;
  loadedAt: Date;
  /** IDs that were public once and are no longer. */
  gone: Set<string>;
  store: EntryStore;
}

// Raise it when entries or lists are made differently, and read the one before: nothing else knows who is gone.
const formatVersion = 3;
/** Without descriptions of categories. */
const formerVersion = 2;
const named = z.object({ id: z.string(), name: z.string() });
// Sanitised once more: what a page shows as markup does not depend on who may write to the disk.
const description = z.string().nullable().default(null).transform(publicHtml);
const headSchema = z.object({
  format: z.literal([formerVersion, formatVersion]),
  /** Another site's or organisation's directory must not be shown. */
  source: z.string(),
  loadedAt: z.coerce.date(),
  tags: z.record(z.string(), z.string().nullable()),
  gone: z.array(z.string()),
  types: z.array(named),
  categories: z.array(named.extend({ description })),
  extras: z.array(named.extend({ options: z.array(z.string()) })),
  count: z.number().int(),
});

/** A draft that nobody has written to for so long was left by a process that was killed. */
const abandonedMs = 10 * 60_000;

/**
 * Replaces the file when it has been written in full: a crash leaves the old one. False: nothing was written, because
 * another server on the same folder is writing it.
 */
export async function saveSnapshot(
  dataDir: string,
  source: string,
  { lists, tags, loadedAt, gone, store }: SavedSnapshot,
  breathe: Breathe,
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
      gone: [...gone],
      types,
      categories,
      extras: lists.extras,
      count,
    };
    await file.write(`{"head":${JSON.stringify(head)},"entries":[\n`);
    let lines: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const days = JSON.stringify([store.listedUntilAt(at), store.changedOnAt(at)]);
      lines.push(`[${days},${store.bytesAt(at).toString()}]${at + 1 < count ? ',' : ''}\n`);
      if (lines.length === 500) {
        await file.write(lines.join(''));
        lines = [];
        await breathe();
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

/** null: another process is writing it. */
async function openDraft(draft: string): Promise<FileHandle | null> {
  try {
    return await open(draft, 'wx', 0o600);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    if (Date.now() - (await stat(draft)).mtimeMs < abandonedMs) return null;
    await rm(draft, { force: true });
    return await open(draft, 'wx', 0o600);
  }
}

/** What was saved of this source, or null: nothing, another site's, another release's, or damaged, which is told to `log`. */
export async function readSnapshot(
  dataDir: string,
  source: string,
  { today, breathe, log }: { today: string; breathe: Breathe; log: (message: string) => void },
): Promise<SavedSnapshot | null> {
  try {
    return await readLines(pathOf(dataDir), source, { today, breathe });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    log(`${pathOf(dataDir)} cannot be used (${why}): the directory is loaded anew from the API`);
    // So that it is not read again.
    await rm(pathOf(dataDir), { force: true });
    return null;
  }
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'snapshot.json');
}

async function readLines(
  path: string,
  source: string,
  { today, breathe }: { today: string; breathe: Breathe },
): Promise<SavedSnapshot | null> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  const builder = createEntryStoreBuilder();
  let head: z.infer<typeof headSchema> | null = null;
  let isComplete = false;
  for await (const line of lines) {
    if (head === null) {
      head = headSchema.parse(JSON.parse(line.slice('{"head":'.length, -',"entries":['.length)));
      if (head.source !== source) return null;
    } else if (line === ']}') isComplete = true;
    else {
      // Written by saveSnapshot from listed entries.
      const [days, entry] = JSON.parse(line.replace(/,$/, '')) as [
        [string | null, string],
        ListedEntry['entry'],
      ];
      builder.add({ entry, listedUntil: days[0] }, days[1]);
    }
    await breathe();
  }
  if (head === null || !isComplete) throw new Error('The snapshot breaks off');
  const store = await builder.finish({ before: null, today, breathe });
  if (store.size !== head.count) throw new Error('The snapshot is not complete');
  const lists = {
    types: new Map(head.types.map((type) => [type.id, type])),
    categories: new Map(head.categories.map((category) => [category.id, category])),
    extras: head.extras,
  };
  // Without its tags everything is loaded anew.
  const tags = head.format === formatVersion ? head.tags : {};
  return { lists, tags, loadedAt: head.loadedAt, gone: new Set(head.gone), store };
}
