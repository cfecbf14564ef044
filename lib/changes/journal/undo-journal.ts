import type { Store } from '@/lib/store/database';
import type { JournalPart, JournalRow } from '@/lib/store/journal-read';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { SharedNumber } from '@/lib/store/membership-numbers';
import { MissingReferenceError } from '@/lib/store/references';
import { RefusedWrite, refusalTexts } from '@/lib/store/write-rights';
import { undoAtOnce, undoRows, type UndoConflict, type UndoResult } from './undo-rows';
import { withMembersWriter, type WriterContext } from '@/lib/store/write';

export interface JournalUndo extends UndoResult {
  /** The number of journal rows to undo. 0: there is no such run or position. */
  rows: number;
  /** Restored numbers that other memberships have got since. */
  sharedNumbers: SharedNumber[];
}

export interface UndoRequest {
  of: JournalPart;
  isForced: boolean;
  /** The request only finds out what would be undone. */
  isTrial?: boolean;
  /** Called in the transaction. Absent: the author may undo everything. */
  guard?: (writer: MembersWriter) => Promise<UndoRights>;
  /** Called with the number of journal rows so far. */
  onProgress?: (done: number) => void;
}

export interface UndoRights {
  /** Why the author may not undo a row, or null. If a row is refused, nothing is written, even with `isForced`. */
  refusal: (row: JournalRow) => string | null;
  /** Whether `isForced` may overwrite or remove what has changed since the row. */
  mayForce: (row: JournalRow) => boolean;
}

/**
 * Undoes an import run, a merge or one change in one transaction. With conflicts, nothing is written, unless
 * `isForced`. With `isForced`, everything that can be undone is undone, and only conflicts that cannot be forced
 * remain. If a sub-membership would be restored without its corporate membership, or if the author may not change an
 * email address, nothing is written in any case.
 * @throws RefusedWrite if the author must sign in again
 */
export async function undoJournal(
  store: Store,
  context: WriterContext,
  { of, isForced, isTrial = false, guard, onProgress }: UndoRequest,
): Promise<JournalUndo> {
  const result: JournalUndo = { rows: 0, undone: 0, conflicts: [], removedPersonIds: [], sharedNumbers: [] };
  try {
    await withMembersWriter(store, context, async (writer) => {
      writer.memberships.allowSharedNumbers('all');
      const { refusal, mayForce } = (await guard?.(writer)) ?? everything;
      let isRefused = false;
      // A merge is undone as a whole.
      const runId = 'runId' in of ? null : await findMerge(writer, [of.position].flat());
      const part = runId === null ? of : { runId };
      let before: number | null = null;
      for (;;) {
        const rows = await writer.journalRows(part, before, undoAtOnce);
        const last = rows.at(-1);
        if (last === undefined) break;
        before = last.position;
        onProgress?.(result.rows);
        result.rows += rows.length;
        const refused = findRefused(rows, refusal);
        if (refused.length > 0) {
          result.conflicts.push(...refused);
          isRefused = true;
          continue;
        }
        const { undone, conflicts, removedPersonIds } = await undoRows(writer, rows, {
          isForced: (row) => isForced && mayForce(row),
        });
        result.undone += undone;
        result.conflicts.push(...conflicts);
        result.removedPersonIds.push(...removedPersonIds);
      }
      if (isRefused || (result.conflicts.length > 0 && !isForced)) throw new Rollback();
      onProgress?.(result.rows);
      await writer.settle();
      result.sharedNumbers = [...writer.memberships.sharedNumbers];
      if (isTrial) throw new EndOfTrial();
    });
  } catch (error) {
    if (error instanceof EndOfTrial) return result;
    if (error instanceof MissingReferenceError) {
      const { membershipId, reason } = error;
      const of = { kind: 'membership', recordId: membershipId, field: 'ParentID' } as const;
      result.conflicts.push({ ...of, reason: `it ${reason}` });
    } else if (error instanceof RefusedWrite && error.refusal !== 'sign-in') {
      result.conflicts.push({ ...error.of, reason: `it ${refusalTexts[error.refusal]}` });
    } else if (!(error instanceof Rollback)) throw error;
    result.undone = 0;
    result.removedPersonIds = [];
  }
  return result;
}

async function findMerge({ runs }: MembersWriter, positions: readonly number[]): Promise<number | null> {
  const [first] = positions;
  return first === undefined ? null : runs.findMerge(first);
}

const everything: UndoRights = { refusal: () => null, mayForce: () => true };

function findRefused(
  rows: readonly JournalRow[],
  refusal: (row: JournalRow) => string | null,
): UndoConflict[] {
  return rows.flatMap((row) => {
    const reason = refusal(row);
    return reason === null ? [] : [{ kind: row.kind, recordId: row.recordId, field: null, reason }];
  });
}

/** Ends the transaction without its writes. This is not an error. */
class Rollback extends Error {}

/** Ends a trial without its writes. Unlike `Rollback`, it keeps the counts of the result. */
class EndOfTrial extends Error {}
