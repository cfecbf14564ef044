import { beforeEach, expect, it } from 'vitest';
import { readMemberRecords } from '@/lib/store/member-records';
import { readJournal } from '@/lib/store/journal-read';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  samplePerson,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { undoJournal } from './undo-journal';
import { withMembersWriter } from '@/lib/store/write';

let organisationId = 0;
let now = Date.UTC(2026, 5, 1);

describeEachEngine('undo', (store) => {
  const options = () => {
    now += 1000;
    return { organisationId, clock: () => new Date(now), areaCentre: noAreaCentre, cause: testCause };
  };
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(store(), options(), work);
  const newest = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 10_000 })).at(-1)?.position ?? 0;
  const undoAll = async (of: { runId: number } | { position: number }, isForced = false) =>
    undoJournal(store(), options(), { of, isForced });
  const undo = async (...of: Parameters<typeof undoAll>) => {
    const { rows, undone, conflicts } = await undoAll(...of);
    return { rows, undone, conflicts };
  };
  const member = async (id: number) =>
    (await readMemberRecords(store().members, organisationId, [id]))[0] ?? null;
  const importMembers = (count: number) =>
    write(async (writer) => {
      const run = { actor: testCause.actor, source: 'x.csv', fileHash: null, mapping: null };
      const runId = await writer.runs.start(run);
      await writer.structure.putCategories([{ id: 90, name: 'New', description: '' }]);
      for (let id = 1; id <= count; id += 1) {
        await writer.memberships.put(sampleMember(id, { categoryIds: [90] }, samplePerson({ id })));
      }
      return runId;
    });

  beforeEach(async () => {
    organisationId += 1;
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
  });

  it('restores the old values of a change as a new change', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2026-06-30' })));
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2027-06-30' })));
    const position = await newest();
    expect(await undo({ position })).toEqual({ rows: 1, undone: 1, conflicts: [] });
    expect((await member(1))?.membership.expiryDate).toBe('2026-06-30');
    const [row] = await readJournal(store().members, organisationId, { after: position, limit: 9 });
    expect(row?.changes).toEqual({ ExpiryDate: ['2027-06-30', '2026-06-30'] });
  });

  it('gives no seat to a person who was removed', async () => {
    await write(async (writer) => {
      await writer.persons.put(samplePerson({ id: 5 }));
      await writer.committees.put(5, [{ chapterId: null, startsOn: null, endsOn: null }]);
    });
    await write((writer) => writer.committees.put(5, []));
    const position = await newest();
    await write((writer) => writer.persons.remove([5]));
    const { undone, conflicts } = await undo({ position }, true);
    expect([undone, conflicts.map(({ reason }) => reason)]).toEqual([0, ['the person was removed']]);
  });

  it('keeps other people’s changes in other fields', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2026-06-30' })));
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2027-06-30' })));
    const position = await newest();
    await write((writer) =>
      writer.memberships.put(sampleMember(1, { expiryDate: '2027-06-30', membershipNumber: 'new' })),
    );
    await undo({ position });
    expect((await member(1))?.membership).toMatchObject({
      expiryDate: '2026-06-30',
      membershipNumber: 'new',
    });
  });

  it('refuses and names the field that somebody has changed since, unless forced', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2026-06-30' })));
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2027-06-30' })));
    const position = await newest();
    await write((writer) => writer.memberships.put(sampleMember(1, { expiryDate: '2028-06-30' })));
    const conflict = {
      kind: 'membership',
      recordId: 1,
      field: 'ExpiryDate',
      reason: 'it has changed since',
    };
    expect(await undo({ position })).toEqual({ rows: 1, undone: 0, conflicts: [conflict] });
    expect((await member(1))?.membership.expiryDate).toBe('2028-06-30');
    expect(await undo({ position }, true)).toEqual({ rows: 1, undone: 1, conflicts: [] });
    expect((await member(1))?.membership.expiryDate).toBe('2026-06-30');
  });

  it('restores a number that another member has got since, and reports it', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: '77' })));
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: '78' })));
    const position = await newest();
    await write((writer) => writer.memberships.put(sampleMember(2, { membershipNumber: '77' })));
    expect(await undoAll({ position })).toMatchObject({
      undone: 1,
      sharedNumbers: [{ number: '77', membershipIds: [1, 2] }],
    });
    expect((await member(1))?.membership.membershipNumber).toBe('77');
  });

  it('restores a removed membership with everything it had', async () => {
    const before = sampleMember(1, { locations: [sampleLocation()], categoryIds: [1, 2] });
    await write((writer) => writer.memberships.put(before));
    await write((writer) => writer.memberships.remove([1]));
    await undo({ position: await newest() });
    expect(await member(1)).toEqual(before);
  });

  it('restores a firm with its sub-memberships', async () => {
    const firm = sampleMember(1, { kind: 'corporate', typeId: 2 }, samplePerson({ id: 1 }));
    await write(async (writer) => {
      await writer.memberships.put(firm);
      await writer.memberships.put(sampleMember(2, { parentId: 1 }, samplePerson({ id: 2 })));
    });
    const before = await member(2);
    const run = await write(async (writer) => {
      const id = await writer.runs.start({
        actor: testCause.actor,
        source: '',
        fileHash: null,
        mapping: null,
      });
      await writer.memberships.remove([1]);
      return id;
    });
    expect((await undo({ runId: run })).conflicts).toEqual([]);
    expect(await member(1)).toEqual(firm);
    expect(await member(2)).toEqual(before);
  });

  it('removes what an import created: members, persons and categories', async () => {
    const runId = await importMembers(700);
    expect(await undo({ runId })).toEqual({ rows: 1401, undone: 1401, conflicts: [] });
    const left = async (table: 'membership' | 'person' | 'category') =>
      store()
        .members.selectFrom(table)
        .select('id')
        .where('organisation_id', '=', organisationId)
        .orderBy('id')
        .execute();
    expect(await left('membership')).toEqual([]);
    expect(await left('person')).toEqual([]);
    expect(await left('category')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('undoes an import completely or not at all', async () => {
    const runId = await importMembers(3);
    await write((writer) =>
      writer.memberships.put(sampleMember(9, { kind: 'corporate', typeId: 2 }, samplePerson({ id: 2 }))),
    );
    const { undone, conflicts } = await undo({ runId });
    expect(undone).toBe(0);
    expect(conflicts).toEqual([
      {
        kind: 'person',
        recordId: 2,
        field: null,
        reason: 'the person has a membership or a role that has been added since',
      },
    ]);
    expect(await member(1)).not.toBeNull();
  });

  it('refuses to remove what somebody has changed since it was created, and names the fields', async () => {
    const runId = await importMembers(2);
    await write(async (writer) => {
      const before = sampleMember(1, { categoryIds: [90] }, samplePerson({ id: 1 }));
      await writer.memberships.put({ ...before, person: { ...before.person, phone: '1' } });
      await writer.memberships.put(sampleMember(2, { categoryIds: [90], expiryDate: '2029-06-30' }));
      await writer.structure.putCategories([{ id: 90, name: 'Renamed', description: '' }]);
    });
    const changed = { field: null, reason: 'it has changed since' };
    const { undone, conflicts } = await undo({ runId });
    expect([undone, conflicts]).toEqual([
      0,
      [
        { ...changed, kind: 'membership', recordId: 2, field: 'ExpiryDate' },
        { ...changed, kind: 'person', recordId: 2, field: 'Email' },
        { ...changed, kind: 'person', recordId: 1, field: 'Phone' },
        { ...changed, kind: 'category', recordId: 90, field: 'Name' },
      ],
    ]);
    expect(await undoAll({ runId }, true)).toMatchObject({ conflicts: [], removedPersonIds: [2, 1] });
    expect(await member(1)).toBeNull();
  });

  it('names a membership that was changed since, and not its person', async () => {
    const runId = await importMembers(1);
    await write((writer) =>
      writer.memberships.put(sampleMember(1, { categoryIds: [] }, samplePerson({ id: 1 }))),
    );
    const { conflicts, removedPersonIds } = await undoAll({ runId });
    expect(conflicts.map(({ kind, field }) => [kind, field])).toEqual([['membership', 'Categories']]);
    expect(removedPersonIds).toEqual([]);
  });

  it('removes what was created if later changes were undone', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: 'A' })));
    const created = await newest();
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: 'B' })));
    await undo({ position: await newest() });
    expect((await undo({ position: created })).conflicts).toEqual([]);
    expect(await member(1)).toBeNull();
  });

  it('refuses to restore a sub-membership without its firm, even when forced, and restores it after the firm', async () => {
    await write(async (writer) => {
      await writer.memberships.put(sampleMember(1, { kind: 'corporate', typeId: 2 }));
      await writer.memberships.put(sampleMember(2, { parentId: 1 }));
    });
    const before = await member(2);
    await write((writer) => writer.memberships.remove([1, 2]));
    const firm = await newest();
    const part = firm - 1;
    const reason = 'it is part of corporate membership 1, which does not exist';
    const conflicts = [{ kind: 'membership', recordId: 2, field: 'ParentID', reason }];
    for (const isForced of [false, true]) {
      expect(await undo({ position: part }, isForced)).toEqual({ rows: 1, undone: 0, conflicts });
    }
    await undo({ position: firm });
    expect((await undo({ position: part })).conflicts).toEqual([]);
    expect(await member(2)).toEqual(before);
  });

  it('refuses to restore a value that no longer exists, such as a type', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { typeId: 3 })));
    await write((writer) => writer.memberships.put(sampleMember(1, { typeId: 1 })));
    const position = await newest();
    await write((writer) => writer.structure.remove('membership_type', 3));
    const reason = `it has the type 3, which organisation ${organisationId} does not have`;
    const conflicts = [{ kind: 'membership', recordId: 1, field: null, reason }];
    for (const isForced of [false, true]) {
      expect(await undo({ position }, isForced)).toEqual({ rows: 1, undone: 0, conflicts });
    }
  });

  it('finds nothing if there is no such run or position', async () => {
    expect(await undo({ runId: 99 })).toEqual({ rows: 0, undone: 0, conflicts: [] });
    expect(await undo({ position: 99 })).toEqual({ rows: 0, undone: 0, conflicts: [] });
  });

  it('restores the time of the last import from a site, and the demonstration flag', async () => {
    const source = 'https://site.example/api';
    await write((writer) => writer.marks.setDemonstration(true));
    await undo({ position: await newest() });
    await write((writer) => writer.marks.recordReading(source, new Date('2026-05-01T00:00:00Z')));
    await write((writer) => writer.marks.recordReading(source, new Date('2026-05-02T00:00:00Z')));
    await write((writer) => writer.marks.recordReading(source, new Date('2026-05-02T00:00:00Z')));
    const rows = (await readJournal(store().members, organisationId, { after: 0, limit: 100 })).filter(
      ({ kind }) => kind === 'mark',
    );
    const field = `ReadAt ${source}`;
    const [first, second] = ['2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'];
    expect(rows.map(({ changes }) => changes)).toEqual([
      { IsDemonstration: [false, true] },
      { IsDemonstration: [true, false] },
      { [field]: [null, first] },
      { [field]: [first, second] },
    ]);
    const readAt = async () => (await write((writer) => writer.marks.read())).readAt;
    await undo({ position: rows[3]?.position ?? 0 });
    expect(await readAt()).toEqual({ [source]: first });
    await undo({ position: rows[2]?.position ?? 0 });
    expect(await readAt()).toEqual({});
  });

  it('can itself be undone', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: 'A' })));
    await write((writer) => writer.memberships.put(sampleMember(1, { membershipNumber: 'B' })));
    await undo({ position: await newest() });
    await undo({ position: await newest() });
    expect((await member(1))?.membership.membershipNumber).toBe('B');
  });
});
