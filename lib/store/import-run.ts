import type { Actor } from './journal';
import type { WriteState } from './write-state';

/** One import. A merge, or a change to many members, is a run too. */
export interface ImportRun {
  actor: Actor;
  /** The file's name without its folder, or the site's address. */
  source: string;
  /** SHA-256 in hexadecimal. null: the source is not a file. */
  fileHash: string | null;
  /** The field of each column. null: the source is not a table. */
  mapping: Record<string, string> | null;
  isMerge?: boolean;
  isBulk?: boolean;
}

export interface RunCounts {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  bad: number;
}

export class RunsWriter {
  readonly #state: WriteState;
  #runId: number | null = null;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /**
   * All further writes belong to the new run.
   * @returns its ID
   */
  async start(run: ImportRun): Promise<number> {
    const { db, organisationId, now, journal } = this.#state;
    const last = await db
      .selectFrom('import_run')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    const id = Number(last?.id ?? 0) + 1;
    const { isMerge = false, isBulk = false } = run;
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
        is_merge: isMerge ? 1 : 0,
        is_bulk: isBulk ? 1 : 0,
      })
      .execute();
    journal.setRun(id, { isImport: !isMerge && !isBulk });
    this.#runId = id;
    return id;
  }

  /**
   * All further writes belong to the merge of two persons.
   * @returns the ID of its run
   */
  async startMerge(from: number, into: number): Promise<number> {
    const { actor } = this.#state.cause;
    const source = `person ${from} into person ${into}`;
    return this.start({ actor, source, fileHash: null, mapping: null, isMerge: true });
  }

  /**
   * All further writes belong to one change to many members, which takes several transactions.
   * @param runId the run of an earlier part; null: this is the first part
   */
  async startBulk(runId: number | null, source: string): Promise<number> {
    const { cause, journal } = this.#state;
    if (runId === null)
      return this.start({ actor: cause.actor, source, fileHash: null, mapping: null, isBulk: true });
    journal.setRun(runId, { isImport: false });
    this.#runId = runId;
    return runId;
  }

  async finish(counts: RunCounts): Promise<void> {
    if (this.#runId === null) throw new Error('no import run was started');
    const { db, organisationId } = this.#state;
    await db
      .updateTable('import_run')
      .set({ counts: JSON.stringify(counts) })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', this.#runId)
      .execute();
  }

  /** The run of the merge. null: the change is not part of a merge. */
  async findMerge(position: number): Promise<number | null> {
    const { db, organisationId } = this.#state;
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
}
