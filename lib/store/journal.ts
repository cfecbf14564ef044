import { sql, type Kysely } from 'kysely';
import type { FlatRecord, Changes } from './flat-record';
import { notifyListeners } from './journal-signal';
import type { JournalKind, JournalTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import { compileOnce } from '@/lib/store/sql/prepared-query';
import { upsertRows } from './upsert';

/** `id` is the ID of the person or client, or the name of the command. It is empty for the clock. */
export interface Actor {
  kind: 'person' | 'client' | 'command' | 'clock';
  id: string;
}

export interface Cause {
  actor: Actor;
  reason: string | null;
  /** When the person signed in. null or absent: nobody did, or nobody knows when. It is not in the journal. */
  signedInAt?: Date | null;
  /** Nobody gets an email about changed email addresses and merges. */
  isQuiet?: boolean;
  /**
   * A person who changes their own email address is signed out, as if somebody else had changed it. The old address gets
   * an email.
   */
  endsOwnSignIns?: boolean;
}

/** @param name as on the command line, such as `organisation set` */
export function byCommand(name: string, reason: string | null = null): Cause {
  return { actor: { kind: 'command', id: name }, reason };
}

/** The cause of a change that a person makes in their own account or in the office. */
export function byPerson(personId: number, reason: string | null = null): Cause {
  return { actor: { kind: 'person', id: String(personId) }, reason };
}

export type JournalEntry = { kind: JournalKind; recordId: number } & (
  | { operation: 'created' | 'erased' | 'lapsed'; changes: null }
  | { operation: 'updated'; changes: Changes }
  | { operation: 'removed'; changes: FlatRecord }
);

const batchSize = 512;

/**
 * The journal rows of one transaction, which holds the organisation's lock. Each row has a higher position than all
 * earlier rows. Readers therefore never see a row before the rows with lower positions (docs/decisions.md, J11).
 */
export class Journal {
  readonly #db: Kysely<MembersDatabase>;
  readonly #organisationId: number;
  readonly #now: number;
  #cause: Cause;
  #runId: number | null = null;
  #isImport = false;
  #waiting: JournalTable[] = [];
  #position: number;
  #hasRows = false;
  readonly #omitted = new Set<string>();

  /** @param position the newest one, read under the lock */
  constructor(
    db: Kysely<MembersDatabase>,
    context: { organisationId: number; now: number; cause: Cause; position: number },
  ) {
    this.#db = db;
    this.#organisationId = context.organisationId;
    this.#now = context.now;
    this.#cause = context.cause;
    this.#position = context.position;
  }

  /** All further rows belong to this run. Their actor is the import, or the person who merges or changes members. */
  setRun(runId: number, { isImport }: { isImport: boolean }): void {
    this.#runId = runId;
    this.#isImport = isImport;
  }

  /** All further rows have this cause and belong to no run. */
  setCause(cause: Cause): void {
    this.#cause = cause;
    this.#runId = null;
    this.#isImport = false;
  }

  /** From now on, the journal gets no row about these records except that of their erasure. */
  omit(kind: JournalKind, ids: readonly number[]): void {
    for (const id of ids) this.#omitted.add(`${kind} ${id}`);
  }

  async add(entries: readonly JournalEntry[]): Promise<void> {
    for (const entry of entries) if (!this.#isOmitted(entry)) this.#waiting.push(this.#toRow(entry));
    if (this.#waiting.length >= batchSize) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    await upsertRows(this.#db, 'journal', ['organisation_id', 'position'], rows);
  }

  /**
   * Writes the waiting rows and the newest position.
   * @returns the position
   */
  async finish(): Promise<number> {
    await this.flush();
    if (!this.#hasRows) return this.#position;
    const position = this.#position;
    await writePosition(this.#db, [this.#organisationId, position, position]);
    await notifyListeners(this.#db);
    return position;
  }

  #isOmitted({ kind, recordId, operation }: JournalEntry): boolean {
    return this.#omitted.size > 0 && operation !== 'erased' && this.#omitted.has(`${kind} ${recordId}`);
  }

  #toRow({ kind, recordId, operation, changes }: JournalEntry): JournalTable {
    this.#hasRows = true;
    this.#position = Math.max(this.#position + 1, this.#now);
    const { actor, reason } = this.#cause;
    const run = this.#runId;
    const isOwn = run === null || !this.#isImport;
    return {
      organisation_id: this.#organisationId,
      position: this.#position,
      at: this.#now,
      actor_kind: isOwn ? actor.kind : 'import',
      actor: isOwn ? actor.id : String(run),
      run_id: run,
      reason,
      kind,
      record_id: recordId,
      operation,
      changes: changes === null ? null : JSON.stringify(changes),
    };
  }
}

/** 0: the journal has no row yet. */
export async function readJournalPosition(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<number> {
  const [row] = await readPosition(db, [organisationId]);
  return row?.position ?? 0;
}

const readPosition = compileOnce((db: Kysely<MembersDatabase>) =>
  db.selectFrom('journal_state').select('position').where('organisation_id', '=', 0),
);

const writePosition = compileOnce((db: Kysely<MembersDatabase>) =>
  db
    .insertInto('journal_state')
    .columns(['organisation_id', 'position', 'kept_after', 'lapsed_through'])
    .expression(sql`values (${0}, ${0}, 0, null)`)
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ position: 0 })),
);
