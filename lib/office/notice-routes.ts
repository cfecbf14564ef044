/**
 * Reminders before and after the last day of a membership. The office changes, stops and continues them, and sees which
 * members got them.
 */
import type { Context } from 'hono';
import { z } from 'zod';
import { dateInZone } from '@/lib/base/clock';
import { ApiError } from '@/lib/contract/errors';
import {
  noticeChangeSchema,
  noticeDropSchema,
  noticeMailStates,
  noticeSampleSchema,
  noticesChangeSchema,
  type MemberNotices,
  type NoticePreview,
  type OfficeNoticeMail,
  type OfficeNotices,
} from '@/lib/contract/office-notices';
import { QueryParameters } from '@/lib/contract/query-string';
import { mustBe, readChoice, readId, readWhole } from '@/lib/contract/query-values';
import type { MemberResource } from '@/lib/contract/resources';
import { invalidRecord } from '@/lib/changes/refusals';
import { describeWaiting, findWaitingLapse, recordLapses } from '@/lib/changes/journal/lapses';
import { addNotice, changeNotice, NoticeError, removeNotice } from '@/lib/notify/reminders/change';
import { continueNotices, countNotices, sendAgain, stopNotices } from '@/lib/notify/reminders/control';
import { countYearlyDue } from '@/lib/notify/reminders/record-due';
import { readNoticeMails, type NoticeMail, type NoticePosition } from '@/lib/notify/reminders/read-mails';
import { renderNotice } from '@/lib/notify/reminders/render';
import { findSampleMember } from '@/lib/notify/reminders/sample';
import { readDay, type Day } from '@/lib/store/day';
import type { MembersWriter } from '@/lib/store/members-writer';
import { isExcludedFromNotices, readNotices } from '@/lib/store/notices';
import { readOrganisation } from '@/lib/store/structure';
import { noticeMailText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { membershipOf } from '@/lib/changes/routes/read-record';
import {
  checkOffice,
  type OfficeAccess,
  type OfficeRouteServices,
  requirePersonOf,
  writeAs,
} from './office-check';
import { sendToSelf } from './mail-routes';
import { readBody } from './read-body';

const noStore = { 'Cache-Control': 'no-store' };
const maxBytes = 64 * 1024;
const countedMs = 30 * 24 * 3600_000;
const defaultPage = 50;
const maxPage = 200;

/** GET: the settings, the number of sent reminders, and the reason if none can be sent. */
export async function listNotices(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listNotices');
  return respond(context, services, access);
}

/** PATCH: changes how many reminders are sent in a minute. */
export async function changeNotices(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeNotices');
  const { PerMinute: perMinute } = await readBody(context, noticesChangeSchema, { maxBytes });
  await writeAs(context, services, access, async (writer) =>
    writer.notices.putSettings({ ...(await writer.notices.settings()), perMinute }),
  );
  return respond(context, services, access);
}

/** POST: switches all reminders on or off. */
export async function switchNotices(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'switchNotices');
  const { On: isOn } = await readBody(context, z.strictObject({ On: z.boolean() }), { maxBytes });
  await writeAs(context, services, access, async (writer) =>
    writer.notices.putSettings({ ...(await writer.notices.settings()), isOn }),
  );
  return respond(context, services, access);
}

export async function addOfficeNotice(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addNotice');
  const change = await readBody(context, noticeChangeSchema, { maxBytes });
  await write(context, services, access, (writer) => addNotice(writer, change));
  return respond(context, services, access);
}

/** PUT: the day and the text of a reminder, and whether it is on. */
export async function changeOfficeNotice(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeNotice');
  const change = await readBody(context, noticeChangeSchema, { maxBytes });
  await write(context, services, access, (writer) => changeNotice(writer, noticeOf(context), change));
  return respond(context, services, access);
}

/** DELETE: emails of this reminder that were sent stay in the list. */
export async function removeOfficeNotice(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'removeNotice');
  await write(context, services, access, (writer) => removeNotice(writer, noticeOf(context)));
  return respond(context, services, access);
}

/** POST: stops all reminders until somebody continues. */
export async function stopOfficeNotices(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'stopNotices');
  const { store, clock } = services;
  if (!(await stopNotices(store, access.organisationId, clock()))) throw areOff();
  return respond(context, services, access);
}

