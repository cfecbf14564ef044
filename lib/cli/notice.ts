import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { yearlyDays } from '@/lib/contract/notice-days';
import { noticePlaceholders, perMinuteSchema } from '@/lib/contract/notice-settings';
import { noticeChangeSchema, noticeMailStates, type NoticeMailState } from '@/lib/contract/office-notices';
import { changeNotice, NoticeError } from '@/lib/notify/reminders/change';
import { continueNotices, stopNotices } from '@/lib/notify/reminders/control';
import { readNoticeMails } from '@/lib/notify/reminders/read-mails';
import { renderNotice } from '@/lib/notify/reminders/render';
import { findSampleMember } from '@/lib/notify/reminders/sample';
import { readDay } from '@/lib/store/day';
import { byCommand } from '@/lib/store/journal';
import { readNotices } from '@/lib/store/notices';
import { readOrganisation } from '@/lib/store/structure';
import { plural } from '@/lib/base/plural';
import { parseId } from './arguments';
import { chooseOrganisation, withOrganisation } from './choose-organisation';
import { oneLine } from './printable';
import type { Terminal } from './terminal';
import { CommandError, pathFrom, withSession, type Session } from './session';

interface Options {
  organisation?: number;
  json?: boolean;
}

interface SetOptions extends Options {
  days?: number;
  on?: true;
  off?: true;
  subject?: string;
  textFile?: string;
  reason?: string;
}

/**
 * `notice list|set|preview|on|off|speed|stop|continue|drop|exclude|include|log`: reminders about the last day of a
 * membership.
 */
export function addNoticeCommands(program: Command, terminal: Terminal): void {
  const notice = program
    .command('notice')
    .description('reminders by email, around the last day of a membership');
  const add = <O extends Options>(
    name: string,
    description: string,
    work: (session: Session, organisationId: number, options: O, argument: string) => Promise<void>,
  ) =>
    withOrganisation(notice.command(name))
      .description(description)
      .option('--json', 'one JSON document on standard output')
      .action((...given: unknown[]) => {
        // Commander passes the arguments, then the options, then the command.
        const options = given.at(-2) as O;
        const argument = given.length > 2 ? String(given[0]) : '';
        return withSession(terminal, options, async (session) =>
          work(
            session,
            await chooseOrganisation(session.store, options.organisation ?? null),
            options,
            argument,
          ),
        );
      });
  add('list', 'show the reminders, and whether they are sent', list);
  add<SetOptions>('set', 'change the day or the text of a reminder, or switch it on or off', set)
    .argument('<id>', 'the ID that `notice list` shows')
    .option(
      '--days <n>',
      'days after the last day; a negative number, such as -30, means days before it',
      parseDays,
    )
    .option('--on', 'send this reminder')
    .option('--off', 'do not send this reminder')
    .option('--subject <text>', `the subject; placeholders: ${placeholders}`)
    .option('--text-file <file>', 'a file with the text')
    .option('--reason <text>', 'the reason, for the journal');
  add<Options & { member?: string }>('preview', 'show a reminder for a real member; nothing is sent', preview)
    .argument('<id>', 'the ID that `notice list` shows')
    .option(
      '--member <number>',
      'a membership number or ID; otherwise the member whose membership ends next',
    );
  add('on', 'send reminders from today on', (session, id) => switchTo(session, id, true));
  add('off', 'send no reminders', (session, id) => switchTo(session, id, false));
  add('speed', 'set how many reminders are sent in a minute', setSpeed).argument('<n>', '1 to 60');
  add('stop', 'stop sending until `notice continue`', stop);
  add('continue', 'continue to send', resume);
  add<Options & { yes?: true; reason?: string }>('drop', 'cancel the waiting reminders, permanently', drop)
    .option('--yes', 'cancel them; without --yes, the command only lists them')
    .option('--reason <text>', 'the reason, for the journal');
  for (const [name, isExcluded] of [
    ['exclude', true],
    ['include', false],
  ] as const) {
    add<Options & { reason?: string }>(
      name,
      isExcluded ? 'send a member no reminders' : 'send a member reminders again',
      (session, id, options, member) =>
        exclude(session, { organisationId: id, member, isExcluded, ...options }),
    )
      .argument('<membership>', "the membership's ID")
      .option('--reason <text>', 'the reason, for the journal');
  }
  add<Options & { state?: NoticeMailState; limit: number }>(
    'log',
    'list who received what, the newest first',
    log,
  )
    .option('--state <state>', noticeMailStates.join(', '), parseState)
    .option('--limit <n>', 'at most this many', parseId, 50);
}

