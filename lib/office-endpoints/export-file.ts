/** The file is made in parts, so that no other request waits for the whole file. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { toCsvLines } from '@/lib/csv-line';
import type { ExportFormat } from '@/lib/membership-api/office-members';

export interface ExportFile {
  add(rows: readonly string[][]): void;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the thread that makes the file, even if the file is not finished. */
  close(): Promise<void>;
}

/** @param sheet the name of the sheet in a workbook */
export function openExportFile(format: ExportFormat, sheet: string): ExportFile {
  return format === 'csv' ? openCsv() : openXlsx(sheet);
}

function openCsv(): ExportFile {
  // Without a byte order mark, spreadsheet programs do not read the file as UTF-8.
  const parts = [Buffer.from('\uFEFF')];
  return {
    add: (rows) => void parts.push(Buffer.from(toCsvLines(rows))),
    finish: async () => new Uint8Array(Buffer.concat(parts)),
    close: async () => undefined,
  };
}

/** The library makes a workbook in one step, which takes seconds for 100,000 members, so this runs in a thread. */
function openXlsx(sheet: string): ExportFile {
  const thread = new Worker(new URL('./xlsx-thread.mjs', import.meta.url), { workerData: { sheet } });
  // This promise rejects if the thread has an error. `finish` awaits the promise after all rows are added.
  const made = once(thread, 'message');
  made.catch(() => undefined);
  return {
    add: (rows) => thread.postMessage(rows),
    async finish() {
      thread.postMessage(null);
      const [file]: unknown[] = await made;
      if (!(file instanceof Uint8Array)) throw new Error('The thread made no file');
      return new Uint8Array(file);
    },
    close: async () => void (await thread.terminate()),
  };
}
