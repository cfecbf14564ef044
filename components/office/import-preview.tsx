import type { ReactNode } from 'react';
import type {
  ImportReport,
  ImportSettings,
  RowChange,
  RowProblem,
} from '@/lib/membership-api/office-imports';
import { extraTargets, type ImportConfirmation } from '@/lib/membership-api/import-choices';
import { lookUp } from '@/lib/look-up';
import { importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import { importFields } from '@/lib/office/import-form';
import { fieldName, showValue } from '@/lib/office/show-change';
import { fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { Tick } from '../ui/tick';
import { Panel } from './panel';

interface Props {
  report: ImportReport;
  settings: ImportSettings;
}

export function ImportPreview({ report, settings }: Props) {
  const { Problem: problem, Preview: preview, Read: read, Questions: questions } = report;
  const counted = (confirm: Confirmed) => questions.filter(({ Confirm }) => Confirm === confirm);
  const isBlocked = questions.length > 0 || (report.Bad > 0 && !settings.SkipBad);
  // Each correction has its own number in the form. The page has several lists of corrections. Each list continues the
  // numbers of the list before it. For example, if the first list ends at 4, the second list begins at 5.
  const ofDoubts = report.Problems.length;
  const ofOtherPeople = ofDoubts + counted('doubts').length;
  const offset = {
    doubts: ofDoubts,
    otherPeople: ofOtherPeople,
    sharedNumbers: ofOtherPeople + counted('otherPeople').length,
  };
  return (
    <>
      {problem !== null && (
        <Notice role="alert">
          <p className="font-medium">{importText.problemTitle}</p>
          <p>{lookUp(importText.problemText, problem.Code ?? '') ?? problem.Text}</p>
          {problem.Code === 'no-expiry' && (
            <Tick name="confirm" value="endless">
              {importText.confirmEndless}
            </Tick>
          )}
        </Notice>
      )}
      {problem === null && settings.Confirmed.includes('endless') && (
        <input type="hidden" name="confirm" value="endless" />
      )}
      {preview !== null && (
        <Panel id="preview" title={importText.preview}>
          <p className="text-ink-soft">{say(importText.rows, { count: read })}</p>
          <dl className="flex flex-wrap gap-3">
            <Count label={importText.counts.Created} count={preview.Created} />
            <Count label={importText.counts.Updated} count={preview.Updated} />
            <Count label={importText.counts.Unchanged} count={preview.Unchanged} />
            {settings.Replace && <Count label={importText.counts.Removed} count={preview.Removed} />}
            {report.Bad > 0 && <Count label={importText.counts.Bad} count={report.Bad} />}
          </dl>
          {isBlocked && <p className="font-medium">{importText.blocked}</p>}
          {!isBlocked && preview.Created + preview.Updated + preview.Removed === 0 && (
            <p role="status">{importText.nothing}</p>
          )}
          <Rows title={importText.createdRows} rows={preview.CreatedRows} count={preview.Created} />
          <Rows title={importText.updatedRows} rows={preview.UpdatedRows} count={preview.Updated} />
          {settings.Replace && preview.Removed > 0 && (
            <>
              <Listed
                title={importText.removedRows}
                shown={preview.RemovedMembers.length}
                count={preview.Removed}
              >
                {preview.RemovedMembers.map(({ Number: number, Name: name }, index) => (
                  <li key={index} className="wrap-anywhere">
                    {name} <span className="text-ink-soft">{number}</span>
                  </li>
                ))}
              </Listed>
              <Tick name="removal" value="yes">
                {say(importText.confirmRemoval, { count: preview.Removed })}
              </Tick>
            </>
          )}
          <NewNames names={preview.NewNames} columns={report.Columns} />
          <Notes report={report} />
          {settings.Corrections.length > 0 && (
            <div>
              <p>{say(importText.corrections, { count: settings.Corrections.length })}</p>
              <Tick name="discard" value="yes">
                {importText.discard}
              </Tick>
            </div>
          )}
        </Panel>
      )}
      {report.Problems.length > 0 && (
        <Panel id="problems" title={importText.problems}>
          <p className="max-w-prose text-ink-soft">{importText.problemsIntro}</p>
          <Problems problems={report.Problems} count={report.ProblemCount} report={report} from={0} />
        </Panel>
      )}
      {(['doubts', 'otherPeople', 'sharedNumbers'] as const).map((kind) => {
        const found = counted(kind);
        const text = confirmedText[kind];
        if (found.length === 0) {
          return settings.Confirmed.includes(kind) ? (
            <input key={kind} type="hidden" name="confirm" value={kind} />
          ) : null;
        }
        return (
          <Panel key={kind} id={kind} title={text.title}>
            <p className="max-w-prose text-ink-soft">{text.intro}</p>
            <Problems
              problems={found}
              count={report.QuestionCounts[kind]}
              report={report}
              from={offset[kind]}
            />
            <Tick name="confirm" value={kind} isTicked={settings.Confirmed.includes(kind)}>
              {text.confirm}
            </Tick>
          </Panel>
        );
      })}
      {report.Doubtful.length > 0 && (
        <Panel id="doubtful" title={importText.doubtful}>
          <ul className="grid gap-1">
            {report.Doubtful.map((one, index) => (
              <li key={index} className="wrap-anywhere">
                {describe(one)} {one.Value !== '' && <q>{one.Value}</q>}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

type Confirmed = Exclude<ImportConfirmation, 'endless'>;

const confirmedText: Record<Confirmed, { title: string; intro: string; confirm: string }> = {
  doubts: {
    title: importText.doubts,
    intro: importText.doubtsIntro,
    confirm: importText.confirmDoubts,
  },
  otherPeople: {
    title: importText.otherPeople,
    intro: importText.otherPeopleIntro,
    confirm: importText.confirmOtherPeople,
  },
  sharedNumbers: {
    title: importText.sharedNumbers,
    intro: importText.sharedNumbersIntro,
    confirm: importText.confirmSharedNumbers,
  },
};

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div className="min-w-24 rounded-lg border border-line px-4 py-2">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-2xl font-semibold">{count.toLocaleString('en')}</dd>
    </div>
  );
}

function Listed({
  title,
  shown,
  count,
  children,
}: {
  title: string;
  shown: number;
  count: number;
  children: ReactNode;
}) {
  return (
    <details>
      <summary className="min-h-8 cursor-pointer py-1 font-medium">{title}</summary>
      {shown < count && <p className="text-ink-soft">{say(importText.only, { shown, count })}</p>}
      <ul className="mt-1 grid gap-2">{children}</ul>
    </details>
  );
}

function Rows({ title, rows, count }: { title: string; rows: readonly RowChange[]; count: number }) {
  if (rows.length === 0) return null;
  return (
    <Listed title={title} shown={rows.length} count={count}>
      {rows.map(({ Line: line, Name: name, Number: number, Values: values }) => (
        <li key={line} className="wrap-anywhere">
          {say(importText.rowOf, { line, name })} <span className="text-ink-soft">{number}</span>
          {values.length > 0 && (
            <ul className="pl-4 text-sm">
              {values.map(({ Field, Before, After }) => (
                <li key={Field}>
                  <span className="text-ink-soft">{fieldName(Field)}:</span> <del>{showValue(Before)}</del>{' '}
                  <span aria-hidden="true">→</span> <ins className="no-underline">{showValue(After)}</ins>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </Listed>
  );
}

function Problems({
  problems,
  count,
  report,
  from,
}: {
  problems: readonly RowProblem[];
  count: number;
  report: ImportReport;
  from: number;
}) {
  return (
    <>
      {problems.length < count && (
        <p className="text-ink-soft">{say(importText.only, { shown: problems.length, count })}</p>
      )}
      <ul className="grid gap-3">
        {problems
          .toSorted((one, other) => one.Line - other.Line)
          .map((one, index) => (
            <li key={index} className="grid gap-1 wrap-anywhere">
              <p>{describe(one)}</p>
              <Correction problem={one} column={columnOf(one, report)} index={from + index} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Correction({
  problem,
  column,
  index,
}: {
  problem: RowProblem;
  column: string | null;
  index: number;
}) {
  const name = importFields.fix(index);
  // The server reads the fields `fix.0`, `fix.1` and so on, and stops at the first missing number. So a problem without
  // a column must have a field too. This field is empty.
  if (column === null) return <input type="hidden" name={name} value="" />;
  return (
    <>
      <input type="hidden" name={`${name}.line`} value={problem.Line} />
      <input type="hidden" name={`${name}.column`} value={column} />
      <input type="hidden" name={`${name}.was`} value={problem.Value} />
      <input
        name={name}
        defaultValue={problem.Value}
        aria-label={say(importText.correction, { line: problem.Line, column })}
        autoComplete="off"
        className={`${fieldStyle} max-w-md`}
      />
    </>
  );
}

function describe({ Line: line, Column: column, Reason: reason }: RowProblem): string {
  return column === null
    ? say(importText.wholeRow, { line, reason })
    : say(importText.problem, { line, column, reason });
}

/**
 * Returns the name of the file's column that has the problem. Some problems name only the field, not the column.
 * Returns null if the problem is not about one cell.
 */
function columnOf({ Column: column }: RowProblem, { Columns: columns }: ImportReport): string | null {
  const found = columns.find((one) => one.Column === column) ?? columns.find((one) => one.Target === column);
  return found?.Column ?? null;
}

function NewNames({
  names: found,
  columns,
}: {
  names: NonNullable<ImportReport['Preview']>['NewNames'];
  columns: ImportReport['Columns'];
}) {
  const Extras = found.Extras.map((name) => {
    const isPublic = columns.find((one) => one.Column === name)?.Target === extraTargets.public;
    return say(importText.newQuestion[isPublic ? 'public' : 'private'], { name });
  });
  const names = { ...found, Extras };
  const kinds = (Object.keys(importText.newName) as (keyof typeof importText.newName)[]).filter(
    (kind) => names[kind].length > 0,
  );
  if (kinds.length === 0) return null;
  return (
    <div>
      <p>{importText.newNames}</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {kinds.map((kind) => (
          <li key={kind}>{say(importText.newName[kind], { names: names[kind].join(', ') })}</li>
        ))}
      </ul>
    </div>
  );
}

function Notes({ report }: { report: ImportReport }) {
  const notes = (Object.keys(importText.note) as (keyof typeof importText.note)[]).filter(
    (name) => report[name] > 0,
  );
  if (notes.length === 0) return null;
  return (
    <ul className="list-disc pl-5 text-ink-soft">
      {notes.map((name) => (
        <li key={name}>{say(importText.note[name], { count: report[name] })}</li>
      ))}
    </ul>
  );
}