export async function continueOfficeNotices(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'continueNotices');
  if (!(await continueNotices(services.store, access.organisationId))) throw areOff();
  return respond(context, services, access);
}

/** POST: cancels the waiting reminders for good. */
export async function dropOfficeNotices(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'dropNotices');
  const { Count: seen } = await readBody(context, noticeDropSchema, { maxBytes });
  const count = await writeAs(context, services, access, (writer) =>
    writer.notices.dropWaiting(seen, services.clock()),
  );
  if (count > seen)
    throw new ApiError('conflict', `More reminders are waiting now: ${count}. Check them again`);
  return context.json({ Count: count }, 200, noStore);
}

/** POST: confirms the server's date, although it is more than a month after the last recorded one (J14). */
export async function acceptDate(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'acceptDate');
  const { store, clock } = services;
  await recordLapses(store, { organisationId: access.organisationId, now: clock(), isConfirmed: true });
  return respond(context, services, access);
}

/** POST: shows the text for a real member. Nothing is sent. */
export async function previewNotice(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'previewNotice');
  const { member, rendered } = await renderSample(context, services, access);
  const body: NoticePreview = {
    MembershipID: member.ID,
    Name: `${member.User.FirstName} ${member.User.LastName}`.trim() || member.User.Organisation,
    Subject: rendered.subject,
    Text: rendered.text,
  };
  return context.json(body, 200, noStore);
}

/** POST: sends the text for a real member to the caller's own address. */
export async function testNotice(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'testNotice');
  const { rendered } = await renderSample(context, services, access);
  const mail = {
    kind: 'notice test' as const,
    subject: say(noticeMailText.test, { subject: rendered.subject }),
    text: rendered.text,
    links: rendered.links,
  };
  return context.json(await sendToSelf(services, access, mail), 200, noStore);
}

/** GET: reminders with their receivers, times and results, last changed first. */
export async function listNoticeMails(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listNoticeMails');
  const query = new QueryParameters(
    rawQuery(context),
    ['State', 'MembershipID', 'After', 'Limit'].map((name) => ({ name, takes: 'one' })),
  );
  const limit = readWhole(query, 'Limit', { from: 1, to: maxPage, missing: defaultPage });
  const state = query.one('State');
  const membership = query.one('MembershipID');
  const found = await readNoticeMails(services.store, {
    organisationId,
    state: state === null ? null : readChoice('State', state, noticeMailStates),
    membershipId: membership === null ? null : readId('MembershipID', membership),
    after: readPosition(query.one('After')),
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? null : `${last.changedAt.getTime()}.${idOf(last)}`;
  return context.json({ Mails: shown.map(toJson), Next: next }, 200, noStore);
}

const againSchema = z.strictObject({
  IDs: z
    .array(z.string().regex(/^\d{1,15}\.\d{1,9}\.\d{4}-\d\d-\d\d$/, { error: 'must be an ID' }))
    .min(1)
    .max(200),
});

export async function sendOfficeNoticesAgain(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'sendNoticesAgain');
  const { IDs } = await readBody(context, againSchema, { maxBytes });
  const keys = IDs.map((id) => {
    const [membershipId, noticeId, lastDay = ''] = id.split('.');
    return { membershipId: Number(membershipId), noticeId: Number(noticeId), lastDay };
  });
  const count = await sendAgain(services.store, { organisationId, keys, now: services.clock() });
  return context.json({ Count: count }, 200, noStore);
}

/** GET: whether a member gets reminders, and those that the member got. */
export async function readMemberNotices(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readMemberNotices');
  const membershipId = membershipOf(context);
  await requirePersonOf(services, access, membershipId);
  return respondWithMember(context, services, access, membershipId ?? 0);
}

export async function excludeMember(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'excludeMember');
  const { Excluded } = await readBody(context, z.strictObject({ Excluded: z.boolean() }), { maxBytes });
  const membershipId = membershipOf(context);
  await requirePersonOf(services, access, membershipId);
  await writeAs(context, services, access, (writer) =>
    writer.notices.setExcluded(membershipId ?? 0, Excluded),
  );
  return respondWithMember(context, services, access, membershipId ?? 0);
}

async function respondWithMember(
  context: Context,
  { store }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
  membershipId: number,
): Promise<Response> {
  const mails = await readNoticeMails(store, {
    organisationId,
    state: null,
    membershipId,
    after: null,
    limit: defaultPage,
  });
  const body: MemberNotices = {
    Excluded: await isExcludedFromNotices(store.members, organisationId, membershipId),
    Mails: mails.map(toJson),
  };
  return context.json(body, 200, noStore);
}

