/** Work that is done again and again for one organisation must not grow with the other organisations. */
import { expect, it } from 'vitest';
import { findWaitingLapses, recordLapses } from '@/lib/changes/journal/lapses';
import { NoticeSender } from '@/lib/notify/reminders/sender';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { Store } from '@/lib/store/database';
import { withMembersWriter } from '@/lib/store/write';
import { ChangeWaits } from './routes/change-waits';
import { workOf } from './sent-statements.fixture';

const organisationId = 1;
const others = 20;
const start = new Date('2026-06-15T02:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describeEachEngine('with 20 other organisations', (store) => {
  it('an idle server, the office and a new day need the same work for one organisation', async () => {
    const office = await startTestOffice(store(), organisationId);
    await switchOn(store(), organisationId);
    const alone = await measure(store(), office);
    for (let id = 2; id < 2 + others; id += 1) {
      const context = { organisationId: id, clock: () => start, areaCentre: noAreaCentre, cause: testCause };
      await withMembersWriter(store(), context, async (writer) => {
        await putSampleStructure(writer, { id });
        await writer.memberships.put(sampleMember(1));
      });
      await switchOn(store(), id);
    }
    const among = await measure(store(), office);
    // One statement, once a minute, reads one row for each organisation.
    alone['the next minute of reminders'].rows += others;
    expect(among).toEqual(alone);
  });
});

async function switchOn(store: Store, id: number): Promise<void> {
  const context = { organisationId: id, clock: () => start, areaCentre: noAreaCentre, cause: testCause };
  await withMembersWriter(store, context, async (writer) =>
    writer.notices.putSettings({ ...(await writer.notices.settings()), isOn: true }),
  );
  await recordLapses(store, { organisationId: id, now: start, isConfirmed: true });
}

async function measure(store: Store, office: TestOffice) {
  const secretary = office.asRole(officePeople.secretary);
  const read = async (operation: string) => expect((await secretary.do(operation)).status).toBe(200);
  let now = start;
  const notices = new NoticeSender({
    store,
    clock: () => now,
    baseUrl: 'https://members.example',
    contactEmail: null,
    authSecret: 'the secret of the test',
    send: async () => 'sent',
    canSend: true,
  });
  const stepAt = async (time: Date) => {
    now = time;
    return workOf(() => notices.step());
  };
  await stepAt(start);
  // The first call may read what later calls have cached.
  await read('GET today');
  return {
    'the next second of reminders': await stepAt(later(1)),
    'the next minute of reminders': await stepAt(later(61)),
    'the search for ended memberships': await workOf(() => findWaitingLapses(store, start)),
    'the first page of the office': await workOf(() => read('GET today')),
    'the page of reminders': await workOf(() => read('GET notices')),
    'waiting for changes': await workOf(() => waitOnce(store)),
    'a new day': await workOf(() => endDay(store)),
  };
}

async function waitOnce(store: Store): Promise<void> {
  const waits = new ChangeWaits(store);
  // Position -1 is never the newest, so the wait ends with the first read of positions.
  await waits.wait({
    clientId: 'a client',
    isOwn: false,
    organisationId,
    position: -1,
    ms: 60_000,
    signal: new AbortController().signal,
  });
}

/** Ends the day, and restores the state before, so that it can be measured again. */
async function endDay(store: Store): Promise<void> {
  const states = store.members.selectFrom('journal_state').select('lapsed_through');
  const before = await states.where('organisation_id', '=', organisationId).executeTakeFirstOrThrow();
  await recordLapses(store, { organisationId, now: later(24 * 3600), isConfirmed: false });
  await store.members
    .updateTable('journal_state')
    .set(before)
    .where('organisation_id', '=', organisationId)
    .execute();
}
