import type { ImportReport, ImportSettings, ProblemGroup, RowProblem } from '@/lib/contract/office-imports';
import type { ReactNode } from 'react';
import { lookUp } from '@/lib/base/look-up';
import { answerText, causeText } from '@/lib/messages/office-pages';
import { importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import { importFields, isUnanswered } from '@/lib/office-pages/import-form';
import { importFieldName } from '@/lib/office-pages/import-names';
import { fieldStyle } from '../ui/button';
import { Panel } from './panel';

interface Props {
  report: ImportReport;
  settings: ImportSettings;
  /** The preview. */
  children: ReactNode;
}

/** The number of characters of all examples of a question. */
const maxExampleLength = 40;
/** More answers than these are in a list to choose from. */
const maxButtons = 5;

/** The problems of the file by cause. One answer applies to all rows of a group. Questions come before the preview. */
export function ImportQuestions({ report, settings, children }: Props) {
  const { Groups: groups, MoreGroups: more } = report;
  // The corrections of all groups are numbered together.
  let corrections = 0;
  const numbered = groups.map((group, index) => {
    const from = corrections;
    corrections += group.Answers.length === 0 ? 0 : group.Rows.length;
    return { group, index, from };
  });
  const open = numbered.filter(({ group }) => group.Answers.length > 0 && group.Answer === null);
  const answered = numbered.filter(({ group }) => group.Answers.length > 0 && group.Answer !== null);
  const corrected = groups.filter(({ Answers }) => Answers.length === 0);
  const unanswered = open.filter(({ group }) => isUnanswered(group));
  const suggested = open.filter(({ group }) => !isUnanswered(group));
  const list = (of: readonly Numbered[]) => (
    <ul className="divide-y divide-line">
      {of.map((one) => (
        <Group key={one.group.Key} {...one} report={report} />
      ))}
    </ul>
  );
  const total = (of: readonly ProblemGroup[]) => of.reduce((sum, { Count }) => sum + Count, 0);
  return (
    <>
      <input type="hidden" name="answers" value={JSON.stringify(settings.Answers)} />
      {open.length > 0 && (
        <Panel id="questions" title={importText.questions}>
          <p className="max-w-prose text-ink-soft">{importText.questionsIntro}</p>
          {suggested.length > 0 && unanswered.length > 0 && (
            <h3 className="font-semibold">{say(importText.unanswered, { count: unanswered.length })}</h3>
          )}
          {list(unanswered)}
          {more > 0 && <p className="text-ink-soft">{say(importText.moreGroups, { count: more })}</p>}
          {suggested.length > 0 && (
            <p>
              <strong className="font-semibold">
                {say(importText.suggested, { count: suggested.length })}.
              </strong>{' '}
              {importText.suggestedIntro}
            </p>
          )}
          {list(suggested)}
        </Panel>
      )}
      {children}
      {answered.length > 0 && (
        <details className="rounded-xl border border-line bg-surface px-4 py-2 sm:px-5">
          <summary className="min-h-8 cursor-pointer py-1 font-medium">
            {say(importText.answered, { count: total(answered.map(({ group }) => group)) })}
          </summary>
          {list(answered)}
        </details>
      )}
      {corrected.length > 0 && (
        <details className="rounded-xl border border-line bg-surface px-4 py-2 sm:px-5">
          <summary className="min-h-8 cursor-pointer py-1 font-medium">
            {say(importText.corrected, { count: total(corrected) })}
          </summary>
          <ul className="grid gap-3">
            {corrected.map((group) => (
              <li key={group.Key}>
                <p>{titleOf(group, report)}</p>
                <ul className="grid gap-1 pl-4 text-sm">
                  {group.Rows.map((one, index) => (
                    <li key={index} className="wrap-anywhere">
                      {describe(one, report)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface Numbered {
  group: ProblemGroup;
  index: number;
  /** The number of the first correction of the group. */
  from: number;
}

function Group({ group, index, from, report }: Numbered & { report: ImportReport }) {
  const { Key: key, Answers: answers, Answer: answer, Preset: preset, Rows: rows, Count: count } = group;
  const name = importFields.answer(index);
  const chosen = answer ?? preset;
  const [first] = rows;
  const title = count === 1 && first !== undefined ? describe(first, report) : titleOf(group, report);
  const id = `import-answer-${index}`;
  return (
    <li className="py-2 lg:py-1.5">
      <fieldset className="grid gap-x-6 gap-y-1 lg:grid-cols-[2fr_3fr]">
        <legend id={id} className="float-left w-full font-medium wrap-anywhere lg:pt-1">
          {title}
        </legend>
        <input type="hidden" name={importFields.group(index)} value={key} />
        <div className="clear-both flex flex-wrap items-center gap-x-5 gap-y-1">
          {answers.length > maxButtons ? (
            <select
              name={name}
              defaultValue={chosen ?? ''}
              aria-labelledby={id}
              className={`${fieldStyle} max-w-xs`}
            >
              <option value="">{importText.choose}</option>
              {answers.map((one) => (
                <option key={one} value={one}>
                  {answerName(one, group)}
                </option>
              ))}
            </select>
          ) : (
            answers.map((one) => (
              <label key={one} className="flex min-h-8 items-center gap-2">
                <input
                  type="radio"
                  name={name}
                  value={one}
                  defaultChecked={one === chosen}
                  className="size-5 shrink-0"
                />
                <span>{answerName(one, group)}</span>
              </label>
            ))
          )}
          {count === 1 && first !== undefined ? (
            <Correction problem={first} column={columnOf(first, report)} index={from} isInline />
          ) : (
            <details className="open:basis-full">
              <summary className="min-h-8 cursor-pointer py-1 text-accent">
                {say(importText.showRows, { count })}
              </summary>
              {rows.length < count && (
                <p className="text-ink-soft">{say(importText.only, { shown: rows.length, count })}</p>
              )}
              <ul className="grid gap-3">
                {rows.map((one, at) => (
                  <li key={at} className="grid gap-1 wrap-anywhere">
                    <p>{describe(one, report)}</p>
                    <Correction problem={one} column={columnOf(one, report)} index={from + at} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </fieldset>
    </li>
  );
}

function answerName(answer: string, { Cause, Count }: ProblemGroup): string {
  const special = lookUp<string>(answerText, `${Cause} ${answer}`);
  if (special !== undefined) return special;
  if (answer === 'accept' && Count === 1) return answerText.acceptRow;
  if (answer.startsWith('as:')) return say(answerText.as, { word: answer.slice('as:'.length) });
  return lookUp<string>(answerText, answer) ?? answer;
}

function titleOf(
  { Cause, Count, Column, Examples, Rows: [first] }: ProblemGroup,
  report: ImportReport,
): string {
  const values = {
    count: Count,
    column: columnName(Column, report),
    examples: shortExamples(Examples),
    reason: first?.Reason ?? '',
  };
  const isEmpty = Examples.length === 0 && (Cause === 'unreadable' || Cause === 'contradiction');
  const text = lookUp(causeText, isEmpty && Column !== null ? 'empty-cells' : Cause);
  return text === undefined ? values.reason : say(text, values);
}

/** At least one. Several long ones would hide what the question is. */
function shortExamples(examples: readonly string[]): string {
  const short = examples.filter((_, at) => examples.slice(0, at + 1).join('').length <= maxExampleLength);
  return (short.length > 0 ? short : examples.slice(0, 1)).map((one) => `“${one}”`).join(', ');
}

function columnName(column: string | null, { Columns: columns }: ImportReport): string {
  if (column === null) return '';
  return columns.some((one) => one.Column === column) ? column : importFieldName(column);
}

function describe(
  { Line: line, Name: name, Column, Value: value, Reason }: RowProblem,
  report: ImportReport,
) {
  // The command line shows the same reasons, and calls a row a line.
  const reason = Reason.replace(/\bline (?=\d)/g, 'row ');
  const where = name === '' ? say(importText.row, { line }) : say(importText.rowOf, { line, name });
  if (Column === null) return say(importText.wholeRow, { where, reason });
  const column = columnName(Column, report);
  return value === ''
    ? say(importText.emptyCell, { where, column, reason })
    : say(importText.cell, { where, column, value, reason });
}

function Correction({
  problem,
  column,
  index,
  isInline = false,
}: {
  problem: RowProblem;
  column: string | null;
  index: number;
  /** The field is beside the answers. */
  isInline?: boolean;
}) {
  const name = importFields.fix(index);
  // The server reads the fields `fix.0`, `fix.1` and so on, and stops at the first missing number. So a problem without
  // a column must have a field too. This field is empty.
  if (column === null) return <input type="hidden" name={name} value="" />;
  return (
    <div className={isInline ? 'flex max-w-sm grow basis-52 items-center gap-2' : ''}>
      {isInline && (
        <span aria-hidden="true" className="whitespace-nowrap text-ink-soft">
          {importText.correct}
        </span>
      )}
      <input type="hidden" name={`${name}.line`} value={problem.Line} />
      <input type="hidden" name={`${name}.column`} value={column} />
      <input type="hidden" name={`${name}.was`} value={problem.Value} />
      <input
        name={name}
        defaultValue={problem.Value}
        aria-label={say(importText.correction, { line: problem.Line, column })}
        autoComplete="off"
        className={`${fieldStyle} min-w-0 max-w-md`}
      />
    </div>
  );
}

/**
 * Returns the name of the file's column that has the problem. Some problems name only the field, not the column.
 * Returns null if the problem is not about one cell.
 */
function columnOf({ Column: column }: RowProblem, { Columns: columns }: ImportReport): string | null {
  const found = columns.find((one) => one.Column === column) ?? columns.find((one) => one.Target === column);
  return found?.Column ?? null;
}
