import type { JournalAuthors } from '@/lib/membership-api/office-journal';
import type { OfficeMemberRow } from '@/lib/membership-api/office-members';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { journalAddress, type JournalFilterState } from '@/lib/office/journal-address';
import { memberName } from './member-name';

/** The maximum for each of the two lists: members, and people without a membership. */
const most = 8;

interface Props {
  filter: JournalFilterState;
  members: readonly OfficeMemberRow[];
  /** People without a membership. */
  authors: JournalAuthors['Authors'];
}

/**
 * Each member has two links: to the changes to the member, and to the changes that the member made. These links keep
 * the other filters.
 */
export function PeopleFound({ filter, members, authors }: Props) {
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