/** No association reminds this many members on one day. */
const maxWaiting = 100_000;

const placeholders = Object.keys(noticePlaceholders)
  .map((name) => `{${name}}`)
  .join(' ');

async function list({ store, print }: Session, organisationId: number): Promise<void> {
  const { isOn, perMinute, notices, stoppedAt } = await readNotices(store.members, organisationId);
  const stopped = stoppedAt === null ? '' : ` Stopped at ${stoppedAt.toISOString()}.`;
  print({ on: isOn, perMinute, stoppedAt: stoppedAt?.toISOString() ?? null, notices }, [
    `Reminders are ${isOn ? 'on' : 'off'}, at most ${perMinute} in a minute.${stopped}`,
    ...notices.map(
      (one) => `${one.ID}  ${describeDays(one.Days)}${one.On ? '' : ' (off)'}: ${oneLine(one.Subject)}`,
    ),
  ]);
}

async function set(
  session: Session,
  organisationId: number,
  options: SetOptions,
  argument: string,
): Promise<void> {
  const { store, write, print, terminal } = session;
  const id = parseId(argument);
  const old = (await readNotices(store.members, organisationId)).notices.find(({ ID }) => ID === id);
  if (old === undefined) throw noSuchNotice(argument);
  const text =
    options.textFile === undefined ? old.Text : await readFile(pathFrom(terminal, options.textFile), 'utf8');
  const change = noticeChangeSchema.safeParse({
    Days: options.days ?? old.Days,
    On: options.on ?? (options.off === true ? false : old.On),
    Subject: options.subject ?? old.Subject,
    Text: text,
  });
  if (!change.success) {
    const [issue] = change.error.issues;
    throw new CommandError(`"${String(issue?.path[0])}" ${issue?.message}`);
  }
  const cause = byCommand('notice set', options.reason ?? null);
  await write({ organisationId, cause }, (writer) => changeNotice(writer, id, change.data)).catch(
    (error: unknown) => {
      if (error instanceof NoticeError) throw new CommandError(`"${error.field}" ${error.message}`);
      throw error;
    },
  );
  print({ id, ...change.data }, `Reminder ${id} is changed: ${describeDays(change.data.Days)}.`);
}

async function preview(
  { store, clock, config, print }: Session,
  organisationId: number,
  { member: named }: { member?: string },
  argument: string,
): Promise<void> {
  const notice = (await readNotices(store.members, organisationId)).notices.find(
    ({ ID }) => String(ID) === argument,
  );
  if (notice === undefined) throw noSuchNotice(argument);
  const day = await readDay(store.members, organisationId, clock());
  const member = day === null ? null : await findSampleMember(store, day, named ?? null);
  if (member === null) throw new CommandError('There is no such member');
  const { subject, text } = renderNotice(
    { subject: notice.Subject, text: notice.Text },
    {
      member,
      organisation: (await readOrganisation(store.members, organisationId))?.name ?? '',
      accountUrl: `${config.baseUrl}/account`,
      entryUrl: `${config.baseUrl}/account/public-entry`,
    },
  );
  print({ membershipId: member.ID, to: member.User.Email, subject, text }, [
    `To:      ${oneLine(member.User.Email)}`,
    `Subject: ${oneLine(subject)}`,
    '',
    ...text.trimEnd().split('\n').map(oneLine),
  ]);
}

async function switchTo({ write, print }: Session, organisationId: number, isOn: boolean): Promise<void> {
  await write({ organisationId, cause: byCommand(`notice ${isOn ? 'on' : 'off'}`) }, async (writer) =>
    writer.notices.putSettings({ ...(await writer.notices.settings()), isOn }),
  );
  print({ on: isOn }, isOn ? 'Reminders are sent from today on.' : 'No reminders are sent.');
}

async function setSpeed(
  { write, print }: Session,
  organisationId: number,
  _: Options,
  argument: string,
): Promise<void> {
  const speed = perMinuteSchema.safeParse(Number(argument));
  if (!speed.success) throw new CommandError(`The speed ${speed.error.issues[0]?.message}`);
  await write({ organisationId, cause: byCommand('notice speed') }, async (writer) =>
    writer.notices.putSettings({ ...(await writer.notices.settings()), perMinute: speed.data }),
  );
  print({ perMinute: speed.data }, `At most ${speed.data} reminders are sent in a minute.`);
}

