import type { Metadata } from 'next';
import { ChangeFilter } from '@/components/office/change-filter';
import { ChangeList } from '@/components/office/change-list';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { PeopleFound } from '@/components/office/people-found';
import { Notice } from '@/components/ui/notice';
import { journalAuthorsSchema, officeJournalSchema } from '@/lib/membership-api/office-journal';
import { writeQuery } from '@/lib/membership-api/query-string';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { readJournalAddress, toJournalQuery, type JournalSearch } from '@/lib/office/journal-address';
import { readMembersView } from '@/lib/office/members-view';
import { readMembers } from '@/lib/office/read-members';
import { requireOffice } from '@/lib/office/current-office';
import type { Office } from '@/lib/office/find-office';
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

/** The members with this name or number, and authors without a membership. */
async function findPeople(office: Office, name: string) {
  const members = await readMembers(office, readMembersView({ q: name }));
  if (members.kind !== 'read') return members;
  const query = writeQuery([['Name', name]]);
  const authors = await readOffice(office, `journal/authors?${query}`, journalAuthorsSchema);
  if (authors.kind !== 'read') return authors;
  const body = { members: members.body.Members, authors: authors.body.Authors };
  return { kind: 'read' as const, body };
}
