import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ImportRun, RunCounts } from '@/lib/membership-store/import-run';
import type { Actor } from '@/lib/membership-store/journal';
import type { Mapping } from './mapping';

/** The store's record of a file import. @throws Error when the file cannot be read */
export async function fileRun(
  path: string,
  { actor, mapping }: { actor: Actor; mapping: Mapping | null },
): Promise<ImportRun> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return {
    actor,
    source: basename(path),
    fileHash: hash.digest('hex'),
    mapping: mapping === null ? null : fieldsByColumn(mapping),
  };
}

/** The store's record of the result. */
export function toCounts(result: Omit<RunCounts, 'bad'> & { bad?: number }): RunCounts {
  const { read, created, updated, unchanged, removed, bad = 0 } = result;
  return { read, created, updated, unchanged, removed, bad };
}

function fieldsByColumn({ columns, constants }: Mapping): Record<string, string> {
  const mapped = columns.flatMap(({ header, target }) => {
    if (target === null) return [];
    return [[header, 'field' in target ? target.field : `extra ${target.extra}`] as const];
  });
  return Object.fromEntries([...mapped, ...constants.map(({ field, value }) => [`= ${value}`, field])]);
}
