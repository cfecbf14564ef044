import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Change } from '@/components/office/change-list';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { UndoForm } from '@/components/office/undo-form';
import {
  officeJournalSchema,
  undoResultSchema,
  type OfficeChange,
} from '@/lib/membership-api/office-journal';
import { writeQuery } from '@/lib/membership-api/query-string';
import { journalText, undoText } from '@/lib/messages/office-journal';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import type { Office } from '@/lib/office/find-office';
import { journalAddress } from '@/lib/office/journal-address';
import { readOffice } from '@/lib/office/read-office';
import { emptyShortForm } from '@/lib/office/short-form';
import { undoChange } from './actions';

export const metadata: Metadata = { title: undoText.title };

const path = '/office/journal/undo';
type Search = Record<string, string | string[] | undefined>;

export default async function UndoPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { Position: position, Run: run, Failed: failed, At: at } = await searchParams;
  const part = typeof run === 'string' ? { Run: run } : { Position: position };
  const number = typeof run === 'string' ? run : position;
  if (typeof number !== 'string' || !/^[1-9]\d{0,14}$/.test(number)) notFound();
  const time = typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? new Date(at) : null;
  const query = time === null ? [] : [['At', time.toISOString()] as const];
  const own = `${path}?${writeQuery([[typeof run === 'string' ? 'Run' : 'Position', number], ...query])}`;
  const office = await requireOfficeOrForm(own);
  if (office.kind === 'kept') return <KeptForm action={undoChange} start={emptyShortForm} path={own} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={own} />;
  const trial = { method: 'POST', path: 'journal/undo', body: part, isTrial: true } as const;
  const found = await readOffice(office, trial, undoResultSchema);
  if (found.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={own} />;
  const change =
    typeof run === 'string'
      ? await findChange(office, { Run: run, Limit: '1' }, () => true)
      : time === null
        ? null
        : await findChange(office, around(time), ({ Position }) => Position === number);
  return (
    <OfficePage
      office={office}
      help="changes"
      current="/office/journal"
      title={titleOf(change, typeof run === 'string')}
      hasForm
    >
      {change !== null && typeof run === 'string' && (
        <p>
          {undoText.run}{' '}
          <a href={journalAddress({ run })} className="text-accent underline">
            {undoText.showRun}
          </a>
        </p>
      )}
      {change !== null && typeof run !== 'string' && (
        <div className="rounded-lg border border-line bg-surface p-4">
          <Change change={change} mayUndo={false} />
        </div>
      )}
      <UndoForm
        result={found.body}
        part={typeof run === 'string' ? ['Run', number] : ['Position', number]}
        at={time?.toISOString() ?? ''}
        hasFailed={failed === '1'}
        action={undoChange}
        path={own}
      />
    </OfficePage>
  );
}

/**
 * Finds the change to undo. If a whole run is to be undone, returns the newest change of that run. Returns null if the
 * journal shows this person no such change.
 */
async function findChange(
  office: Office,
  query: Record<string, string>,
  isIt: (change: OfficeChange) => boolean,
): Promise<OfficeChange | null> {
  const page = await readOffice(office, `journal?${writeQuery(Object.entries(query))}`, officeJournalSchema);
  return page.kind === 'read' ? (page.body.Changes.find(isIt) ?? null) : null;
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
