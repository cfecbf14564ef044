import type { OfficeChange } from '@/lib/membership-api/office-journal';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import type { JournalFilterState } from '@/lib/office/journal-address';
import { buttonStyle, fieldStyle } from '../ui/button';

interface Props {
  filter: JournalFilterState;
  /** The changes on the page. The filters take the names of people and members from these changes. */
  changes: readonly OfficeChange[];
}

export function ChangeFilter({ filter, changes }: Props) {
  const { member, person, run, from, until, before, name } = filter;
  const limits = describeLimits(filter, changes);
  const isFiltered = limits.length > 0 || from !== '' || until !== '' || before !== '';
  return (
    <div className="grid gap-3">
      <form action="/office/journal" className="flex flex-wrap items-end gap-3">
        {member !== '' && <input type="hidden" name="Member" value={member} />}
        {person !== '' && <input type="hidden" name="Person" value={person} />}
        {run !== '' && <input type="hidden" name="Run" value={run} />}
        <label className="grid gap-1">
          <span className="font-medium">{journalText.name}</span>
          <input type="search" name="Name" defaultValue={name} className={fieldStyle} />
        </label>
        <label className="grid gap-1">
          <span className="font-medium">{journalText.from}</span>
          <input type="date" name="From" defaultValue={from} className={fieldStyle} />
        </label>
        <label className="grid gap-1">
          <span className="font-medium">{journalText.until}</span>
          <input type="date" name="Until" defaultValue={until} className={fieldStyle} />
        </label>
        <button type="submit" className={buttonStyle('quiet')}>
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