async function respond(
  context: Context,
  { store, clock }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
): Promise<Response> {
  const now = clock();
  const settings = await readNotices(store.members, organisationId);
  const since = new Date(now.getTime() - countedMs);
  const { counts, excluded } = await countNotices(store, { organisationId, since });
  const waiting = await findWaitingLapse(store, { organisationId, now });
  const clockProblem = waiting?.needsConfirmation === true ? describeWaiting(waiting) : null;
  const body: OfficeNotices = {
    On: settings.isOn,
    PerMinute: settings.perMinute,
    Notices: [...settings.notices],
    StoppedAt: settings.stoppedAt?.toISOString() ?? null,
    Clock: clockProblem && { Text: clockProblem.text, Fix: clockProblem.fix },
    // The cast is safe, because the object has a key for every state.
    Counts: Object.fromEntries(
      noticeMailStates.map((state) => [state, counts[state] ?? 0]),
    ) as OfficeNotices['Counts'],
    Excluded: excluded,
    YearlyDue: await countYearlyDue(store.members, organisationId, now),
  };
  return context.json(body, 200, noStore);
}

async function renderSample(
  context: Context,
  { store, clock, baseUrl }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
) {
  const { Member, Subject: subject, Text: text } = await readBody(context, noticeSampleSchema, { maxBytes });
  const day = requireDay(await readDay(store.members, organisationId, clock()));
  const named = (Member ?? '').trim();
  const member = await findSampleMember(store, day, named === '' ? null : named);
  if (member === null) {
    const reason = named === '' ? 'there is no member with a last day yet' : 'there is no such member';
    throw invalidRecord([{ path: 'Member', value: named, reason }]);
  }
  const organisation = (await readOrganisation(store.members, organisationId))?.name ?? '';
  const facts = {
    member: withLastDay(member, dateInZone(clock(), day.timeZone)),
    organisation,
    accountUrl: `${baseUrl}/account`,
    entryUrl: `${baseUrl}/account/public-entry`,
  };
  return { member, rendered: renderNotice({ subject, text }, facts) };
}

/**
 * A member without a last day gets no reminders. The office can still preview a reminder for this member. The preview
 * uses today as the last day.
 */
function withLastDay(member: MemberResource, today: string): MemberResource {
  return { ...member, ExpiryDate: member.ExpiryDate ?? today };
}

function requireDay(day: Day | null): Day {
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  return day;
}

async function write(
  context: Context,
  services: OfficeRouteServices,
  access: OfficeAccess,
  work: (writer: MembersWriter) => Promise<unknown>,
): Promise<void> {
  try {
    const done = await writeAs(context, services, access, work);
    if (done === false) throw new ApiError('not_found', 'There is no such reminder');
  } catch (error) {
    if (!(error instanceof NoticeError)) throw error;
    throw invalidRecord([{ path: error.field, value: '', reason: error.message }]);
  }
}

function noticeOf(context: Context): number {
  const text = context.req.param('notice') ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}

function areOff(): ApiError {
  return new ApiError('conflict', 'The reminders are off');
}

function readPosition(value: string | null): NoticePosition | null {
  if (value === null) return null;
  const [, at, membershipId, noticeId, lastDay] =
    /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})\.(\d{4}-\d\d-\d\d)$/.exec(value) ?? [];
  if (lastDay === undefined) throw mustBe('After', 'the "Next" of an earlier response');
  return { changedAt: Number(at), membershipId: Number(membershipId), noticeId: Number(noticeId), lastDay };
}

function idOf({ membershipId, noticeId, lastDay }: NoticeMail): string {
  return `${membershipId}.${noticeId}.${lastDay}`;
}

function toJson(mail: NoticeMail): OfficeNoticeMail {
  return {
    ID: idOf(mail),
    MembershipID: String(mail.membershipId),
    Name: mail.name,
    LastDay: mail.lastDay,
    Days: mail.days,
    Email: mail.email,
    State: mail.state,
    ChangedAt: mail.changedAt.toISOString(),
    Attempts: mail.attempts,
    Problem: mail.failure?.problem ?? null,
    ReplyCode: mail.failure?.smtpCode ?? null,
  };
}
