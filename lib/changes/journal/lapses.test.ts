import { beforeEach, expect, it } from 'vitest';
import { readJournal } from '@/lib/store/journal-read';
import { deleteOldChanges, findCleanable } from './retention';
import { findWaitingLapses, recordLapses } from './lapses';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  samplePerson,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

let organisationId = 0;

describeEachEngine('the clock', (store) => {
  // Melbourne is ten hours ahead of UTC in June.
  const melbourne = (text: string) => new Date(`${text}+10:00`);
  const put = (id: number, expiryDate: string | null, isApproved = true) =>
    withMembersWriter(
      store(),
      {
        organisationId,
        clock: () => melbourne('2026-06-01T09:00'),
        areaCentre: noAreaCentre,
        cause: testCause,
      },
      (writer) => writer.memberships.put(sampleMember(id, { expiryDate, isApproved }, samplePerson({ id }))),
    );
  const tick = (now: Date, isConfirmed = false) =>
    recordLapses(store(), { organisationId, now, isConfirmed });
  const lapsed = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 1000 }))
      .filter(({ operation }) => operation === 'lapsed')
      .map(({ recordId }) => recordId);
  const waiting = async (now: Date) =>
    (await findWaitingLapses(store(), now)).find((one) => one.organisationId === organisationId);

  beforeEach(async () => {
    organisationId += 1;
    await withMembersWriter(
      store(),
      {
        organisationId,
        clock: () => melbourne('2026-06-01T09:00'),
        areaCentre: noAreaCentre,
        cause: testCause,
      },
      (writer) => putSampleStructure(writer, { id: organisationId }),
    );
    await put(1, '2026-06-10');
    await put(2, '2026-06-11');
    await put(3, '2026-05-01');
    await put(4, null);
    await put(5, '2026-06-10', false);
    await tick(melbourne('2026-06-10T12:00'));
  });

  it('records no membership that ended before the journal began', async () => {
    expect(await lapsed()).toEqual([]);
  });

  it('records a membership after its last day in the association’s time zone, and not before', async () => {
    await tick(melbourne('2026-06-10T23:59:59'));
    expect(await lapsed()).toEqual([]);
    await tick(melbourne('2026-06-11T00:00:00'));
    expect(await lapsed()).toEqual([1]);
  });

  it('records each once, even if two processes check at the same time', async () => {
    const now = melbourne('2026-06-11T00:00:10');
    const counts = await Promise.all([tick(now), tick(now), tick(now)]);
    expect(counts.sort()).toEqual([0, 0, 1]);
    await tick(now);
    expect(await lapsed()).toEqual([1]);
  });

  it('records all memberships that ended while it was not running', async () => {
    await tick(melbourne('2026-06-14T08:00'));
    expect(await lapsed()).toEqual([1, 2]);
  });

  it('waits for confirmation if the clock jumps by more than 31 days', async () => {
    const now = melbourne('2026-07-12T08:00');
    expect(await waiting(melbourne('2026-07-11T08:00'))).toMatchObject({ needsConfirmation: false });
    expect(await waiting(now)).toMatchObject({ from: '2026-06-09', needsConfirmation: true });
    expect(await tick(now)).toBe(0);
    expect(await tick(now, true)).toBe(2);
    expect(await waiting(now)).toBeUndefined();
  });

  it('waits for confirmation if the clock is set back by more than 31 days, and then records again', async () => {
    await tick(melbourne('2099-01-01T08:00'), true);
    const now = melbourne('2026-06-20T08:00');
    expect(await waiting(now)).toMatchObject({ from: '2098-12-31', needsConfirmation: true });
    expect(await tick(now)).toBe(0);
    expect(await tick(now, true)).toBe(0);
    expect(await waiting(now)).toBeUndefined();
    await put(6, '2026-06-20');
    expect(await tick(melbourne('2026-06-21T08:00'))).toBe(1);
    expect((await lapsed()).at(-1)).toBe(6);
  });

  it('deletes no old changes until a jump is confirmed', async () => {
    const isCleanable = async (now: Date) => (await findCleanable(store(), now)).includes(organisationId);
    const later = melbourne('2099-01-01T08:00');
    expect([await isCleanable(melbourne('2026-06-11T08:00')), await isCleanable(later)]).toEqual([
      true,
      false,
    ]);
    await tick(later, true);
    expect([await isCleanable(melbourne('2026-06-11T08:00')), await isCleanable(later)]).toEqual([
      false,
      true,
    ]);
  });

  it('records nothing twice if the clock is set back', async () => {
    await tick(melbourne('2026-06-14T08:00'));
    await tick(melbourne('2026-06-10T08:00'));
    await tick(melbourne('2026-06-14T08:00'));
    expect(await lapsed()).toEqual([1, 2]);
  });

  it('does not change the modification time of the member', async () => {
    const modified = () =>
      store()
        .members.selectFrom('membership')
        .select('modified_at')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
    const before = await modified();
    await tick(melbourne('2026-06-11T00:00:00'));
    expect(await modified()).toEqual(before);
  });

  it('allows old changes to be deleted, and records the last deleted position', async () => {
    await tick(melbourne('2026-06-11T00:00:00'));
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const last = rows.at(-2);
    expect(await deleteOldChanges(store(), { organisationId, before: melbourne('2026-06-10T12:00') })).toBe(
      rows.length - 1,
    );
    const left = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    expect(left).toEqual(rows.slice(-1));
    const state = await store()
      .members.selectFrom('journal_state')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow();
    expect(state.kept_after).toBe(last?.position);
    expect(state.position).toBe(left[0]?.position);
  });
});
