import type { z } from 'zod';
import type { OfficeMe } from '@/lib/membership-api/office';
import type { OfficeChange, officeJournalSchema } from '@/lib/membership-api/office-journal';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office/format-time';
import { journalAddress, type JournalFilterState } from '@/lib/office/journal-address';
import { authorName, changeHeading } from '@/lib/office/show-change';
import { buttonStyle } from '../ui/button';
import { ChangeValues } from './change-values';
import { mayUse } from '@/lib/office/may-use';

interface Props {
  page: z.infer<typeof officeJournalSchema>;
  filter: JournalFilterState;
  me: OfficeMe;
}

export function ChangeList({ page, filter, me }: Props) {
  const { Changes: changes, Next: next } = page;
  const mayUndo = mayUse(me, 'POST journal/undo');
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'done' && value !== '');
  return (
    <>
      {changes.length === 0 && next === null && (
        <p>{isFiltered ? journalText.emptyFiltered : journalText.empty}</p>
      )}
      <ol data-rows className="grid gap-4">
        {changes.map((change, at) => (
          <li key={`${change.Position} ${at}`} className="rounded-lg border border-line bg-surface p-4">
            <Change change={change} mayUndo={mayUndo} />
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-4">
        {filter.before !== '' && (
          <a href={journalAddress({ ...filter, before: '', done: null })} className={buttonStyle('quiet')}>
            {journalText.newest}
          </a>
        )}
        {next !== null && (
          <a href={journalAddress({ ...filter, before: next, done: null })} className={buttonStyle('quiet')}>
            {journalText.older}
          </a>
        )}
      </p>
    </>
  );
}

interface ChangeProps {
  change: OfficeChange;
  mayUndo: boolean;
  heading?: 'h2' | 'h3';
}

export function Change({ change, mayUndo, heading: Heading = 'h2' }: ChangeProps) {
  const { By: by, Run: run, Name, MembershipID: member, Reason: reason } = change;
  const time = formatTime(change.Time);
  const name = Name ?? change.ID;
  return (
    <article className="grid gap-2">
      <Heading className="font-semibold wrap-anywhere">{changeHeading(change)}</Heading>
      <p className="text-ink-soft">
        <time dateTime={change.Time}>{say(journalText.byline, { time, author: authorName(by) })}</time>
      </p>
      {reason !== null && <p className="wrap-anywhere">{say(journalText.reason, { reason })}</p>}
      <ChangeValues change={change} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {member !== null && <Link to={{ member }} text={say(journalText.sameMember, { name })} />}
        {by.Kind === 'person' && by.ID !== null && (
          <Link to={{ person: by.ID }} text={say(journalText.samePerson, { name: authorName(by) })} />
        )}
        {run !== null && (
          <Link to={{ run: run.ID }} text={run.IsBulk ? journalText.sameBulk : journalText.sameRun} />
        )}
      </p>
      {mayUndo && <Undo change={change} name={name} />}
    </article>
  );
}

function Link({ to, text }: { to: Partial<JournalFilterState>; text: string }) {
  return (
    <a href={journalAddress(to)} className="text-accent underline wrap-anywhere">
      {text}
    </a>
  );
}

function Undo({ change, name }: { change: OfficeChange; name: string }) {
  const { Position: position, Time: time, Run: run, CannotUndo: reason } = change;
  if (reason !== null)
    return <p className="text-sm text-ink-soft">{say(journalText.cannotUndo, { reason })}</p>;
  const isMerge = run?.IsMerge ?? false;
  return (
    <p className="flex flex-wrap gap-3">
      {!isMerge && (
        <a
          href={`/office/journal/undo?Position=${position}&At=${time}`}
          aria-label={say(journalText.undoOf, { name })}
          className={buttonStyle('quiet')}
        >
          {journalText.undo}
        </a>
      )}
      {run !== null && (
        <a href={`/office/journal/undo?Run=${run.ID}`} className={buttonStyle('quiet')}>
          {isMerge ? journalText.undoMerge : run.IsBulk ? journalText.undoBulk : journalText.undoRun}
        </a>
      )}
    </p>
  );
}
