import type { Metadata } from 'next';
import { ChangeFilter } from '@/components/office/change-filter';
import { ChangeList } from '@/components/office/change-list';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { PeopleFound } from '@/components/office/people-found';
import { Notice } from '@/components/ui/notice';
import { officeJournalSchema } from '@/lib/membership-api/office-journal';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { readJournalAddress, toJournalQuery, type JournalSearch } from '@/lib/office/journal-address';
import { findPeople } from '@/lib/office/find-people';
import { requireOffice } from '@/lib/office/current-office';
import { readOffice } from '@/lib/office/read-office';

export const metadata: Metadata = { title: journalText.title };

const path = '/office/journal';

export default async function JournalPage({ searchParams }: { searchParams: Promise<JournalSearch> }) {
  const filter = readJournalAddress(await searchParams);
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const page = await readOffice(office, `journal?${toJournalQuery(filter)}`, officeJournalSchema);
  const found = filter.name === '' ? null : await findPeople(office, filter.name);
  if (page.kind === 'unavailable' || found?.kind === 'unavailable')
    return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  return (
    <OfficePage office={office} help="changes" current={path} title={journalText.title}>
      {filter.done !== null && <Notice role="status">{say(journalText.done, { count: filter.done })}</Notice>}
      <ChangeFilter filter={filter} changes={page.kind === 'read' ? page.body.Changes : []} />
      {found?.kind === 'wrong' && <Notice role="alert">{found.text}</Notice>}
      {found?.kind === 'read' && <PeopleFound filter={filter} {...found.body} />}
      {page.kind === 'wrong' ? (
        <Notice role="alert">{page.text}</Notice>
      ) : (
        <ChangeList page={page.body} filter={filter} me={office.me} />
      )}
    </OfficePage>
  );
}
