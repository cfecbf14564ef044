/** The content of an export. It is made in parts, so that no other request has to wait for the whole file. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { toCsvLines } from '@/lib/csv-line';
import type { ExportFormat } from '@/lib/membership-api/office-members';

export interface ExportFile {
  /** Adds rows of cells at the end. */
  add(rows: readonly string[][]): void;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the thread that makes the file, if there is one, whether or not the file is finished. */
  close(): Promise<void>;
}

/** @param sheet the name of the sheet in a workbook */
export function openExportFile(format: ExportFormat, sheet: string): ExportFile {
  return format === 'csv' ? openCsv() : openXlsx(sheet);
}

function openCsv(): ExportFile {
  // The byte order mark tells spreadsheet programs that the file is UTF-8. Without it they use an older encoding.
  const parts = [Buffer.from('\uFEFF')];
  return {
    add: (rows) => void parts.push(Buffer.from(toCsvLines(rows))),
    finish: async () => new Uint8Array(Buffer.concat(parts)),
    close: async () => undefined,
  };
}

/** The library makes a workbook in one step, which takes seconds for 100,000 members. A thread does it. */
function openXlsx(sheet: string): ExportFile {
  const thread = new Worker(new URL('./xlsx-thread.mjs', import.meta.url), { workerData: { sheet } });
  // This promise rejects if the thread has an error. It is awaited only after all rows are added.
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
