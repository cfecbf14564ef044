import type { Today } from '@/lib/membership-api/office-today';
import { todayText } from '@/lib/messages/office-today';
import { importPath } from '@/lib/office/import-names';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office/format-time';
import { pageOfList } from '@/lib/office/members-view';
import { todayNumbers } from '@/lib/office/today-numbers';

interface Props {
  today: Today;
  /** The problems of the public directory. */
  ofDirectory: readonly string[];
  /** Where all members without a location can be placed. null: the person may not place them. */
  placePath: string | null;
  mayImport: boolean;
  seesProblems: boolean;
}

export function TodayLists({ today, ofDirectory, placePath, mayImport, seesProblems }: Props) {
  const { shown, nothing } = todayNumbers(today);
  const problems = [...ofDirectory.map((Text) => ({ Text, Fix: '' })), ...today.Problems];
  return (
    <div className="grid gap-8">
      <section aria-labelledby="members" className="grid gap-3">
        <h2 id="members" className="text-xl font-semibold">
          {todayText.members}
        </h2>
        {nothing !== null && <p className="max-w-prose">{nothing}</p>}
        <ul data-rows className="grid gap-3 sm:grid-cols-2">
          {shown.map(({ name, list, text }) => (
            <li key={name} className="rounded-lg border border-line bg-surface">
              <Amount list={list} text={text} />
              {name === 'WithoutLocation' && placePath !== null && (
                <a href={placePath} className="flex min-h-11 items-center px-4 pb-2 text-accent underline">
                  {todayText.place}
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>
      {mayImport && (
        <section aria-labelledby="import" className="grid max-w-prose gap-2">
          <h2 id="import" className="text-xl font-semibold">
            {todayText.lastImport}
          </h2>
          <LastImport last={today.LastImport} />
        </section>
      )}
      {(seesProblems || problems.length > 0) && (
        <section aria-labelledby="health" className="grid max-w-prose gap-2">
          <h2 id="health" className="text-xl font-semibold">
            {todayText.health}
          </h2>
          {problems.length === 0 ? (
            <p>{todayText.healthy}</p>
          ) : (
            <ul className="grid gap-3">
              {problems.map(({ Text, Fix }) => (
                <li key={Text} className="rounded-lg border border-warn bg-warn-soft px-4 py-3 wrap-anywhere">
                  <p>{Text}</p>
                  {Fix !== '' && <p className="text-ink-soft">{say(todayText.fix, { fix: Fix })}</p>}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}

function Amount({ list, text }: { list: string | null; text: string }) {
  if (list === null) return <p className="flex min-h-14 items-center px-4 py-2">{text}</p>;
  return (
    <a
      href={pageOfList(list)}
      className="flex min-h-14 items-center px-4 py-2 font-medium text-accent underline"
    >
      {text}
    </a>
  );
}

function LastImport({ last }: { last: Today['LastImport'] }) {
  if (last === null) {
    return (
      <p>
        {todayText.noImport}{' '}
        <a href={importPath} className="text-accent underline">
          {todayText.startImport}
        </a>
      </p>
    );
  }
  const { Read: read, Created: created, Updated: updated, Unchanged: unchanged, Removed: removed } = last;
  return (
    <>
      <p className="wrap-anywhere">
        {say(todayText.importOf, { source: last.Source, time: formatTime(last.Time) })}
      </p>
      <p>{say(todayText.importResult, { read, created, updated, unchanged, removed })}</p>
      {last.Bad > 0 && <p className="font-medium">{say(todayText.importBad, { count: last.Bad })}</p>}
      <p>
        <a href={pageOfList(last.List)} className="text-accent underline">
          {todayText.importChanges}
        </a>
      </p>
    </>
  );
}
