import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readRememberedColumns, rememberColumns } from './remembered-columns';

it('the columns that an association matched are matched in its next file, and in nobody else’s', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-columns-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const header = ['Grade', 'Instrument', 'Notes'];
  expect(readRememberedColumns(dataDir, 7, header)).toEqual([]);
  rememberColumns(dataDir, 7, [
    { Column: 'Grade', Target: 'MembershipType' },
    { Column: 'Instrument', Target: 'Extra' },
  ]);
  rememberColumns(dataDir, 7, [{ Column: 'instrument', Target: 'SearchableExtra' }]);
  expect(readRememberedColumns(dataDir, 7, header)).toEqual([
    { Column: 'Grade', Target: 'MembershipType' },
    { Column: 'Instrument', Target: 'SearchableExtra' },
  ]);
  expect(readRememberedColumns(dataDir, 8, header)).toEqual([]);
});
