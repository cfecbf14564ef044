import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { WaitingMembers } from '@/components/office/waiting-members';
import { Notice } from '@/components/ui/notice';
import { PageTabs } from '@/components/ui/page-tabs';
import { waitingMembersSchema } from '@/lib/contract/office-approvals';
import { writeQuery } from '@/lib/contract/query-string';
import { approvalText, proposalText } from '@/lib/messages/office-pages';
import { requireOffice } from '@/lib/office-pages/current-office';
import { applicationTabs } from '@/lib/office-pages/proposals';
import { readOffice } from '@/lib/office-pages/read-office';
import { approveSelected } from './actions';
import { lookUp } from '@/lib/base/look-up';
import { say } from '@/lib/messages/say';

export const metadata: Metadata = { title: approvalText.title };

const path = '/office/applications';
type Search = Record<string, string | string[] | undefined>;

export default async function ApprovalsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { After: after, Done: done } = await searchParams;
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const query = typeof after === 'string' ? `?${writeQuery([['After', after]])}` : '';
  const waiting = await readOffice(office, `approvals${query}`, waitingMembersSchema);
  if (waiting.kind === 'unavailable') return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  const outcome = typeof done === 'string' ? approvalOutcome(done) : null;
  return (
    <OfficePage office={office} help="approvals" current={path} title={approvalText.title} hasForm>
      {outcome !== null && <Notice role="status">{outcome}</Notice>}
      <PageTabs label={proposalText.tabs} current={path} pages={applicationTabs} />
      {waiting.kind === 'wrong' ? (
        <Notice role="alert">{waiting.text}</Notice>
      ) : (
        <WaitingMembers waiting={waiting.body} action={approveSelected} />
      )}
    </OfficePage>
  );
}

/** @param done from the page's address: the number of approved members, or a key of `outcomes` */
function approvalOutcome(done: string): string | null {
  if (/^[1-9]\d{0,3}$/.test(done)) return say(approvalText.approved, { count: Number(done) });
  return lookUp(outcomes, done) ?? null;
}

const outcomes: Readonly<Record<string, string>> = {
  sent: approvalText.refusedSent,
  waiting: approvalText.refusedWaiting,
  'no address': approvalText.refusedSilent,
  failed: approvalText.refusedFailed,
  refused: approvalText.refused,
  none: approvalText.nothingSelected,
  changed: approvalText.someChanged,
};
