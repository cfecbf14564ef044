import type { Today } from '@/lib/contract/office-today';
import { formatNumber } from '@/lib/messages/locale';
import { todayText } from '@/lib/messages/office-pages';
import { importPath } from '@/lib/office-pages/import-names';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office-pages/format-time';
import { pageOfList } from '@/lib/office-pages/members-view';
import { todayNumbers } from '@/lib/office-pages/today-numbers';
import { TableHead } from './table-head';

interface Props {
  today: Today;
  /** The problems of the public directory. */
  ofDirectory: readonly string[];
  /** Where all members without a location can be placed. null: the person may not place them. */
  placePath: string | null;
  mayImport: boolean;
}

/** What the office does next, the most urgent first. What is empty is not shown. */
export function TodayLists({ today, ofDirectory, placePath, mayImport }: Props) {
  const { shown, nothing } = todayNumbers(today);
  const problems = [...ofDirectory.map((Text) => ({ Text, Fix: '' })), ...today.Problems];
  const { LastImport: last, Types: types } = today;
  const isNew = mayImport && last === null && types?.length === 0;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2 xl:gap-x-10">
      {problems.length > 0 && (
        <section aria-labelledby="problems" className="grid gap-3 xl:col-span-full">
          <h2 id="problems" className="text-xl font-semibold">
            {todayText.problems}
          </h2>
          <ul className="grid gap-3">
            {problems.map(({ Text, Fix }) => (
              <li key={Text} className="rounded-lg border border-warn bg-warn-soft px-4 py-3 wrap-anywhere">
                <p className="font-medium">{Text}</p>
                {Fix !== '' && <p className="text-ink-soft">{say(todayText.fix, { fix: Fix })}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="members" className="grid gap-3">
        <h2 id="members" className="text-xl font-semibold">
          {todayText.members}
        </h2>
        {nothing !== null && <p className="max-w-prose">{nothing}</p>}
        <ul data-rows className="divide-y divide-line rounded-xl border border-line bg-surface empty:hidden">
          {shown.map(({ name, list, text }) => (
            <li key={name}>
              <Amount list={list} text={text} />
              {name === 'WithoutLocation' && placePath !== null && (
                <a
                  href={placePath}
                  className="-mt-2 flex min-h-9 items-center pr-4 pb-2 pl-20 text-accent underline"
                >
                  {todayText.place}
                </a>
              )}
            </li>
          ))}
        </ul>
        {isNew && (
          <p>
            <a href={importPath} className="text-accent underline">
              {todayText.startImport}
            </a>
          </p>
        )}
      </section>
      {last !== null && (
        <section aria-labelledby="import" className="grid max-w-prose gap-2">
          <h2 id="import" className="text-xl font-semibold">
            {todayText.lastImport}
          </h2>
          <LastImport last={last} />
        </section>
      )}
      {types !== null && types.length > 0 && <Types types={types} />}
    </div>
  );
}

/** The number, by which the text begins, is larger. */
function Amount({ list, text }: { list: string | null; text: string }) {
  const [, number, rest = text] = /^([\d.,]+)( .*)$/.exec(text) ?? [];
  const content = (
    <>
      {number !== undefined && (
        <span className="min-w-11 text-right text-xl font-semibold tabular-nums">{number}</span>
      )}
      {/* The space is part of what a screen reader reads. */}
      <span className="grow">{rest}</span>
    </>
  );
  const style = 'flex min-h-11 items-baseline gap-5 px-4 py-2';
  if (list === null) return <p className={style}>{content}</p>;
  return (
    <a href={pageOfList(list)} className={`${style} group text-ink hover:text-accent hover:underline`}>
      {content}
      <span aria-hidden="true" className="text-accent">
        ›
      </span>
    </a>
  );
}

const figures = [
  ['Members', todayText.ofType],
  ['Joined', todayText.joined],
  ['Left', todayText.left],
] as const;

function Types({ types }: { types: NonNullable<Today['Types']> }) {
  return (
    <section aria-labelledby="types" className="grid gap-2">
      <h2 id="types" className="text-xl font-semibold">
        {todayText.types}
      </h2>
      <p className="text-ink-soft">{todayText.period}</p>
      <table className="w-full text-left">
        <TableHead heads={[todayText.type, ...figures.map(([, text]) => text)]} hasNumbers />
        <tbody>
          {withTotal(types).map((type) => (
            <tr
              key={type.Name}
              className={`border-b border-line ${type.Name === todayText.allTypes ? 'font-semibold' : 'font-normal'}`}
            >
              <th scope="row" className="py-1 pr-2 [font-weight:inherit] wrap-anywhere sm:pr-4">
                {type.Name}
              </th>
              {figures.map(([name, what]) => {
                const { Count: count, List: list } = type[name];
                return (
                  <td key={name} className="py-1 pl-2 text-right tabular-nums">
                    <a
                      href={pageOfList(list ?? 'members')}
                      aria-label={say(todayText.figure, { type: type.Name, what, count: count ?? 0 })}
                      className="inline-flex min-h-8 min-w-8 items-center justify-end text-accent underline"
                    >
                      {formatNumber(count ?? 0)}
                    </a>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function withTotal(types: NonNullable<Today['Types']>): NonNullable<Today['Types']> {
  const [first, second] = types;
  if (first === undefined || second === undefined) return types;
  const sum = (name: 'Members' | 'Joined' | 'Left') => ({
    Count: types.reduce((count, type) => count + (type[name].Count ?? 0), 0),
    List: first[name].List?.replace(/Type=\d+&/, '') ?? null,
  });
  const all = { Members: sum('Members'), Joined: sum('Joined'), Left: sum('Left') };
  return [...types, { Name: todayText.allTypes, ...all }];
}

function LastImport({ last }: { last: NonNullable<Today['LastImport']> }) {
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
