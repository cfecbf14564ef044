import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { boundsOf } from './archive-header';
import { openStreets } from './open-streets';
import { planExtract } from './plan-extract';
import { fromThisMachine, subiacoFile } from './streets.fixture';
import { prepareExtract, writeExtract } from './write-extract';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-extract-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a request has at most 1 MB, so that a slow connection makes progress within the time of a request', async () => {
  const streets = await openStreets(subiacoFile, fromThisMachine);
  const contents = Array.from({ length: 8 }, (_, at) => ({ offset: at * 300_000, length: 300_000 }));
  const plan = {
    ...(await planExtract(streets, [boundsOf(streets.header)])),
    contents,
    tileBytes: 2_400_000,
  };
  await streets.source.close();
  const read: number[] = [];
  const source = {
    ...streets.source,
    read: async (_: number, length: number) => {
      read.push(length);
      return Buffer.alloc(length);
    },
  };
  const shown: number[] = [];
  const file = join(folder, 'out.pmtiles');
  const prepared = prepareExtract(streets, plan);
  await writeExtract({ ...streets, source }, { plan, prepared, file, show: (bytes) => shown.push(bytes) });
  expect(read).toEqual([900_000, 900_000, 600_000]);
  expect(shown.at(-1)).toBe(prepared.size);
  expect(statSync(file).size).toBe(prepared.size);
});
