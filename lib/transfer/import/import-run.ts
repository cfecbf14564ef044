import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ImportRun, RunCounts } from '@/lib/store/import-run';
import type { MembersWriter } from '@/lib/store/members-writer';
import { withMembersWriter } from '@/lib/store/write';
import { TakenNumberError } from '@/lib/store/membership-numbers';
import { ImportError } from './import-error';
import type { ImportContext } from './import-context';
import type { Mapping } from './mapping';

type RunSource = Omit<ImportRun, 'actor'>;

type RunContext = Pick<ImportContext, 'store' | 'clock' | 'areaCentre' | 'cause' | 'listedErasures'>;

/**
 * Writes one import in one transaction. The transaction also writes the record of the import, with the counts. `work`
 * writes the members and returns `isKept`. If `isKept` is false, the transaction is rolled back and nothing is written.
 */
export async function writeRun<R extends Counted>(
  { store, clock, areaCentre, cause, listedErasures = [] }: RunContext,
  { organisationId, run }: { organisationId: number; run: RunSource },
  work: (writer: MembersWriter, runId: number) => Promise<{ result: R; isKept: boolean }>,
): Promise<R> {
  try {
    return await withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
      if (writer.structure.current === null) await writer.erasures.adopt(listedErasures);
      const runId = await writer.runs.start({ ...run, actor: cause.actor });
      const { result, isKept } = await work(writer, runId);
      await writer.runs.finish(toCounts(result));
      if (!isKept) throw new Rollback(result);
      return result;
    });
  } catch (error) {
    // The `Rollback` was thrown above, with the result of `work`.
    if (error instanceof Rollback) return error.result as R;
    if (error instanceof TakenNumberError) {
      const { number, membershipIds } = error.shared;
      throw new ImportError(
        `Memberships ${membershipIds.join(' and ')} would have the same number, "${number}". Correct the file`,
      );
    }
    throw error;
  }
}

/** Rolls back the transaction. This is not an error. */
class Rollback extends Error {
  constructor(readonly result: unknown) {
    super('nothing is written');
  }
}

/**
 * @param name the name of the file, if it is not the one in `path`
 * @throws Error if the file cannot be read
 */
export async function fileRun(
  path: string,
  mapping: Mapping | null,
  name = basename(path),
): Promise<RunSource> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return {
    source: name,
    fileHash: hash.digest('hex'),
    mapping: mapping === null ? null : fieldsByColumn(mapping),
  };
}

type Counted = Omit<RunCounts, 'bad'> & { bad?: number };

function toCounts(result: Counted): RunCounts {
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
