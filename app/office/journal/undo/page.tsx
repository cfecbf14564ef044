import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { UndoForm } from '@/components/office/undo-form';
import { undoResultSchema } from '@/lib/membership-api/office-journal';
import { undoText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import { readOffice } from '@/lib/office/read-office';
import { emptyShortForm } from '@/lib/office/short-form';
import { undoChange } from './actions';

export const metadata: Metadata = { title: undoText.title };

const path = '/office/journal/undo';
type Search = Record<string, string | string[] | undefined>;

/** Shows what an undo would do, or why it is not possible, before it is done. */
export default async function UndoPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { Position: position, Run: run, Failed: failed } = await searchParams;
  const part = typeof run === 'string' ? { Run: run } : { Position: position };
  const number = typeof run === 'string' ? run : position;
  if (typeof number !== 'string' || !/^[1-9]\d{0,14}$/.test(number)) notFound();
  const own = typeof run === 'string' ? `${path}?Run=${number}` : `${path}?Position=${number}`;
  const office = await requireOfficeOrForm(own);
  if (office.kind === 'kept') return <KeptForm action={undoChange} start={emptyShortForm} path={own} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={own} />;
  const trial = { method: 'POST', path: 'journal/undo', body: part, isTrial: true } as const;
  const found = await readOffice(office, trial, undoResultSchema);
  if (found.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={own} />;
  const title = typeof run === 'string' ? say(undoText.runTitle, { run }) : undoText.title;
  return (
    <OfficePage office={office} help="changes" current="/office/journal" title={title} hasForm>
      <UndoForm
        result={found.body}
        part={typeof run === 'string' ? ['Run', number] : ['Position', number]}
        hasFailed={failed === '1'}
        action={undoChange}
        path={own}
      />
    </OfficePage>
  );
}
