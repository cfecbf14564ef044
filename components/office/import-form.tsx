'use client';

import { useActionState, type ReactNode } from 'react';
import { dateOrders, delimiters, encodings, extraTargets } from '@/lib/contract/import-choices';
import type { ImportSettings, OfficeImport } from '@/lib/contract/office-imports';
import { importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import {
  commonFields,
  countUnanswered,
  hasQuestions,
  importFields,
  shown,
  startOfImportForm,
  type ImportFormState,
} from '@/lib/office-pages/import-form';
import { importFieldName } from '@/lib/office-pages/import-names';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { FocusedNotice } from './focused-notice';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';

interface Props {
  action: (state: ImportFormState, form: FormData) => Promise<ImportFormState>;
  remove: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
  path: string;
  found: OfficeImport;
  /** The preview of the changes, with the fields that correct and confirm them. */
  children: ReactNode;
}

/**
 * The file's format, its columns and the preview are one form, because any change in the form makes the server check
 * the whole file again.
 */
export function ImportForm({ action, remove, path, found, children }: Props) {
  const [state, send, isSending] = useActionState(action, startOfImportForm, path);
  const [removal, sendRemoval] = useActionState(remove, null);
  const { Report: report, ID: id } = found;
  const settings = shown(found.Settings, report);
  const table = report?.Table ?? null;
  const mayRun = report !== null && isReady(report);
  const unanswered = report === null ? 0 : countUnanswered(report);
  const hasProblem = report === null || report.Problem !== null;
  return (
    <>
      <form action={send} onSubmit={sendInPlace(send)} noValidate className="grid gap-6">
        <input type="hidden" name="import" value={id} />
        <input type="hidden" name="corrections" value={JSON.stringify(settings.Corrections)} />
        <FocusedNotice turn={state.turn}>
          <RefusalNotice refusal={state.refusal} />
        </FocusedNotice>
        {/* The old result must not look like the new one. */}
        <div className={isSending ? 'hidden' : 'grid gap-6'}>{children}</div>
        {report !== null && report.Columns.length > 0 && (
          <Columns report={report} settings={settings} isOpen={hasProblem} />
        )}
        <Panel id="values" title={importText.values}>
          <p className="max-w-prose text-ink-soft">{importText.valuesIntro}</p>
          <div className="grid gap-4 sm:grid-cols-3">
            {commonFields.map((field) => (
              <Labelled key={field} id={`import-${field}`} label={importText.value[field]}>
                <input
                  id={`import-${field}`}
                  name={importFields.value(field)}
                  defaultValue={settings.Values.find(({ Field }) => Field === field)?.Value ?? ''}
                  autoComplete="off"
                  className={fieldStyle}
                />
              </Labelled>
            ))}
          </div>
          <Tick name="place" isTicked={settings.Place}>
            {importText.place}
          </Tick>
          <Tick name="skipBad" isTicked={settings.SkipBad}>
            {importText.skipBad}
          </Tick>
          <Tick name="replace" isTicked={settings.Replace}>
            {importText.replace}
          </Tick>
        </Panel>
        <Folded title={importText.howRead} isOpen={hasProblem || (table?.EncodingWords.length ?? 0) > 0}>
          <p className="max-w-prose text-ink-soft">{importText.howReadIntro}</p>
          {table !== null && table.EncodingWords.length > 0 && (
            <p className="max-w-prose">
              {say(importText.guessedEncoding, { words: table.EncodingWords.join(', ') })}
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {table !== null && table.Sheets.length > 0 ? (
              <Choice
                name="sheet"
                label={importText.sheet}
                value={settings.Sheet}
                options={table.Sheets.map((sheet) => [sheet, sheet])}
              />
            ) : (
              <>
                <Choice
                  name="encoding"
                  label={importText.encoding}
                  value={settings.Encoding}
                  options={encodings.map((one) => [one, importText.encodings[one]])}
                />
                <Choice
                  name="delimiter"
                  label={importText.delimiter}
                  value={settings.Delimiter}
                  options={delimiters.map((one) => [one, importText.delimiters[one]])}
                />
              </>
            )}
            <Labelled id="import-headerLine" label={importText.headerLine}>
              <input
                id="import-headerLine"
                name="headerLine"
                inputMode="numeric"
                defaultValue={settings.HeaderLine ?? ''}
                className={fieldStyle}
              />
            </Labelled>
            <Choice
              name="dateOrder"
              label={importText.dateOrder}
              value={settings.DateOrder}
              options={dateOrders.map((one) => [one, importText.dateOrders[one]])}
            />
            <Labelled id="import-separators" label={importText.separators}>
              <input
                id="import-separators"
                name="separators"
                defaultValue={settings.Separators}
                className={fieldStyle}
              />
            </Labelled>
            <Labelled id="import-source" label={importText.source} hint={importText.sourceHint}>
              <input
                id="import-source"
                name="source"
                defaultValue={settings.Source}
                aria-describedby="import-source-hint"
                className={fieldStyle}
              />
            </Labelled>
          </div>
        </Folded>
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-canvas px-4 py-3">
          {isSending ? (
            <p role="status">{importText.working}</p>
          ) : (
            <>
              {mayRun && (
                <button type="submit" name="intent" value="run" className={buttonStyle('main')}>
                  {importText.run}
                </button>
              )}
              <button
                type="submit"
                name="intent"
                value="check"
                className={buttonStyle(mayRun ? 'quiet' : 'main')}
              >
                {importText.check}
              </button>
              {unanswered > 0 && (
                <a href="#questions" className="text-accent underline">
                  {say(importText.unanswered, { count: unanswered })}
                </a>
              )}
            </>
          )}
        </div>
      </form>
      <form action={sendRemoval} className="grid gap-3">
        <RefusalNotice refusal={removal} />
        <input type="hidden" name="import" value={id} />
        <p className="flex flex-wrap items-center gap-3">
          <button type="submit" className={buttonStyle('quiet')}>
            {importText.remove}
          </button>
          <span className="text-ink-soft">{importText.removedWhen}</span>
        </p>
      </form>
    </>
  );
}

type Report = NonNullable<OfficeImport['Report']>;

/** Whether the import is possible and would change something. */
function isReady(report: Report): boolean {
  const { Problem, Preview } = report;
  if (Problem !== null || Preview === null || hasQuestions(report)) return false;
  return Preview.Created + Preview.Updated + Preview.Removed > 0;
}

function Folded({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="rounded-xl border border-line bg-surface px-4 py-2 sm:px-5">
      <summary className="min-h-8 cursor-pointer py-1 text-lg font-semibold wrap-anywhere">{title}</summary>
      <div className="grid gap-3 py-2">{children}</div>
    </details>
  );
}

function Columns({
  report,
  settings,
  isOpen,
}: {
  report: Report;
  settings: ImportSettings;
  isOpen: boolean;
}) {
  const used = settings.Columns.filter(({ Target }) => Target !== extraTargets.none).length;
  return (
    <Folded title={say(importText.columnsSummary, { used, total: report.Columns.length })} isOpen={isOpen}>
      <p className="max-w-prose text-ink-soft">{importText.columnsIntro}</p>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {report.Columns.map(({ Column, Samples, Content, Audience }, index) => (
          <li key={index} className="grid content-start gap-1">
            <label htmlFor={`import-column-${index}`} className="font-medium wrap-anywhere">
              {Column === '' ? '–' : Column}
            </label>
            <p className="truncate text-sm text-ink-soft">{Samples.join(' · ') || Content || ' '}</p>
            <input type="hidden" name={importFields.column(index)} value={Column} />
            <select
              id={`import-column-${index}`}
              name={importFields.target(index)}
              defaultValue={settings.Columns[index]?.Target ?? extraTargets.none}
              className={fieldStyle}
            >
              <option value={extraTargets.none}>{importText.leftOutColumn}</option>
              {Audience === null ? (
                <>
                  <option value={extraTargets.private}>{importText.privateExtra}</option>
                  <option value={extraTargets.public}>{importText.publicExtra}</option>
                </>
              ) : (
                <option value={storedTarget(settings.Columns[index]?.Target)}>
                  {importText.storedExtra[Audience]}
                </option>
              )}
              {report.Fields.map((field) => (
                <option key={field} value={field}>
                  {importFieldName(field)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </Folded>
  );
}

/** A stored question has one option, which must also be selected if the file was sent with the other target. */
function storedTarget(target: string | undefined): string {
  return target === extraTargets.public ? extraTargets.public : extraTargets.private;
}

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string | null;
  options: readonly (readonly [value: string, text: string])[];
}) {
  return (
    <Labelled id={`import-${name}`} label={label}>
      <select id={`import-${name}`} name={name} defaultValue={value ?? ''} className={fieldStyle}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Labelled({
  id,
  label,
  hint,
  children,
}: {
  id: string;
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}
