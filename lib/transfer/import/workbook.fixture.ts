import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeWorkbook, type TestCell } from './write-workbook.fixture';

/**
 * Writes a workbook with one sheet into a folder of this test.
 * @returns the path
 */
export async function testWorkbook(rows: TestCell[][]): Promise<string> {
  const path = join(testFolder(), 'members.xlsx');
  await writeWorkbook(path, [['Sheet1', rows]]);
  return path;
}

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-workbook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
