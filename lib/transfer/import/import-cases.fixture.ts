import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@/lib/store/database';
import { readMemberRecords, readMembershipIds } from '@/lib/store/member-records';
import { byCommand } from '@/lib/store/journal';
import { detectTable } from './detect-table';
import type { ImportContext } from './import-context';
import { importFile, type ImportRequest, type ImportResult } from './import-file';

/** Lines of a file, or its bytes. */
export type Content = string[] | Uint8Array;

/** The request for an import into a new organisation. Memberships without an expiry date need no confirmation. */
export const blankRequest: Omit<ImportRequest, 'path' | 'organisationId'> = {
  create: { name: 'Test Association', timeZone: null, country: null, currency: null },
  table: { encoding: null, headerLine: 1 },
  mapping: { map: [], set: [], extras: [] },
  values: { dateOrder: null, separators: ';|' },
  searchableExtras: [],
  places: null,
  skipsBad: false,
  isDryRun: false,
  replaces: false,
  confirmedRemovals: null,
  source: 'file',
  accepts: { doubts: false, otherPeople: false, sharedNumbers: false, endless: true },
};

/** `at`: the time of the write. */
export async function importContent(
  store: Store,
  organisationId: number,
  content: Content,
  differs: Partial<ImportRequest> = {},
  at = new Date('2026-03-02T01:00:00Z'),
  context: Pick<ImportContext, 'onBadRows' | 'onProgress'> = {},
): Promise<ImportResult> {
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-import-'));
  const path = join(folder, 'members.csv');
  writeFileSync(path, content instanceof Uint8Array ? content : `${content.join('\n')}\n`);
  try {
    const mapping = differs.mapping ?? blankRequest.mapping;
    const table = await detectTable(path, { ...blankRequest.table, mapping, country: null });
    const request = { ...blankRequest, table, organisationId, path, ...differs };
    return await importFile(request, {
      store,
      clock: () => at,
      areaCentre: () => null,
      cause: byCommand('import'),
      ...context,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function storedMembers(store: Store, organisationId: number) {
  const ids = await readMembershipIds(store.members, organisationId);
  return readMemberRecords(store.members, organisationId, ids);
}

/** Everything that a list of members may depend on. If it is the same before and after, nothing has changed. */
export async function modificationState(store: Store, organisationId: number) {
  const { version } = await store.members
    .selectFrom('organisation')
    .select('version')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const modified = await store.members
    .selectFrom('membership')
    .select(['id', 'modified_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
  return { version, modified };
}
