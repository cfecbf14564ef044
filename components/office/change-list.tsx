import type { z } from 'zod';
import type { OfficeMe } from '@/lib/contract/office';
import type { OfficeChange, officeJournalSchema } from '@/lib/contract/office-journal';
import { journalText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { dayOfTime, formatClock } from '@/lib/office-pages/format-time';
import { isOfRuns, journalAddress, type JournalFilterState } from '@/lib/office-pages/journal-address';
import {
  authorName,
  describeChange,
  groupChanges,
  nameOfChange,
  summarise,
  titleOf,
  undoPath,
  undoRunPath,
  type ChangeGroup,
  labelledValues,
  showValue,
} from '@/lib/office-pages/show-change';
import { buttonStyle } from '../ui/button';
import { mayUse } from '@/lib/office-pages/may-use';

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
      <ChangeRows changes={changes} mayUndo={mayUndo} hasRunsOnce={isOfRuns(filter)} />
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

interface RowsProps {
  changes: readonly OfficeChange[];
  mayUndo: boolean;
  /** Whether each run is in the list once, and not once for each member. */
  hasRunsOnce?: boolean;
  /** The level of the headings of days. */
  heading?: 'h2' | 'h3';
}

/** One row for what was saved together, below the day. The values are behind it. */
export function ChangeRows({ changes, heading: Heading = 'h2', ...props }: RowsProps) {
  const all = groupChanges(changes);
  const days = new Set(all.map(([{ Time }]) => dayOfTime(Time)));
  return (
    <div className="grid gap-5 empty:hidden">
      {[...days].map((day) => (
        <section key={day} aria-label={day}>
          <Heading className="pb-1 text-sm font-semibold text-ink-soft">{day}</Heading>
          <DayRows
            {...props}
            groups={all.filter(([{ Time }]) => dayOfTime(Time) === day)}
            heading={Heading === 'h2' ? 'h3' : 'h4'}
          />
        </section>
      ))}
    </div>
  );
}

interface DayProps extends Pick<RowsProps, 'mayUndo' | 'hasRunsOnce'> {
  groups: readonly ChangeGroup[];
  heading: 'h3' | 'h4';
}

function DayRows({ groups, mayUndo, hasRunsOnce = false, heading: Heading }: DayProps) {
  return (
    <ol data-rows className="border-t border-line">
      {groups.map((group, at) => {
        const [{ Position, Time, By, Run }] = group;
        const isRun = hasRunsOnce && Run !== null && !Run.IsMerge;
        const title = isRun ? titleOfRun(Run) : titleOf(group);
        return (
          <li key={`${Position} ${at}`} className="border-b border-line">
            <article className="flex items-start gap-3">
              <details className="group min-w-0 grow">
                <summary className="flex min-h-9 flex-wrap items-baseline gap-x-3 py-1.5 hover:bg-surface">
                  <Heading className="relative min-w-0 grow basis-56 pl-4 font-normal wrap-anywhere max-sm:line-clamp-3 sm:line-clamp-1 group-open:line-clamp-none">
                    <span
                      aria-hidden="true"
                      className="absolute top-0 left-0 text-ink-soft group-open:rotate-90"
                    >
                      ›
                    </span>
                    <span className="font-semibold">{title}</span>
                    {': '}
                    {isRun ? countOf(Run) : summarise(group)}
                  </Heading>
                  <span className="text-sm text-ink-soft max-sm:pl-4">
                    <time dateTime={Time}>
                      {say(journalText.byline, { time: formatClock(Time), author: authorName(By) })}
                    </time>
                  </span>
                </summary>
                <div className="grid gap-4 pb-4 pl-4">
                  {isRun ? <Links change={group[0]} /> : <Changes group={group} mayUndo={mayUndo} />}
                </div>
              </details>
              {mayUndo && <Undo group={group} name={title} isRun={isRun} />}
            </article>
          </li>
        );
      })}
    </ol>
  );
}

function titleOfRun({ ID: id, Source: source, IsBulk: isBulk }: Run): string {
  if (source === null) return isBulk ? journalText.unknownBulk : say(journalText.unknownRun, { id });
  if (!isBulk) return say(journalText.run, { source });
  return source.charAt(0).toUpperCase() + source.slice(1);
}

type Run = NonNullable<OfficeChange['Run']>;

function countOf({ Count: count }: Run): string {
  return count === null ? journalText.several : say(journalText.count, { count });
}

/** Everything about the changes that were saved together. */
export function Changes({ group, mayUndo }: { group: ChangeGroup; mayUndo: boolean }) {
  const [{ Reason: reason }] = group;
  const isOne = group.length === 1;
  return (
    <>
      {reason !== null && <p className="wrap-anywhere">{say(journalText.reason, { reason })}</p>}
      {group.map((change, at) => (
        <div key={at} className="grid gap-2">
          <p className="font-medium wrap-anywhere">
            {say(journalText.heading, { name: nameOfChange(change), what: describeChange(change) })}
          </p>
          <ChangeValues change={change} />
          {change.CannotUndo !== null && mayUndo && (
            <p className="text-sm text-ink-soft">
              {say(journalText.cannotUndo, { reason: change.CannotUndo })}
            </p>
          )}
          {!isOne && mayUndo && <UndoOne change={change} />}
        </div>
      ))}
      <Links change={group[0]} />
    </>
  );
}

function Links({ change }: { change: OfficeChange }) {
  const { By: by, Run: run, MembershipID: member, Name, ID } = change;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {run !== null && (
        <Link to={{ run: run.ID }} text={run.IsBulk ? journalText.sameBulk : journalText.sameRun} />
      )}
      {member !== null && <Link to={{ member }} text={say(journalText.sameMember, { name: Name ?? ID })} />}
      {by.Kind === 'person' && by.ID !== null && (
        <Link to={{ person: by.ID }} text={say(journalText.samePerson, { name: authorName(by) })} />
      )}
    </p>
  );
}

