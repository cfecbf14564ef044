/** Reminders with a moving clock, two processes, a failing mail server, and a process that is killed anywhere. */
import { DefaultQueryExecutor } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '@/lib/base/clock';
import { sampleSize } from '@/lib/base/test-strength';
import { yearlyDays } from '@/lib/contract/notice-days';
import { readUnanswered } from '@/lib/store/yearly-check';
import type { Mail } from '@/lib/mail/mailer';
import { readMails } from '@/lib/mail/mail-record';
import { recordLapses } from '@/lib/changes/journal/lapses';
import { LeavingWriter, noLeaving } from '@/lib/store/leaving';
import { openStore, type Store } from '@/lib/store/database';
import { recordRestore } from '@/lib/transfer/backup/record-restore';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import type { MembersWriter } from '@/lib/store/members-writer';
import { continueNotices, countNotices, sendAgain, stopNotices } from './control';
import { countYearlyDue } from './record-due';
import { readNoticeMails } from './read-mails';
import { NoticeSender } from './sender';

const hourMs = 3_600_000;
/** 09:00 in Melbourne. */
const start = Date.parse('2026-06-14T23:00:00Z');
const firstDay = '2026-06-15';
const killed = new Error('killed');

describe.each(testEngines)('reminders (%s)', (engine) => {
  let fresh: FreshStore;
  let second: Store;
  let now = start;
  let sent: { to: string; subject: string; day: string }[] = [];
  /** The mail server's error for each address. */
  let problems = new Map<string, object>();
  const organisationId = 7;
  const clock = () => new Date(now);
  const store = () => fresh.store;
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(store(), { organisationId, clock, areaCentre: noAreaCentre, cause: testCause }, work);
  const sender = (of: Store = store(), canSend = true) =>
    new NoticeSender({
      store: of,
      clock,
      baseUrl: 'https://members.example',
      contactEmail: null,
      authSecret: 'the secret of the test',
      canSend,
      send: async ({ to, subject }: Mail) => {
        const problem = problems.get(to);
        if (problem !== undefined) throw Object.assign(new Error('refused'), problem);
        sent.push({ to, subject, day: new Date(now).toISOString() });
        return 'sent';
      },
    });
  const switchTo = (isOn: boolean) =>
    write(async (writer) =>
      writer.notices.putSettings({ ...(await writer.notices.settings()), isOn, perMinute: 60 }),
    );
  const put = (id: number, days: number | null, change = {}, person = {}) =>
    write((writer) =>
      writer.memberships.put(
        sampleMember(id, { expiryDate: days === null ? null : addDays(firstDay, days), ...change }, person),
      ),
    );
  const mails = () =>
    readNoticeMails(store(), { organisationId, state: null, membershipId: null, after: null, limit: 1000 });
  const counts = async () => (await countNotices(store(), { organisationId, since: new Date(0) })).counts;
  /** Each sender works until nothing is left to send. The clock moves a second at a time. */
  const run = async (senders: NoticeSender[] = [sender()], seconds = 8) => {
    for (let second = 0; second < seconds; second += 1) {
      await Promise.all(senders.map((one) => one.step()));
      now += 1000;
    }
  };
  const accept = () => recordLapses(store(), { organisationId, now: clock(), isConfirmed: true });

  beforeEach(async () => {
    fresh = await openFreshStore(engine);
    second = await openStore(fresh.location);
    now = start;
    sent = [];
    problems = new Map();
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
    await accept();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await second.close();
    await fresh.remove();
  });

  it('each member gets each reminder once in six weeks, with two processes and a mail server that fails', async () => {
    const plan = [-20, -14, -13, 0, 1, 7, 8, 16, 29, 30, 31, 40, 44];
    for (const [index, days] of plan.entries()) await put(index + 1, days);
    problems.set('member4@members.example', { code: 'EENVELOPE', responseCode: 550 });
    await switchTo(true);
    const both = [sender(), sender(second)];
    for (let day = 0; day < 45; day += 1) {
      now = start + day * 24 * hourMs;
      await recordLapses(store(), { organisationId, now: clock(), isConfirmed: false });
      // On two mornings, the mail server cannot take the emails to three members.
      if (day === 1 || day === 16)
        for (const id of [5, 7, 9]) problems.set(`member${id}@members.example`, { responseCode: 451 });
      await run(both, 6);
      for (const id of [5, 7, 9]) problems.delete(`member${id}@members.example`);
      now += 12 * hourMs;
      await run(both, 6);
    }
    const expected = plan.flatMap((days, index) =>
      [-30, -7, 0, 14].flatMap((notice) => {
        const due = days + notice;
        return due >= 0 && due <= 44 && index !== 3 ? [`member${index + 1} ${addDays(firstDay, due)}`] : [];
      }),
    );
    const got = sent.map(({ to, day }) => `${to.split('@', 1)[0]} ${day.slice(0, 10)}`);
    // The days in `sent` are in UTC. A day in Melbourne begins on the previous day in UTC.
    const inUtc = expected.map((text) => {
      const [who = '', due = ''] = text.split(' ');
      return [`${who} ${addDays(due, -1)}`, `${who} ${due}`];
    });
    expect(got).toHaveLength(expected.length);
    for (const [morning, evening] of inUtc)
      expect(got.filter((one) => one === morning || one === evening)).toHaveLength(1);
    expect((await counts()).failed).toBe(2);
    const recorded = await readMails(store(), {
      organisationId,
      result: 'failed',
      since: null,
      before: null,
      limit: 10,
    });
    expect(recorded.map(({ email, about }) => [email, about.kind])).toEqual(
      Array(2).fill(['member4@members.example', 'notice']),
    );
  }, 120_000);

  it('without a mail server, reminders wait, and are sent as soon as there is one', async () => {
    await put(1, 0);
    await switchTo(true);
    await run([sender(store(), false)]);
    expect([sent, (await counts()).waiting]).toEqual([[], 1]);
    await run();
    expect(sent.map(({ to }) => to)).toEqual(['member1@members.example']);
  });

  it('nobody who leaves is asked to renew, and somebody who stays is', async () => {
    for (const id of [1, 2, 3]) await put(id, 7);
    const lastDay = addDays(firstDay, 7);
    const leave = (id: number, of = lastDay) =>
      write((writer) => writer.part(LeavingWriter).put({ id, saidOn: firstDay, lastDay: of, reason: '' }));
    await leave(1);
    // This membership was renewed after its holder said that they leave.
    await leave(2, addDays(lastDay, -365));
    await switchTo(true);
    const waiting = sender(store(), false);
    await run([waiting]);
    expect((await counts()).waiting).toBe(2);
    // This one says so while the reminder waits.
    await leave(3);
    await run();
    expect(sent.map(({ to }) => to)).toEqual(['member2@members.example']);
    await write((writer) => writer.part(LeavingWriter).put(noLeaving(1)));
    now = start + 7 * 24 * hourMs;
    await run();
    expect(sent.map(({ to }) => to).sort()).toEqual([
      'member1@members.example',
      'member2@members.example',
      'member2@members.example',
    ]);
  });

  it('everybody is asked once a year whether the entry is right, and who answers is asked a year later', async () => {
    const year = 365 * 24 * hourMs;
    const longAgo = { joiningDate: '2020-01-01' };
    await put(1, 400, longAgo);
    await put(2, 400, { ...longAgo, confirmedOn: addDays(firstDay, -364) });
    await put(3, 400, { joiningDate: addDays(firstDay, -364) });
    await put(4, -1, longAgo);
    await put(5, null, { ...longAgo, isApproved: false });
    await put(6, null, longAgo, { email: '' });
    const due = () => countYearlyDue(store().members, organisationId, clock());
    const receivers = () => sent.splice(0).map(({ to }) => to.split('@', 1)[0]);
    await write(async (writer) => {
      const settings = await writer.notices.settings();
      const notices = settings.notices
        .filter(({ Days }) => Days === yearlyDays)
        .map((notice) => ({ ...notice, On: true }));
      expect(settings.notices.filter(({ On, Days }) => On && Days === yearlyDays)).toEqual([]);
      await writer.notices.putSettings({ ...settings, notices, isOn: true, perMinute: 60 });
    });
    expect(await due()).toBe(1);
    await run([sender(), sender(second)]);
    expect(receivers()).toEqual(['member1']);
    expect(await due()).toBe(0);
    const unanswered = () => readUnanswered(store().members, organisationId, [1, 2, 3, 6]);
    expect(await unanswered()).toEqual(new Set([1]));
    const links = (await mails()).map(({ membershipId, lastDay }) => [membershipId, lastDay]);
    expect(links).toContainEqual([1, firstDay]);

    now = start + 2 * 24 * hourMs;
    expect(await due()).toBe(2);
    await run();
    expect(receivers()).toEqual(['member2', 'member3']);
    // One of them answers. A member who answers before the email is sent gets none.
    await put(2, 400, { ...longAgo, confirmedOn: addDays(firstDay, 2) });
    expect(await unanswered()).toEqual(new Set([1, 3]));
    for (let day = 30; day <= 360; day += 30) {
      now = start + day * 24 * hourMs;
      await accept();
      await run([sender()], 2);
    }
    expect(receivers()).toEqual([]);
    now = start + year;
    await run([sender(store(), false)], 2);
    await put(1, 800, { ...longAgo, confirmedOn: addDays(firstDay, 365) });
    await run();
    expect(receivers()).toEqual([]);
    expect(await unanswered()).toEqual(new Set([3]));
  });

  it('a process that is killed at any statement sends nothing twice', async () => {
    const execute = DefaultQueryExecutor.prototype.executeQuery;
    // On SQLite, and in the long run, at each statement.
    const step = engine === 'sqlite' ? 1 : sampleSize({ usual: 4, long: 1 });
    for (let after = 0; ; after += step) {
      await write(async (writer) => {
        for (const id of await writer.membershipIds()) await writer.memberships.remove([id]);
      });
      const ids = [1, 2, 3].map((index) => after * 10 + index + 10);
      now = start;
      for (const id of ids) await put(id, 30);
      await switchTo(true);
      sent = [];
      let left = after;
      const dying = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
        this: DefaultQueryExecutor,
        ...query
      ) {
        if (left <= 0) throw killed;
        left -= 1;
        return Reflect.apply(execute, this, query) as never;
      });
      const ended = await run().then(
        () => 'finished',
        (error: unknown) => error,
      );
      dying.mockRestore();
      if (ended === 'finished') {
        expect(sent).toHaveLength(3);
        expect(after).toBeGreaterThan(30);
        return;
      }
      expect(ended).toBe(killed);
      await run();
      now += hourMs;
      await run();
      const receivers = sent.map(({ to }) => to);
      expect(new Set(receivers).size).toBe(receivers.length);
      const states = (await mails()).filter(({ membershipId }) => ids.includes(membershipId));
      // The email that was being sent may have arrived or not, and the office sees this doubt. All other emails have
      // arrived.
      const doubtful = states.filter(({ failure }) => failure?.problem === 'interrupted');
      expect(doubtful.length).toBeLessThanOrEqual(1);
      expect(receivers.length).toBeGreaterThanOrEqual(3 - doubtful.length);
      expect(states.filter(({ state }) => state === 'sent').length + doubtful.length).toBe(3);
    }
  }, 120_000);

  it('nothing is sent before it is switched on, and no earlier reminder afterwards', async () => {
    await put(1, 30);
    await put(2, 29);
    await run();
    expect([sent, await mails()]).toEqual([[], []]);
    await switchTo(true);
    await run();
    expect(sent.map(({ to }) => to)).toEqual(['member1@members.example']);
    await switchTo(false);
    now += 3 * 24 * hourMs;
    await put(3, 31);
    await switchTo(true);
    await run();
    expect(sent).toHaveLength(1);
  });

  it('the first reminder is sent within two seconds after the switch, also by a server that was looking before', async () => {
    await put(1, 30);
    const running = sender();
    await run([running], 3);
    await switchTo(true);
    await run([running], 2);
    expect(sent).toHaveLength(1);
  });

  it('the last day ends in the association’s time zone, not the server’s', async () => {
    await put(1, 0);
    // 23:59 in Melbourne on the day before.
    now = Date.parse('2026-06-14T13:59:00Z');
    await switchTo(true);
    await run([sender()], 30);
    expect(sent).toEqual([]);
    now = Date.parse('2026-06-14T14:00:30Z');
    await run();
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Institute of Examples: the last day of your membership is 15 June 2026',
    ]);
    await write((writer) => putSampleStructure(writer, { id: organisationId, timeZone: 'Pacific/Honolulu' }));
    await put(2, 0);
    await run();
    now += 60_000;
    await run();
    expect(sent).toHaveLength(1);
    now = Date.parse('2026-06-15T10:01:00Z');
    await run();
    expect(sent).toHaveLength(2);
  });

  it('a jump of the clock waits until somebody confirms it, and then nothing older than a month is sent', async () => {
    await put(1, 30);
    await put(2, 60);
    await put(3, 100);
    await put(4, 70);
    await switchTo(true);
    await run();
    expect(sent).toHaveLength(1);
    now = start + 68 * 24 * hourMs;
    await run();
    expect(sent).toHaveLength(1);
    await accept();
    now += 60_000;
    await run();
    // Membership 1 ended 38 days ago, and its last reminder was due 24 days ago. Membership 4 gets only the latest
    // reminder that is due.
    expect(sent.slice(1).map(({ to }) => to.split('@', 1)[0])).toEqual(['member1', 'member2', 'member4']);
    const superseded = (await mails()).filter(({ state }) => state === 'superseded');
    expect(superseded.map(({ membershipId, days }) => [membershipId, days])).toContainEqual([2, -7]);
  });

  it('waiting emails are not sent until the jump is confirmed', async () => {
    await put(1, 30);
    await put(2, 30);
    await switchTo(true);
    await sender().step();
    expect(sent).toHaveLength(1);
    now = start + 40 * 24 * hourMs;
    await run();
    expect(sent).toHaveLength(1);
  });

  it('a stop holds back the waiting emails, and each is checked again after "Continue"', async () => {
    for (const id of [1, 2, 3, 4, 5]) await put(id, 30);
    await switchTo(true);
    await sender().step();
    expect(await stopNotices(store(), organisationId, clock())).toBe(true);
    now += 60_000;
    await run();
    expect(sent).toHaveLength(1);
    expect(await counts()).toMatchObject({ sent: 1, waiting: 4 });
    // Meanwhile, one member is renewed, one is excluded and one is removed.
    await put(2, 395);
    await write((writer) => writer.notices.setExcluded(3, true));
    await write((writer) => writer.memberships.remove([4]));
    await continueNotices(store(), organisationId);
    await run();
    expect(sent.map(({ to }) => to.split('@', 1)[0])).toEqual(['member1', 'member5']);
    expect(await counts()).toEqual({ sent: 2, skipped: 3 });
  });

  it('emails are sent at the speed of the setting, even with two processes', async () => {
    for (let id = 1; id <= 6; id += 1) await put(id, 30);
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
    await switchTo(true);
    await write(async (writer) =>
      writer.notices.putSettings({ ...(await writer.notices.settings()), perMinute: 4 }),
    );
    await run([sender(), sender(second)], 60);
    expect(sent).toHaveLength(4);
    await run([sender(), sender(second)], 60);
    expect(sent).toHaveLength(6);
  });

  it('a renewed member gets no more reminders of the old last day, and all reminders of the new one', async () => {
    await put(1, 30);
    await switchTo(true);
    await run();
    now = start + 25 * 24 * hourMs;
    await put(1, 60);
    await accept();
    for (let day = 25; day <= 60; day += 1) {
      now = start + day * 24 * hourMs;
      await accept();
      await run([sender()], 4);
    }
    expect(sent.map(({ subject }) => subject.replace(/.*: /, ''))).toEqual([
      'your membership ends on 15 July 2026',
      'your membership ends on 14 August 2026',
      'your membership ends on 14 August 2026',
      'the last day of your membership is 14 August 2026',
    ]);
  });

  it('excluded members, unapproved members and sub-members get none; people who share an address get one each', async () => {
    const shared = { email: 'family@example.org' };
    await put(1, 30, {}, shared);
    await put(2, 30, {}, shared);
    await put(3, 30, { isApproved: false });
    await put(4, 30);
    await write((writer) => writer.notices.setExcluded(4, true));
    await put(5, 30, { kind: 'corporate', typeId: 2 }, { firstName: '', lastName: '', organisation: 'Firm' });
    await put(6, null, { parentId: 5 });
    await put(7, 30, {}, { email: '' });
    await put(8, null);
    await switchTo(true);
    await run();
    expect(sent.map(({ to }) => to.split('@', 1)[0])).toEqual(['family', 'family', 'member5']);
    expect(await counts()).toEqual({ sent: 3, unreachable: 1 });
    // The member gets an email address, and then the reminder.
    await put(7, 30);
    now += 60_000;
    await run();
    expect(sent.at(-1)?.to).toBe('member7@members.example');
    // Another organisation's reminders stay as they are.
    expect((await countNotices(store(), { organisationId: 8, since: new Date(0) })).counts).toEqual({});
  });

  it('an email that the server may have taken is not sent again, unless a person asks for it', async () => {
    await put(1, 30);
    problems.set('member1@members.example', { code: 'EUNCERTAIN' });
    await switchTo(true);
    await run();
    now += 24 * hourMs;
    await run();
    const [mail] = await mails();
    expect(mail).toMatchObject({ state: 'failed', attempts: 1, failure: { problem: 'uncertain' } });
    problems.clear();
    await run();
    expect(sent).toEqual([]);
    const keys = [{ membershipId: 1, noticeId: 1, lastDay: addDays(firstDay, 30) }];
    expect(await sendAgain(store(), { organisationId: 8, keys, now: clock() })).toBe(0);
    expect(await sendAgain(store(), { organisationId, keys, now: clock() })).toBe(1);
    await run();
    expect(sent).toHaveLength(1);
    expect(await sendAgain(store(), { organisationId, keys, now: clock() })).toBe(0);
  });

  it('an unreachable server is tried again at growing intervals, and then the email has failed', async () => {
    await put(1, 30);
    problems.set('member1@members.example', { code: 'ECONNECTION' });
    await switchTo(true);
    const attempts: number[] = [];
    for (const minutes of [0, 0.9, 0.2, 4.9, 0.2, 15, 59, 1, 180, 360, 720]) {
      now += minutes * 60_000;
      await sender().step();
      attempts.push((await mails())[0]?.attempts ?? 0);
    }
    expect(attempts).toEqual([1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8]);
    expect((await mails())[0]).toMatchObject({ state: 'failed', attempts: 8 });
  });

  it('after a backup is restored, nothing is sent until somebody continues', async () => {
    await put(1, 30);
    await switchTo(true);
    await recordRestore(store(), { organisationId, now: clock(), cause: testCause }, null);
    await run();
    expect(sent).toEqual([]);
    await continueNotices(store(), organisationId);
    await run();
    expect(sent).toHaveLength(1);
  });
});
