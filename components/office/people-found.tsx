import type { OfficeMembers } from '@/lib/membership-api/office-members';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { journalAddress, type JournalFilterState } from '@/lib/office/journal-address';
import { memberName } from './member-name';

/** How many members are offered. */
const most = 8;

/** The members that match a typed name, with links to the changes of them and to those that they made. */
export function PeopleFound({ filter, found }: { filter: JournalFilterState; found: OfficeMembers | null }) {
  const { name, from, until } = filter;
  const members = found?.Members ?? [];
  if (members.length === 0) return <p role="status">{say(journalText.foundNobody, { name })}</p>;
  return (
    <section
      aria-labelledby="people-found"
      className="grid gap-2 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id="people-found" className="font-medium">
        {say(journalText.found, { name })}
      </h2>
      <ul className="grid gap-1">
        {members.slice(0, most).map((member) => {
          const shown = { name: memberName(member) };
          return (
            <li key={member.ID} className="flex flex-wrap gap-x-6 gap-y-1">
              <a
                href={journalAddress({ member: member.ID, from, until })}
                className="py-1 text-accent underline wrap-anywhere"
              >
                {say(journalText.ofFound, shown)}
                {member.MembershipNumber !== '' && ` (${member.MembershipNumber})`}
              </a>
              <a
                href={journalAddress({ person: member.PersonID, from, until })}
                className="py-1 text-accent underline wrap-anywhere"
              >
                {say(journalText.byFound, shown)}
              </a>
            </li>
          );
        })}
      </ul>
      {members.length > most && <p className="text-ink-soft">{journalText.foundMore}</p>}
    </section>
  );
}