async function stop({ store, clock, print }: Session, organisationId: number): Promise<void> {
  if (!(await stopNotices(store, organisationId, clock()))) throw areOff();
  print({ stopped: true }, 'No reminders are sent until you run: ./chapterhouse notice continue');
}

async function resume({ store, print }: Session, organisationId: number): Promise<void> {
  if (!(await continueNotices(store, organisationId))) throw areOff();
  print({ stopped: false }, 'Sending continues: the waiting reminders will be sent.');
}

async function drop(
  { store, clock, write, print }: Session,
  organisationId: number,
  { yes, reason }: { yes?: true; reason?: string },
): Promise<void> {
  const waiting = await readNoticeMails(store, {
    organisationId,
    state: 'waiting',
    membershipId: null,
    after: null,
    limit: maxWaiting,
  });
  const names = waiting.map((one) => `${oneLine(one.name ?? '')} (membership ${one.membershipId})`);
  if (yes !== true || waiting.length === 0) {
    const advice =
      waiting.length === 0
        ? 'No reminders are waiting.'
        : 'Nothing was cancelled. To cancel these reminders, add --yes';
    print({ dropped: 0, waiting: waiting.length }, [...names, advice]);
    return;
  }
  const cause = byCommand('notice drop', reason ?? null);
  const count = await write({ organisationId, cause }, (writer) =>
    writer.notices.dropWaiting(waiting.length, clock()),
  );
  if (count > waiting.length) throw new CommandError('More reminders are waiting now: repeat the command');
  print({ dropped: count, waiting: 0 }, [...names, `Reminders that were cancelled: ${count}`]);
}

async function exclude(
  session: Session,
  {
    organisationId,
    member,
    isExcluded,
    reason,
  }: { organisationId: number; member: string; isExcluded: boolean; reason?: string },
): Promise<void> {
  const { store, write, print } = session;
  const id = parseId(member);
  const row = await store.members
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new CommandError(`There is no membership ${id}`);
  const cause = byCommand(`notice ${isExcluded ? 'exclude' : 'include'}`, reason ?? null);
  await write({ organisationId, cause }, (writer) => writer.notices.setExcluded(id, isExcluded));
  print(
    { membershipId: id, excluded: isExcluded },
    isExcluded ? `Membership ${id} gets no reminders.` : `Membership ${id} gets reminders.`,
  );
}

async function log(
  { store, print }: Session,
  organisationId: number,
  { state = null, limit }: { state?: NoticeMailState | null; limit: number },
): Promise<void> {
  const mails = await readNoticeMails(store, {
    organisationId,
    state,
    membershipId: null,
    after: null,
    limit,
  });
  const rows = mails.map(({ changedAt, failure, ...mail }) => ({
    ...mail,
    changedAt: changedAt.toISOString(),
    problem: failure?.problem ?? null,
    replyCode: failure?.smtpCode ?? null,
  }));
  const lines = rows.map((row) => {
    const result = [row.state, row.problem, row.replyCode].filter((one) => one !== null).join(' ');
    const who = `${oneLine(row.name ?? 'a removed member')} (membership ${row.membershipId})`;
    return `${row.changedAt}  ${who}, ${describeDays(row.days)} (${row.lastDay}): ${result}`;
  });
  print(rows, lines.length > 0 ? lines : 'No reminders were recorded.');
}

function describeDays(days: number): string {
  if (days === yearlyDays) return 'once a year';
  if (days === 0) return 'on the last day';
  return `${plural(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the last day`;
}

function parseDays(text: string): number {
  if (!/^[+-]?\d{1,3}$/.test(text))
    throw new InvalidArgumentError('It must be a number of days, such as -30.');
  return Number(text);
}

function parseState(text: string): NoticeMailState {
  const state = noticeMailStates.find((one) => one === text);
  if (state === undefined)
    throw new InvalidArgumentError(`It must be one of ${noticeMailStates.join(', ')}.`);
  return state;
}

function noSuchNotice(id: string): CommandError {
  return new CommandError(`There is no reminder ${id}: see \`./chapterhouse notice list\``);
}

function areOff(): CommandError {
  return new CommandError('Reminders are off. To switch them on, run: ./chapterhouse notice on');
}
