'use client';

import { useActionState, useState } from 'react';
import { importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import { startOfImportForm, type ImportFormState } from '@/lib/office-pages/import-form';
import { importPath } from '@/lib/office-pages/import-names';
import { buttonStyle } from '../ui/button';
import { TextArea } from '../ui/text-area';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';

interface Props {
  action: (state: ImportFormState, form: FormData) => Promise<ImportFormState>;
}

export function ImportUpload({ action }: Props) {
  const [{ turn, refusal }, send, isSending] = useActionState(action, startOfImportForm, importPath);
  const [bytes, setBytes] = useState(0);
  return (
    <form
      action={send}
      onSubmit={sendInPlace(send)}
      className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <FocusedNotice turn={turn}>
        <RefusalNotice refusal={refusal} />
      </FocusedNotice>
      <div className="grid gap-1">
        <label htmlFor="import-file" className="font-medium">
          {importText.file}
        </label>
        <p id="import-file-hint" className="text-sm text-ink-soft">
          {importText.fileHint}
        </p>
        <input
          id="import-file"
          name="file"
          type="file"
          onChange={({ target }) => setBytes(target.files?.[0]?.size ?? 0)}
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-describedby="import-file-hint"
          className="min-h-11 w-full rounded-lg border-2 border-dashed border-line-strong bg-surface px-3 py-6 text-ink file:mr-4 file:min-h-11 file:rounded-lg file:border file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-ink"
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor="import-cells" className="font-medium">
          {importText.paste}
        </label>
        <p id="import-cells-hint" className="text-sm text-ink-soft">
          {importText.pasteHint}
        </p>
        <TextArea
          id="import-cells"
          name="cells"
          rows={4}
          spellCheck={false}
          aria-describedby="import-cells-hint"
          className="font-mono text-sm"
        />
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {importText.upload}
        </button>
        <span role="status">
          {isSending && bytes > 0 && say(importText.sending, { kilobytes: Math.ceil(bytes / 1000) })}
        </span>
      </p>
    </form>
  );
}
