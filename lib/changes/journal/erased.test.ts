import { beforeEach, expect, it } from 'vitest';
import { readChanges } from '@/lib/changes/journal/changes';
import { readDay } from '@/lib/store/day';
import { Journal, readJournalPosition, type JournalEntry } from '@/lib/store/journal';
import { readJournal } from '@/lib/store/journal-read';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { inWriteTransaction } from '@/lib/store/write-transaction';
import { deleteOldChanges } from './retention';
import { undoJournal } from './undo-journal';

let organisationId = 0;
let now = Date.UTC(2026, 5, 1);

describeUsualEngines('an erased member', (store) => {
  const options = () => {
    now += 1000;
    return { organisationId, clock: () => new Date(now), areaCentre: noAreaCentre, cause: testCause };
  };
  const rows = () => readJournal(store().members, organisationId, { after: 0, limit: 100 });
  const positionOf = async (kind: string, operation: string) =>
    (await rows()).find((row) => row.kind === kind && row.operation === operation)?.position ?? 0;
  const erase = (kind: JournalEntry['kind'], recordId: number) =>
    inWriteTransaction(store(), organisationId, async (db) => {
      const position = await readJournalPosition(db, organisationId);
      const journal = new Journal(db, { organisationId, now, cause: testCause, position });
      await journal.add([{ kind, recordId, operation: 'erased', changes: null }]);
      await journal.finish();
    });

  beforeEach(async () => {
    organisationId += 1;
    await withMembersWriter(store(), options(), async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      await writer.memberships.put(sampleMember(1));
    });
    await withMembersWriter(store(), options(), async (writer) => {
      await writer.memberships.remove([1]);
      await writer.persons.remove([1]);
    });
    await erase('membership', 1);
    await erase('person', 1);
  });

  it('is not brought back by an undo of what came before, even a forced one', async () => {
    for (const kind of ['membership', 'person']) {
      const position = await positionOf(kind, 'removed');
      const conflict = { kind, recordId: 1, field: null, reason: 'it has been erased since' };
      for (const isForced of [false, true]) {
        const result = await undoJournal(store(), options(), { of: { position }, isForced });
        expect(result).toMatchObject({ rows: 1, undone: 0, conflicts: [conflict] });
      }
    }
    for (const table of ['membership', 'person'] as const) {
      const left = store().members.selectFrom(table).select('id');
      expect(await left.where('organisation_id', '=', organisationId).execute()).toEqual([]);
    }
  });

  it('cannot be undone itself', async () => {
    const position = await positionOf('person', 'erased');
    const result = await undoJournal(store(), options(), { of: { position }, isForced: true });
    expect(result.conflicts).toMatchObject([{ reason: '"erased" cannot be undone' }]);
  });

  it('stays in the journal as a tombstone without values after the retention time', async () => {
    await deleteOldChanges(store(), { organisationId, before: new Date(now + 60_000) });
    expect(await rows()).toMatchObject([
      { kind: 'membership', operation: 'erased', changes: null },
      { kind: 'person', operation: 'erased', changes: null },
    ]);
  });

  it('is a tombstone for clients that follow the changes', async () => {
    const day = await readDay(store().members, organisationId, new Date(now));
    if (day === null) throw new Error('the organisation exists');
    const after = await positionOf('membership', 'created');
    const page = await readChanges(store().members, { day, seesAdminExtras: false, after, limit: 10 });
    expect(page?.changes.map(({ kind, id, operation }) => [kind, id, operation])).toEqual([
      ['membership', 1, 'erased'],
      ['person', 1, 'erased'],
    ]);
  });
});
