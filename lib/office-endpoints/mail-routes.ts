import type { Context } from 'hono';
import { readMails, type SentMail } from '@/lib/mail/mail-record';
import { ApiError } from '@/lib/membership-api/errors';
import type { OfficeMail, OfficeMails } from '@/lib/membership-api/office-mails';
import { QueryParameters } from '@/lib/membership-api/query-string';
import { mustBe, readBoolean, readDate, readWhole } from '@/lib/membership-api/query-values';
import { readHolders } from '@/lib/membership-lists/holders';
import type { Store } from '@/lib/membership-store/database';
import { readDay } from '@/lib/membership-store/day';
import { findPeople } from '@/lib/membership-accounts/people';
import { findSurvivor } from '@/lib/membership-store/person-aliases';
import { rawQuery } from '@/lib/membership-records/raw-query';
import { checkOffice, type OfficeServices } from './office-check';

const defaultPage = 50;
const maxPage = 200;

export async function listMails(context: Context, services: OfficeServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listMails');
  const { store, clock } = services;
  const query = new QueryParameters(
    rawQuery(context),
    ['Failed', 'Since', 'After', 'Limit'].map((name) => ({ name, takes: 'one' })),
  );
  const day = await readDay(store.members, organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const limit = readWhole(query, 'Limit', { from: 1, to: maxPage, missing: defaultPage });
  const since = readDate('Since', query.one('Since'), { now: clock(), timeZone: day.timeZone });
  const failed = query.one('Failed');
  const found = await readMails(store, {
    organisationId,
    isFailed: failed === null ? null : readBoolean('Failed', failed, false),
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
