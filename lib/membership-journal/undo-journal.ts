import type { Store } from '@/lib/membership-store/database';
import type { JournalPart } from '@/lib/membership-store/journal-read';
import { MissingReferenceError } from '@/lib/membership-store/references';
import { undoAtOnce, undoRows, type UndoResult } from './undo-rows';
import { withMembersWriter, type WriterContext } from '@/lib/membership-store/write';

export interface JournalUndo extends UndoResult {
  /** Journal rows of the part. 0: there is no such run or position. */
  rows: number;
}

/**
 * Undoes an import run, a merge or one change in one transaction. If there are conflicts, nothing is written unless `isForced`:
 * then what can be undone is undone, and only conflicts that cannot be forced remain. Without its corporate membership
 * a part cannot be restored, and nothing is written.
 */
export async function undoJournal(
  store: Store,
  context: WriterContext,
  { of, isForced }: { of: JournalPart; isForced: boolean },
): Promise<JournalUndo> {
  const result: JournalUndo = { rows: 0, undone: 0, conflicts: [], removedPersonIds: [] };
  try {
    await withMembersWriter(store, context, async (writer) => {
      // A merge is undone as a whole.
      const runId = 'position' in of ? await writer.runs.findMerge(of.position) : null;
      const part = runId === null ? of : { runId };
      let before: number | null = null;
      for (;;) {
        const rows = await writer.journalRows(part, before, undoAtOnce);
        const last = rows.at(-1);
        if (last === undefined) break;
        before = last.position;
        const { undone, conflicts, removedPersonIds } = await undoRows(writer, rows, { isForced });
        result.rows += rows.length;
        result.undone += undone;
        result.conflicts.push(...conflicts);
        result.removedPersonIds.push(...removedPersonIds);
      }
      if (result.conflicts.length > 0 && !isForced) throw new Rollback();
      await writer.settle();
    });
  } catch (error) {
    if (error instanceof MissingReferenceError) {
      const { membershipId, reason } = error;
      const of = { kind: 'membership', recordId: membershipId, field: 'ParentID' } as const;
      result.conflicts.push({ ...of, reason: `it ${reason}` });
    } else if (!(error instanceof Rollback)) throw error;
    result.undone = 0;
    result.removedPersonIds = [];
  }
  return result;
}

/** Ends the transaction without its writes. It is not an error. */
class Rollback extends Error {}
