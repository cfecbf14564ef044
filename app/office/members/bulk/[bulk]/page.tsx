import type { Metadata } from 'next';
import { BulkPreview } from '@/components/office/bulk-preview';
import { BulkProblems } from '@/components/office/bulk-problems';
import { BulkProgress } from '@/components/office/bulk-progress';
import { BulkRunForm } from '@/components/office/bulk-run-form';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { buttonStyle } from '@/components/ui/button';
import { chapterhouse } from '@/lib/chapterhouse';
import { bulkSchema, type OfficeBulk } from '@/lib/contract/office-bulk';
import { bulkText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import { bulkPath, choiceOf, choiceText, isUnderWay } from '@/lib/office-pages/bulk-form';
import { requireOffice } from '@/lib/office-pages/current-office';
import { mayUse } from '@/lib/office-pages/may-use';
import { membersPath } from '@/lib/office-pages/members-view';
import { readOffice } from '@/lib/office-pages/read-office';
import { isSignInRecent } from '@/lib/office-pages/recent';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { runBulk, stopBulk } from '../actions';

export const metadata: Metadata = { title: bulkText.title };

interface Props {
  params: Promise<{ bulk: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OneBulkPage({ params, searchParams }: Props) {
  const { bulk: id } = await params;
  const { after } = await searchParams;
  const path = `${bulkPath}/${encodeURIComponent(id)}`;
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const query = typeof after === 'string' ? `?After=${encodeURIComponent(after)}` : '';
  const found = await readOffice(office, `bulk/${encodeURIComponent(id)}${query}`, bulkSchema);
  if (found.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  const bulk = found.body;
  const isMail = bulk.Action.Do === 'invite';
  const title = choiceText(choiceOf(bulk.Action));
  const isChecking = bulk.State === 'checking';
  return (
    <OfficePage office={office} help="bulk" current={membersPath} title={title}>
      {isUnderWay(bulk) && (
        <BulkProgress
          id={bulk.ID}
          path={path}
          title={isChecking ? bulkText.checking : isMail ? bulkText.sending : bulkText.running}
          done={bulk.Done}
          total={bulk.Members}
          stop={isChecking ? null : stopBulk}
        />
      )}
      {bulk.State === 'checked' && (
        <BulkPreview
          bulk={bulk}
          path={path}
          mustSignIn={isMail && !isSignInRecent(office.me, chapterhouse().clock())}
          sendsMail={office.me.SendsMail}
          run={runBulk}
        />
      )}
      {(bulk.State === 'done' || bulk.State === 'stopped') && (
        <BulkResult
          bulk={bulk}
          path={path}
          mayUndo={mayUse(office.me, 'POST journal/undo')}
          sendsMail={office.me.SendsMail}
          run={runBulk}
        />
      )}
      <p>
        <a href={membersPath} className="text-accent underline">
          {bulkText.back}
        </a>
      </p>
    </OfficePage>
  );
}

interface BulkResultProps {
  bulk: OfficeBulk;
  path: string;
  mayUndo: boolean;
  /** false: invitations wait. */
  sendsMail: boolean;
  run: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

function BulkResult({ bulk, path, mayUndo, sendsMail, run }: BulkResultProps) {
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
