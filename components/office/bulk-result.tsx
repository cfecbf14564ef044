import type { OfficeBulk } from '@/lib/membership-api/office-bulk';
import { bulkText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import type { FormRefusal } from '@/lib/office/send-form';
import { buttonStyle } from '../ui/button';
import { BulkProblems } from './bulk-problems';
import { BulkRunForm } from './bulk-run-form';
import { Panel } from './panel';

interface Props {
  bulk: OfficeBulk;
  path: string;
  mayUndo: boolean;
  /** false: invitations wait. */
  sendsMail: boolean;
  run: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

export function BulkResult({ bulk, path, mayUndo, sendsMail, run }: Props) {
  const { Action: action, State: state, Changed: changed, Members: members, Done: done, Run: runId } = bulk;
  const isMail = action.Do === 'invite';
  const invited = sendsMail ? bulkText.sent : bulkText.waiting;
  return (
    <Panel id="result" title={state === 'done' ? bulkText.done : bulkText.stopped}>
      <p role="status" className="font-medium">
        {say(isMail ? invited : bulkText.changed, { count: changed })}
      </p>
      {done < members && <p>{say(bulkText.left, { count: members - done })}</p>}
      <BulkProblems bulk={bulk} path={path} title={isMail ? bulkText.notSent : bulkText.failed} />
      <div className="flex flex-wrap gap-3">
        {state === 'stopped' && (
          <BulkRunForm bulk={bulk.ID} isMail={isMail} text={bulkText.continue} run={run} />
        )}
        {runId !== null && (
          <a href={`/office/journal?Run=${runId}`} className={buttonStyle('quiet')}>
            {bulkText.changes}
          </a>
        )}
        {runId !== null && mayUndo && (
          <a href={`/office/journal/undo?Run=${runId}`} className={buttonStyle('quiet')}>
            {bulkText.undo}
          </a>
        )}
      </div>
      {runId !== null && !mayUndo && <p className="text-ink-soft">{bulkText.undoByOthers}</p>}
    </Panel>
  );
}
