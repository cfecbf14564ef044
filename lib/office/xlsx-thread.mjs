// Receives rows. When the message is null, this thread makes a workbook of the rows and sends the file. The thread is
// separate, because the work would block the thread that answers requests.
import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';

const rows = [];

parentPort.on('message', async (part) => {
  if (part !== null) {
    for (const row of part) rows.push(row.map((value) => ({ type: String, value: withoutControls(value) })));
    return;
  }
  const file = new Uint8Array(await writeXlsxFile(rows, { sheet: workerData.sheet }).toBuffer());
  parentPort.postMessage(file, [file.buffer]);
});

/** XML 1.0 cannot contain these characters: a spreadsheet program would not open the file. */
function withoutControls(text) {
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').toWellFormed();
}
