import type { Context } from 'hono';
import type { z } from 'zod';
import { readMails, type SentMail } from '@/lib/mail/mail-record';
import { describeMailProblem, readMailState } from '@/lib/mail/mail-state';
import { undelivered, type Mail } from '@/lib/mail/mailer';
import { ApiError } from '@/lib/contract/errors';
import {
  mailOutcomes,
  type MailKind,
  type mailTestSchema,
  type OfficeMail,
  type OfficeMails,
  type OfficeMailSettings,
} from '@/lib/contract/office-mails';
import { QueryParameters } from '@/lib/contract/query-string';
import { mustBe, readChoice, readDate, readWhole } from '@/lib/contract/query-values';
import { readHolders } from '@/lib/store/lists/holders';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { findPeople } from '@/lib/sign-in/accounts/people';
import { findSurvivor } from '@/lib/store/person-aliases';
import { takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { readOrganisation } from '@/lib/store/structure';
import { officeMailText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import {
  checkOffice,
  type OfficeAccess,
  type OfficeRouteServices,
  type OfficeServices,
} from './office-check';

const defaultPage = 50;
const maxPage = 200;

export async function listMails(context: Context, services: OfficeServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listMails');
  const { store, clock } = services;
  const query = new QueryParameters(
    rawQuery(context),
    ['Result', 'Since', 'After', 'Limit'].map((name) => ({ name, takes: 'one' })),
  );
  const day = await readDay(store.members, organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const limit = readWhole(query, 'Limit', { from: 1, to: maxPage, missing: defaultPage });
  const since = readDate('Since', query.one('Since'), { now: clock(), timeZone: day.timeZone });
  const result = query.one('Result');
  const found = await readMails(store, {
    organisationId,
    result: result === null ? null : readChoice('Result', result, mailOutcomes),
    since: since?.instant ?? null,
    before: readCursor(query.one('After')),
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const body: OfficeMails = {
    Mails: await toJson(store, organisationId, shown),
    Next: last === undefined ? null : `${last.at.getTime()}.${last.id}`,
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

/** GET: the settings without secrets, and what is wrong with them. */
export async function readMailSettings(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readMailSettings');
  const { store, mailSettings: settings } = services;
  const { server, from } = settings;
  const state = await readMailState(store, { organisationId: access.organisationId, settings });
  const problem = describeMailProblem(state, settings);
  const body: OfficeMailSettings = {
    State: state,
    Server: server && {
      Host: server.host,
      Port: server.port,
      Encrypted: server.isEncrypted,
      SignsIn: server.signsIn,
    },
    From: from,
    To: await ownAddress(store, access),
    Problem: problem && { Text: problem.text, Fix: problem.fix },
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

/** POST: sends a test to the caller's own address. */
export async function testMail(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'testMail');
  const name = (await readOrganisation(services.store.members, access.organisationId))?.name ?? '';
  const mail = {
    kind: 'test' as const,
    subject: say(officeMailText.testSubject, { organisation: name }),
    text: say(officeMailText.test, { organisation: name }),
  };
  return context.json(await sendToSelf(services, access, mail), 200, { 'Cache-Control': 'no-store' });
}

/** The rate limit for the tests that one person sends to themselves. */
const testLimit = { burst: 10, perSeconds: 3600 };

/** @throws ApiError 409 if the caller has no address, 429 after too many tests */
export async function sendToSelf(
  { store, mailer, clock, logError }: OfficeRouteServices,
  access: OfficeAccess,
  { kind, ...mail }: Pick<Mail, 'subject' | 'text' | 'links'> & { kind: MailKind },
): Promise<z.infer<typeof mailTestSchema>> {
  const { organisationId, personId } = access;
  const to = await ownAddress(store, access);
  if (to === null) throw new ApiError('conflict', 'You have no email address, so no test can be sent');
  const bucket = `notice-test:${organisationId}:${personId}`;
  const waitSeconds = await takeFromRateLimit(store, { bucket, limit: testLimit, now: clock() });
  if (waitSeconds > 0) {
    throw new ApiError('too_many_requests', 'You have sent several tests already: try again later', {
      'Retry-After': String(waitSeconds),
    });
  }
  try {
    return { To: to, Mail: await mailer({ ...mail, to, about: { kind, organisationId, personId } }) };
  } catch (error) {
    logError(undelivered('A test', error));
    return { To: to, Mail: 'failed' };
  }
}

async function ownAddress(store: Store, { organisationId, personId }: OfficeAccess): Promise<string | null> {
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  return person === undefined || person.email === '' ? null : person.email;
}

function readCursor(value: string | null): { at: number; id: string } | null {
  if (value === null) return null;
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(value) ?? [];
  if (at === undefined || id === undefined) throw mustBe('After', 'the "Next" of an earlier response');
  return { at: Number(at), id };
}

async function toJson(
  store: Store,
  organisationId: number,
  mails: readonly SentMail[],
): Promise<OfficeMail[]> {
  const ids = [...new Set(mails.map(({ about }) => about.personId).filter((id) => id !== null))];
  const survivors = new Map<number, number>();
  for (const id of ids) survivors.set(id, (await findSurvivor(store.members, organisationId, id)) ?? id);
  const people = await findPeople(store, { organisationId, ids: [...new Set(survivors.values())] });
  const memberships = await readHolders(store.members, organisationId, {
    column: 'person_id',
    ids: [...survivors.values()],
  });
  return mails.map(({ at, about, email, failure }) => {
    const personId = about.personId === null ? null : (survivors.get(about.personId) ?? about.personId);
    const own = memberships.filter((one) => one.person_id === personId);
    const membership = own.find(({ id }) => id === about.membershipId) ?? own[0];
    return {
      At: at.toISOString(),
      Kind: about.kind,
      PersonName: people.find(({ id }) => id === personId)?.name ?? null,
      MembershipID: membership === undefined ? null : String(membership.id),
      Email: email,
      Problem: failure?.problem ?? null,
      ReplyCode: failure?.smtpCode ?? null,
    };
  });
}
