/**
 * One measured run of bench/import.ts: `tsx bench/import-worker.ts WORK FILE [DATA_DIR ORGANISATION]`. It imports into
 * a new database unless DATA_DIR is given, and prints a line of JSON.
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parse } from 'csv-parse';
import { blankRequest } from '@/lib/transfer/import/import-cases.fixture';
import { importFile } from '@/lib/transfer/import/import-file';
import { openStore } from '@/lib/store/database';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { byCommand } from '@/lib/store/journal';
import { timed } from './timed';

// The chapterhouse command sets this flag too.
setFlagsFromString('--heap-growing-percent=20');
const [, , work = '', file = '', given, organisation = '1'] = process.argv;
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  if (given === undefined) rmSync(dataDir, { recursive: true });
}

async function measure() {
  if (work === 'csv-parse') return timed(readOnly);
  const database = work === 'postgres' ? await createTestDatabase(process.env.TEST_POSTGRES_URL ?? '') : null;
  const store = await openStore({ dataDir, postgresUrl: database?.url ?? null });
  try {
    return await timed(() => importInto(store));
  } finally {
    await store.close();
    await database?.remove();
  }
}

async function readOnly(): Promise<number> {
  let rows = 0;
  for await (const record of createReadStream(file).pipe(parse({ columns: true }))) rows += record ? 1 : 0;
  return rows;
}

async function importInto(store: Awaited<ReturnType<typeof openStore>>): Promise<number> {
  const request = {
    ...blankRequest,
    path: file,
    organisationId: Number(organisation),
    mapping: { map: [], set: [], extras: [] },
  };
  const result = await importFile(request, {
    store,
    clock: () => new Date(),
    areaCentre: () => null,
    cause: byCommand('import'),
  });
  if (result.created !== result.read)
    throw new Error(`only ${result.created} of ${result.read} rows came in`);
  return result.read;
}
