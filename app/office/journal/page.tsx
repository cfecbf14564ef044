import type { Metadata } from 'next';
import { ChangeList } from '@/components/office/change-list';
import { ClosedOffice } from '@/components/office/closed-office';
import { memberName } from '@/components/office/member-name';
import { OfficePage } from '@/components/office/office-page';
import { buttonStyle, fieldStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { officeJournalSchema, type OfficeChange, type JournalAuthors } from '@/lib/contract/office-journal';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import {
  readJournalAddress,
  toJournalQuery,
  type JournalSearch,
  type JournalFilterState,
  journalAddress,
} from '@/lib/office-pages/journal-address';
import { findPeople } from '@/lib/office-pages/find-people';
import { requireOffice } from '@/lib/office-pages/current-office';
import { readOffice } from '@/lib/office-pages/read-office';

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
        <Notice role="alert">{withLabel(page.text)}</Notice>
      ) : (
        <ChangeList page={page.body} filter={filter} me={office.me} />
      )}
    </OfficePage>
  );
}

/** Replaces the parameter's name in the API's message by the label of the field. */
function withLabel(text: string): string {
  return text.replace('"From"', `“${journalText.from}”`).replace('"Until"', `“${journalText.until}”`);
}

interface Props {
  filter: JournalFilterState;
  /** The changes on the page. The filters take the names of people and members from these changes. */
  changes: readonly OfficeChange[];
}

function ChangeFilter({ filter, changes }: Props) {
  const { member, person, run, from, until, before, name } = filter;
  const limits = describeLimits(filter, changes);
  const isFiltered = limits.length > 0 || from !== '' || until !== '' || before !== '';
  return (
    <div className="grid gap-3">
      <form
        action="/office/journal"
        className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-sm:[&_[type=date]]:px-1.5 max-sm:[&_input]:w-full max-sm:[&_input]:min-w-0"
      >
        {member !== '' && <input type="hidden" name="Member" value={member} />}
        {person !== '' && <input type="hidden" name="Person" value={person} />}
        {run !== '' && <input type="hidden" name="Run" value={run} />}
        <label className="grid min-w-0 gap-1 max-sm:col-span-full max-sm:row-start-1 max-sm:mr-22 sm:min-w-64">
          <span className="text-sm font-medium">{journalText.name}</span>
          <input type="search" name="Name" defaultValue={name} className={fieldStyle} />
        </label>
        <label className="grid min-w-0 gap-1">
          <span className="text-sm font-medium">{journalText.from}</span>
          <input type="date" name="From" defaultValue={from} className={fieldStyle} />
        </label>
        <label className="grid min-w-0 gap-1">
          <span className="text-sm font-medium">{journalText.until}</span>
          <input type="date" name="Until" defaultValue={until} className={fieldStyle} />
        </label>
        {/* Beside the name on a phone, so that the list begins on the first screen. */}
        <button
          type="submit"
          className={`${buttonStyle('quiet')} max-sm:col-start-2 max-sm:row-start-1 max-sm:self-end max-sm:justify-self-end`}
        >
          {journalText.filter}
        </button>
      </form>
      {isFiltered && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {limits.map((text) => (
            <span key={text} className="font-medium">
              {text}
            </span>
          ))}
          <a href="/office/journal" className="text-accent underline">
            {journalText.clear}
          </a>
        </p>
      )}
    </div>
  );
}

function describeRun(run: string, changes: readonly OfficeChange[]): string {
  const found = changes.find(({ Run }) => Run?.ID === run)?.Run ?? null;
  if (found?.IsBulk === true) return say(journalText.onlyBulk, { source: found.Source ?? '' });
  return say(journalText.onlyRun, { run });
}

function describeLimits(
  { member, person, run }: JournalFilterState,
  changes: readonly OfficeChange[],
): string[] {
  const ofMember = changes.find(({ MembershipID }) => MembershipID === member)?.Name ?? member;
  const byPerson = changes.find(({ By }) => By.Kind === 'person' && By.ID === person)?.By.Name ?? person;
  return [
    ...(member === '' ? [] : [say(journalText.onlyMember, { name: ofMember })]),
    ...(person === '' ? [] : [say(journalText.onlyPerson, { name: byPerson })]),
    ...(run === '' ? [] : [describeRun(run, changes)]),
  ];
}

/** The maximum for each of the two lists: members, and people without a membership. */
const most = 8;

interface PeopleFoundProps {
  filter: JournalFilterState;
  members: readonly OfficeMemberRow[];
  /** People without a membership. */
  authors: JournalAuthors['Authors'];
}

/**
 * Each member has two links: to the changes to the member, and to the changes that the member made. These links keep
 * the other filters.
 */
function PeopleFound({ filter, members, authors }: PeopleFoundProps) {
  const { name } = filter;
  if (members.length + authors.length === 0)
    return <p role="status">{say(journalText.foundNobody, { name })}</p>;
  const rest = { ...filter, name: '', before: '', done: null };
  const link = (change: Partial<JournalFilterState>, text: string) => (
    <a href={journalAddress({ ...rest, ...change })} className="py-1 text-accent underline wrap-anywhere">
      {text}
    </a>
  );
  return (
    <section
      aria-labelledby="people-found"
      className="grid gap-2 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id="people-found" className="font-medium">
        {say(journalText.found, { name })}
      </h2>
      <ul data-rows className="grid gap-1">
        {members.slice(0, most).map((member) => {
          const shown = { name: memberName(member) };
          const number = member.MembershipNumber === '' ? '' : ` (${member.MembershipNumber})`;
          return (
            <li key={member.ID} className="flex flex-wrap gap-x-6 gap-y-1">
              {link({ member: member.ID }, say(journalText.ofFound, shown) + number)}
              {link({ person: member.PersonID }, say(journalText.byFound, shown))}
            </li>
          );
        })}
        {authors.slice(0, most).map(({ PersonID, Name }) => (
          <li key={`author ${PersonID}`}>
            {link({ person: PersonID }, say(journalText.byFound, { name: Name }))}
          </li>
        ))}
      </ul>
      {(members.length > most || authors.length > most) && (
        <p className="text-ink-soft">{journalText.foundMore}</p>
      )}
    </section>
  );
}
