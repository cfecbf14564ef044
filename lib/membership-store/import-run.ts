import type { Kysely } from 'kysely';
import type { Actor } from './journal';
import type { MembersDatabase } from './members-schema';

/** One import: the source of the records and how they were read. Or the merge of two persons. */
export interface ImportRun {
  actor: Actor;
  /** The file's name without its folder, or the site's address. */
  source: string;
  /** SHA-256 in hexadecimal; null: not a file. */
  fileHash: string | null;
  /** The field of each column. null: not a table. */
  mapping: Record<string, string> | null;
  isMerge?: boolean;
}

export interface RunCounts {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  bad: number;
}

/** Stores a run under the organisation's next run ID and returns the ID. */
export async function putRun(
  db: Kysely<MembersDatabase>,
  { organisationId, now, run }: { organisationId: number; now: number; run: ImportRun },
): Promise<number> {
  const last = await db
    .selectFrom('import_run')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  const id = Number(last?.id ?? 0) + 1;
  await db
    .insertInto('import_run')
    .values({
      organisation_id: organisationId,
      id,
      at: now,
      actor_kind: run.actor.kind,
      actor: run.actor.id,
      source: run.source,
      file_hash: run.fileHash,
      mapping: run.mapping === null ? null : JSON.stringify(run.mapping),
      counts: 'null',
      is_merge: run.isMerge ? 1 : 0,
    })
    .execute();
  return id;
}

/** Stores the results of a run, in its transaction. */
export async function putRunCounts(
  db: Kysely<MembersDatabase>,
  { organisationId, runId, counts }: { organisationId: number; runId: number; counts: RunCounts },
): Promise<void> {
  await db
    .updateTable('import_run')
    .set({ counts: JSON.stringify(counts) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', runId)
    .execute();
}

/** The run of the merge that a change belongs to. null: the change is not part of a merge. */
export async function findMergeRun(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  position: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('journal')
    .innerJoin('import_run', (join) =>
      join
        .onRef('import_run.organisation_id', '=', 'journal.organisation_id')
        .onRef('import_run.id', '=', 'journal.run_id'),
    )
    .select('import_run.id')
    .where('journal.organisation_id', '=', organisationId)
    .where('journal.position', '=', position)
    .where('import_run.is_merge', '=', 1)
    .executeTakeFirst();
  return row?.id ?? null;
}
