import { beforeEach, expect, it } from 'vitest';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import { readChanges } from '@/lib/changes/journal/changes';
import { readDay } from '@/lib/store/day';
import { readJournalPosition } from '@/lib/store/journal';
import { readJournal } from '@/lib/store/journal-read';
import type { MembersWriter } from '@/lib/store/members-writer';
import { removeOrganisation } from '@/lib/store/remove-organisation';
import { InUseError } from '@/lib/store/references-to';
import { readRole, readRoleHolders } from '@/lib/store/roles';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { mergePersons, planMerge } from './merge-persons';
import { grantRole, removeOfficers, revokeRole, type RoleChange } from './roles';

let organisationId = 700;
let now = Date.UTC(2026, 5, 1);

describeEachEngine('roles', (store) => {
  const options = () => {
    now += 1000;
    return { organisationId, clock: () => new Date(now), areaCentre: noAreaCentre, cause: testCause };
  };
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(store(), options(), work);
  const asked = (personId: number, role: RoleChange['role'], chapterIds: number[] = []): RoleChange => ({
    personId,
    role,
    chapterIds,
    isForced: false,
  });
  const grant = (...change: Parameters<typeof asked>) =>
    write((writer) => grantRole(writer, asked(...change)));
  const revoke = (change: RoleChange) => write((writer) => revokeRole(writer, change));
  const roleOf = async (personId: number) => {
    const { role, chapterIds } = await readRole(store().members, organisationId, personId);
    return chapterIds.length === 0 ? role : `${role} of ${chapterIds.join(', ')}`;
  };
  const rows = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 1000 })).filter(
      ({ kind }) => kind === 'role',
    );
  const undo = async (of: { runId: number } | { position: number }) =>
    undoJournal(store(), options(), { of, isForced: false });
  const merge = (from: number, into: number) =>
    write(async (writer) =>
      mergePersons(writer, await planMerge(writer, { from, into, keptMembershipId: into })),
    );

  beforeEach(async () => {
    organisationId += 1;
    await write(async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      for (const id of [1, 2, 3]) await writer.memberships.put(sampleMember(id, {}, { id }));
    });
  });

  it('nobody has a role by default', async () => {
    expect(await readRoleHolders(store().members, organisationId)).toEqual([]);
    expect(await roleOf(1)).toBeNull();
  });

  it('a grant replaces the role, and gives an officer a further chapter', async () => {
    await grant(1, 'officer', [2]);
    await grant(1, 'officer', [1]);
    expect(await roleOf(1)).toBe('officer of 1, 2');
    await grant(1, 'secretary');
    expect(await roleOf(1)).toBe('secretary');
    await grant(1, 'officer', [2]);
    expect(await roleOf(1)).toBe('officer of 2');
  });

  it('a revocation removes chapters, and ends the role with the last chapter', async () => {
    await grant(1, 'officer', [1, 2]);
    await revoke(asked(1, 'officer', [1]));
    expect(await roleOf(1)).toBe('officer of 2');
    await revoke(asked(1, 'officer', [2]));
    expect(await roleOf(1)).toBeNull();
  });

  it.each<[string, RoleChange, RegExp]>([
    ['an officer without a chapter', asked(1, 'officer'), /at least one chapter/],
    ['a chapter that does not exist', asked(1, 'officer', [9]), /no chapter 9/],
    ['a chapter of a secretary', asked(1, 'secretary', [1]), /Only an officer/],
    ['a person who does not exist', asked(99, 'owner'), /no person 99/],
  ])('refuses %s', async (_name, change, reason) => {
    await expect(write((writer) => grantRole(writer, change))).rejects.toThrow(reason);
    expect(await rows()).toEqual([]);
  });

  it('refuses to revoke a role or a chapter that the person does not have', async () => {
    await grant(1, 'officer', [1]);
    await expect(revoke(asked(1, 'reader'))).rejects.toThrow('Person 1 is not a reader');
    await expect(revoke(asked(1, 'officer', [2]))).rejects.toThrow('Person 1 is not an officer of chapter 2');
    expect(await roleOf(1)).toBe('officer of 1');
  });

  it('keeps the last owner, whether the role is revoked or replaced, unless forced', async () => {
    await grant(1, 'owner');
    const only = /the only owner/;
    await expect(revoke(asked(1, 'owner'))).rejects.toThrow(only);
    await expect(grant(1, 'reader')).rejects.toThrow(only);
    await grant(2, 'owner');
    await revoke(asked(1, 'owner'));
    await expect(revoke(asked(2, 'owner'))).rejects.toThrow(only);
    await revoke({ ...asked(2, 'owner'), isForced: true });
    expect(await roleOf(2)).toBeNull();
  });

  it('if two owners revoke each other’s role at the same time, one of them stays an owner', async () => {
    await grant(1, 'owner');
    await grant(2, 'owner');
    const both = await Promise.allSettled([revoke(asked(1, 'owner')), revoke(asked(2, 'owner'))]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readRoleHolders(store().members, organisationId)).toHaveLength(1);
  });

  it('every change has a journal row that an undo restores, and that clients do not see', async () => {
    const day = await readDay(store().members, organisationId, new Date(now));
    if (day === null) throw new Error('the organisation is stored');
    const after = await readJournalPosition(store().members, organisationId);
    await grant(1, 'officer', [1]);
    await grant(1, 'officer', [2]);
    const [first, second] = await rows();
    expect([first?.changes, second?.changes]).toEqual([
      { Role: [null, 'officer'], Chapters: [[], ['1']] },
      { Chapters: [['1'], ['1', '2']] },
    ]);
    const question = { day, seesAdminExtras: true, after, limit: 10 };
    expect(await readChanges(store().members, question)).toMatchObject({
      changes: [],
      next: second?.position,
    });
    await undo({ position: second?.position ?? 0 });
    expect(await roleOf(1)).toBe('officer of 1');
    await undo({ position: first?.position ?? 0 });
    expect(await roleOf(1)).toBeNull();
  });

  it('an undo restores neither a chapter that was removed since, nor the role of a removed person', async () => {
    await grant(1, 'officer', [2]);
    await revoke(asked(1, 'officer'));
    const revoked = (await rows()).at(-1)?.position ?? 0;
    await write((writer) => writer.structure.remove('chapter', 2));
    expect((await undo({ position: revoked })).conflicts[0]?.reason).toBe('chapter 2 was removed');
    await grant(3, 'reader');
    await revoke(asked(3, 'reader'));
    await write(async (writer) => {
      await writer.memberships.remove([3]);
      await writer.persons.remove([3]);
    });
    const last = (await rows()).at(-1)?.position ?? 0;
    expect((await undo({ position: last })).conflicts[0]?.reason).toBe('the person was removed');
  });

  it.each<[string, RoleChange | null, RoleChange | null, string | null]>([
    ['an owner into nobody', asked(1, 'owner'), null, 'owner'],
    ['nobody into a secretary', null, asked(2, 'secretary'), 'secretary'],
    ['an owner into a reader', asked(1, 'owner'), asked(2, 'reader'), 'owner'],
    ['a reader into an officer', asked(1, 'reader'), asked(2, 'officer', [1]), 'officer of 1'],
    ['an officer into an officer', asked(1, 'officer', [2]), asked(2, 'officer', [1]), 'officer of 1, 2'],
  ])(
    'a merge of %s keeps the more powerful role, and an undo separates them',
    async (_n, from, into, both) => {
      for (const change of [from, into]) {
        if (change !== null) await write((writer) => grantRole(writer, change));
      }
      const before = await readRoleHolders(store().members, organisationId);
      const runId = await merge(1, 2);
      expect(await roleOf(2)).toBe(both);
      expect(await readRoleHolders(store().members, organisationId)).toHaveLength(1);
      // Person 1 was merged into person 2, so the ID 1 is an alias.
      await write((writer) => revokeRole(writer, { ...asked(1, 'owner'), ...forced(both) }));
      expect(await readRoleHolders(store().members, organisationId)).toEqual([]);
      await undo({ position: (await rows()).at(-1)?.position ?? 0 });
      expect((await undo({ runId })).conflicts).toEqual([]);
      expect(await readRoleHolders(store().members, organisationId)).toEqual(before);
    },
  );

  it('a person with a role needs no membership, and is not removed with the people without one', async () => {
    await grant(1, 'reader');
    await write((writer) => writer.memberships.remove([1, 2]));
    expect(await write((writer) => writer.peopleWithoutMembership())).toEqual([2]);
    expect(await write((writer) => writer.persons.remove([1, 2]))).toBe(1);
    expect(await roleOf(1)).toBe('reader');
  });

  it('a person with a committee seat is not removed either, until the seat ends', async () => {
    const seat = (endsOn: string | null) => [{ chapterId: null, startsOn: null, endsOn }];
    await write(async (writer) => {
      await writer.memberships.remove([1, 2, 3]);
      await writer.committees.put(1, seat(null));
      // The first seat ends on the day of the test, the second one day earlier.
      await writer.committees.put(2, seat('2026-06-01'));
      await writer.committees.put(3, seat('2026-05-31'));
    });
    expect(await write((writer) => writer.peopleWithoutMembership())).toEqual([3]);
  });

  it('a chapter with an officer cannot be removed until the officer has lost it', async () => {
    await grant(1, 'officer', [1, 2]);
    await grant(2, 'officer', [2]);
    await expect(write((writer) => writer.structure.remove('chapter', 2))).rejects.toThrow(InUseError);
    await write(async (writer) => {
      await removeOfficers(writer, 2);
      await writer.structure.remove('chapter', 2);
    });
    expect([await roleOf(1), await roleOf(2)]).toEqual(['officer of 1', null]);
  });

  it('the removal of an organisation removes its roles and leaves those of others', async () => {
    await grant(1, 'officer', [1]);
    const removed = organisationId;
    organisationId += 1;
    await write(async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      await writer.memberships.put(sampleMember(1, {}, { id: 1 }));
    });
    await grant(1, 'owner');
    await removeOrganisation(store(), removed);
    expect(await readRoleHolders(store().members, removed)).toEqual([]);
    const left = await store()
      .members.selectFrom('role_chapter')
      .select('person_id')
      .where('organisation_id', '=', removed)
      .execute();
    expect(left).toEqual([]);
    expect(await roleOf(1)).toBe('owner');
  });
});

function forced(role: string | null): Partial<RoleChange> {
  // The text begins with the role, such as "officer of 1, 2".
  return { role: (role ?? '').split(' ')[0] as RoleChange['role'], isForced: true };
}
