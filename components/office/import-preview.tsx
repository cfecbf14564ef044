import type { ReactNode } from 'react';
import { FactList } from '@/components/account/fact-list';
import type { ImportReport, ImportSettings, RowChange } from '@/lib/contract/office-imports';
import { extraTargets } from '@/lib/contract/import-choices';
import { lookUp } from '@/lib/base/look-up';
import { listings } from '@/lib/contract/words';
import { importText } from '@/lib/messages/office-import';
import { importPublicationText as text } from '@/lib/messages/office-pages';
import { say } from '@/lib/messages/say';
import { hasQuestions } from '@/lib/office-pages/import-form';
import { fieldName, showValue } from '@/lib/office-pages/show-change';
import { Notice } from '../ui/notice';
import { Tick } from '../ui/tick';
import { ImportQuestions } from './import-questions';
import { Panel } from './panel';

interface Props {
  report: ImportReport;
  settings: ImportSettings;
}

export function ImportPreview({ report, settings }: Props) {
  const { Problem: problem, Preview: preview, Read: read } = report;
  const isBlocked = hasQuestions(report);
  return (
    <>
      {problem !== null && (
        <Notice role="alert">
          <p className="font-medium">{importText.problemTitle}</p>
          <p>{lookUp(importText.problemText, problem.Code ?? '') ?? problem.Text}</p>
          {problem.Code === 'no-expiry' && (
            <Tick name="endless" value="yes">
              {importText.confirmEndless}
            </Tick>
          )}
        </Notice>
      )}
      {problem === null && settings.Endless && <input type="hidden" name="endless" value="yes" />}
      <ImportQuestions report={report} settings={settings}>
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
            <ImportPublication publication={preview.Publication} settings={settings} />
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
            <NewNames names={preview.NewNames} report={report} />
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
      </ImportQuestions>
    </>
  );
}

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

function NewNames({
  names: found,
  report: { Columns: columns, Groups: groups },
}: {
  names: NonNullable<ImportReport['Preview']>['NewNames'];
  report: ImportReport;
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
  const isAnswered = groups.some(({ Cause }) => Cause === 'new-name');
  return (
    <div>
      <p>
        {importText.newNames} {importText.mistypedNames[isAnswered ? 'here' : 'file']}
      </p>
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

interface ImportPublicationProps {
  publication: NonNullable<ImportReport['Preview']>['Publication'];
  settings: ImportSettings;
}

/** What the public will see of the file, and the choice to list nobody from it. */
function ImportPublication({ publication, settings }: ImportPublicationProps) {
  const others = listings
    .filter((name) => name !== 'public')
    .filter((name) => (publication?.Counts[name] ?? 0) > 0);
  return (
    <div className="grid gap-2">
      <h3 className="text-lg font-semibold">{text.title}</h3>
      {publication !== null && (
        <>
          <p className="font-medium">{say(text.added, { count: publication.Added })}</p>
          {publication.Added !== publication.Counts.public && (
            <p>{say(text.public, { count: publication.Counts.public ?? 0 })}</p>
          )}
          {others.length > 0 && (
            <>
              <p>{text.others}</p>
              <ul className="list-disc pl-5">
                {others.map((name) => (
                  <li key={name}>{say(text.listing[name], { count: publication.Counts[name] ?? 0 })}</li>
                ))}
              </ul>
            </>
          )}
          {publication.Examples.length > 0 && (
            <>
              <p>{text.examples}</p>
              <ul className="grid gap-3 lg:grid-cols-3">
                {publication.Examples.map(({ Name: name, Values: values }, index) => (
                  <li key={index} className="grid content-start gap-2 rounded-lg border border-line p-4">
                    <p className="font-semibold wrap-anywhere">{name}</p>
                    <FactList
                      facts={values.flatMap(({ Field, Value }) => (Value === name ? [] : [[Field, Value]]))}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <Tick name="listNobody" value="yes" isTicked={settings.ListNobody}>
        {text.listNobody}
      </Tick>
    </div>
  );
}
