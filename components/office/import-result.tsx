'use client';

import { useActionState } from 'react';
import type { ImportReport } from '@/lib/contract/office-imports';
import { doImportedText, importedText, importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import type { ImportedList } from '@/lib/office-pages/read-imported';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { importPath } from '@/lib/office-pages/import-names';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';

interface Props {
  id: string;
  report: ImportReport;
  /** Who was created, who is public, and what is left to do. */
  imported: readonly ImportedList[];
  remove: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

export function ImportResult({ id, report, imported, remove }: Props) {
  const [refusal, send, isSending] = useActionState(remove, null);
  const { Preview: preview, Bad: bad, RunID: run } = report;
  const hasChanges = preview !== null && preview.Created + preview.Updated + preview.Removed > 0;
  return (
    <Panel id="result" title={importText.done}>
      <RefusalNotice refusal={refusal} />
      {preview !== null && (
        <p role="status">
          {say(importText.result, {
            created: preview.Created,
            updated: preview.Updated,
            unchanged: preview.Unchanged,
            removed: preview.Removed,
          })}{' '}
          {bad > 0 && say(importText.leftOut, { count: bad })}
        </p>
      )}
      {imported.length > 0 && (
        <>
          <h3 className="font-semibold">{doImportedText.next}</h3>
          <ul className="grid gap-1">
            {imported.map(({ text, count, href, doIt }) => (
              <li key={text} className="flex flex-wrap gap-x-4">
                <a href={href} className="inline-block py-1 text-accent underline">
                  {say(importedText[text], { count })}
                </a>
                {doIt !== null && (
                  <a href={doIt.href} className="inline-block py-1 text-accent underline">
                    {doImportedText[doIt.what]}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="flex flex-wrap gap-3">
        {run !== null && hasChanges && (
          <>
            <a href={`/office/journal?Run=${run}`} className={buttonStyle('quiet')}>
              {importText.showChanges}
            </a>
            <a href={`/office/journal/undo?Run=${run}`} className={buttonStyle('quiet')}>
              {importText.undo}
            </a>
          </>
        )}
        <a href={importPath} className={buttonStyle('quiet')}>
          {importText.another}
        </a>
      </p>
      <form action={send} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="import" value={id} />
        <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
          {importText.remove}
        </button>
        <span className="text-ink-soft">{importText.removedWhen}</span>
      </form>
    </Panel>
  );
}
