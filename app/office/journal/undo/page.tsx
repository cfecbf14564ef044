import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { Changes } from '@/components/office/change-list';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { UndoForm } from '@/components/office/undo-form';
import { WorkProgress } from '@/components/office/work-progress';
import { Notice } from '@/components/ui/notice';
import {
  officeJournalSchema,
  undoAnswerSchema,
  type OfficeChange,
  type UndoProgress as Progress,
} from '@/lib/contract/office-journal';
import { writeQuery } from '@/lib/contract/query-string';
import { journalText, undoText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import type { Office } from '@/lib/office-pages/find-office';
import { formatTime } from '@/lib/office-pages/format-time';
import { journalAddress } from '@/lib/office-pages/journal-address';
import { readOffice } from '@/lib/office-pages/read-office';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { authorName, describeConflict } from '@/lib/office-pages/show-change';
import { undoChange } from './actions';

export const metadata: Metadata = { title: undoText.title };

const path = '/office/journal/undo';
type Search = Record<string, string | string[] | undefined>;

export default async function UndoPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { Position: position, Run: run, Failed: failed, At: at } = await searchParams;
  const number = typeof run === 'string' ? run : position;
  if (typeof number !== 'string' || !/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(number)) notFound();
  const positions = number.split(',');
  const time = typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? new Date(at) : null;
  const query = time === null ? [] : [['At', time.toISOString()] as const];
  const own = `${path}?${writeQuery([[typeof run === 'string' ? 'Run' : 'Position', number], ...query])}`;
  const office = await requireOfficeOrForm(own);
  if (office.kind === 'kept') return <KeptForm action={undoChange} start={emptyShortForm} path={own} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={own} />;
  const toUndo = typeof run === 'string' ? { Run: run } : { Positions: positions };
  const trial = { method: 'POST', path: 'journal/undo', body: toUndo, isTrial: true } as const;
  const found = await readOffice(office, trial, undoAnswerSchema);
  if (found.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={own} />;
  const { body } = found;
  if ('Ended' in body && body.Ended.Problem === null) redirect(`/office/journal?Done=${body.Ended.Undone}`);
  const [change, ...others] =
    typeof run === 'string'
      ? await readChanges(office, { Run: run, Limit: '1' })
      : time === null
        ? []
        : (await readChanges(office, around(time))).filter(({ Position }) =>
            positions.includes(Position ?? ''),
          );
  return (
    <OfficePage
      office={office}
      help="changes"
      current="/office/journal"
      title={titleOf(change ?? null, typeof run === 'string')}
      hasForm
    >
      {change !== undefined && typeof run === 'string' && (
        <p>
          {undoText.run}{' '}
          <a href={journalAddress({ run })} className="text-accent underline">
            {undoText.showRun}
          </a>
        </p>
      )}
      {change !== undefined && typeof run !== 'string' && (
        <article className="grid gap-3 rounded-lg border border-line bg-surface p-4">
          <p className="text-ink-soft">
            {say(journalText.byline, { time: formatTime(change.Time), author: authorName(change.By) })}
          </p>
          <Changes group={[change, ...others]} mayUndo={false} />
        </article>
      )}
      {'Progress' in body && <UndoProgress progress={body.Progress} path={own} />}
      {'Ended' in body && (
        <Notice role="alert">
          {say(undoText.ended, { problem: body.Ended.Problem ?? '' })}{' '}
          <a href={own} className="text-accent underline">
            {undoText.again}
          </a>
        </Notice>
      )}
      {'Conflicts' in body && (
        <UndoForm
          result={body}
          conflicts={body.Conflicts.map(describeConflict)}
          part={typeof run === 'string' ? ['Run', number] : ['Position', number]}
          at={time?.toISOString() ?? ''}
          hasFailed={failed === '1'}
          action={undoChange}
          path={own}
        />
      )}
    </OfficePage>
  );
}

function UndoProgress({ progress, path: own }: { progress: Progress; path: string }) {
  const { IsTrial: isTrial, Done: done, Total: total } = progress;
  return (
    <WorkProgress
      title={isTrial ? undoText.checking : undoText.undoing}
      text={say(done < total ? undoText.progress : undoText.lastStep, { done, total })}
      done={done}
      total={total}
      path={own}
    >
      <p className="text-ink-soft">{isTrial ? undoText.leaveCheck : undoText.leave}</p>
    </WorkProgress>
  );
}

/** The newest first. Only changes that the journal shows this person. */
async function readChanges(office: Office, query: Record<string, string>): Promise<OfficeChange[]> {
  const page = await readOffice(office, `journal?${writeQuery(Object.entries(query))}`, officeJournalSchema);
  return page.kind === 'read' ? page.body.Changes : [];
}

/** Limits the journal to the changes in the same millisecond as `time`. */
function around(time: Date): Record<string, string> {
  return {
    From: time.toISOString(),
    Until: new Date(time.getTime() + 1).toISOString(),
    Limit: '200',
  };
}

function titleOf(change: OfficeChange | null, isRun: boolean): string {
  if (!isRun || change === null || change.Run === null) return undoText.title;
  if (change.Run.IsMerge) return journalText.undoMerge;
  return change.Run.IsBulk ? journalText.undoBulk : journalText.undoRun;
}