function Link({ to, text }: { to: Partial<JournalFilterState>; text: string }) {
  return (
    <a href={journalAddress(to)} className="text-accent underline wrap-anywhere">
      {text}
    </a>
  );
}

const undoStyle = 'flex min-h-9 items-center text-accent underline';

/** At the end of the row. */
function Undo({ group, name, isRun }: { group: ChangeGroup; name: string; isRun: boolean }) {
  const [{ Run: run }] = group;
  const path = undoPath(group);
  if (path === null) return null;
  const isMerge = run?.IsMerge ?? false;
  return (
    <p className="flex flex-wrap justify-end gap-x-4 max-sm:max-w-24 sm:shrink-0">
      {!isMerge && !isRun && (
        <a href={path} aria-label={say(journalText.undoOf, { name })} className={undoStyle}>
          {journalText.undo}
        </a>
      )}
      {run !== null && (
        <a href={undoRunPath(run.ID)} className={undoStyle}>
          {isMerge ? journalText.undoMerge : run.IsBulk ? journalText.undoBulk : journalText.undoRun}
        </a>
      )}
    </p>
  );
}

function UndoOne({ change }: { change: OfficeChange }) {
  const path = change.Run?.IsMerge === true ? null : undoPath([change]);
  if (path === null) return null;
  return (
    <p>
      <a href={path} className="text-accent underline">
        {journalText.undoThis}
      </a>
    </p>
  );
}

function ChangeValues({ change }: { change: OfficeChange }) {
  const isRemoved = change.Operation === 'removed';
  const values = labelledValues(change.Values).filter(({ Before }) => !isRemoved || !isEmpty(Before));
  if (values.length === 0) return null;
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="py-1 pr-3 font-medium">
            {journalText.field}
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            {isRemoved ? journalText.removedValue : journalText.before}
          </th>
          {!isRemoved && (
            <th scope="col" className="py-1 font-medium">
              {journalText.after}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {/* Two new locations have the same label. */}
        {values.map(({ label, Before, After }, at) => (
          <tr key={at} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-3 font-normal wrap-anywhere text-ink-soft">
              {label}
            </th>
            <td className="py-1 pr-3 wrap-anywhere">{showValue(Before)}</td>
            {!isRemoved && <td className="py-1 wrap-anywhere">{showValue(After)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}
