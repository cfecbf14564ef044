import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { addDays } from '@/lib/clock';
import { countUnsentMails } from '@/lib/mail/mail-record';
import { describeMailProblem, readMailState } from '@/lib/mail/mail-state';
import { ApiError } from '@/lib/membership-api/errors';
import { parseDate } from '@/lib/membership-api/dates';
import type { Today } from '@/lib/membership-api/office-today';
import type { OfficerGroupName } from '@/lib/membership-api/officer-groups';
import { describeWaiting, findWaitingLapse } from '@/lib/membership-journal/lapses';
import { nearDays, readTodayCounts, type TodayCounts } from '@/lib/membership-lists/today-counts';
import type { Store } from '@/lib/membership-store/database';
import { readDay, type Day } from '@/lib/membership-store/day';
import { readOrganisation } from '@/lib/membership-store/structure';
import { readStructure } from '@/lib/membership-store/structure';
import { describeStoredProblems } from '@/lib/membership-changes/valid-organisation';
import { checkOffice, type OfficeAccess, type OfficeRouteServices } from './office-check';

/** GET: the numbers on the office's first page. Only members whom the caller may see are counted. */
export async function respondWithToday(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'today');
  const { store, clock } = services;
  const day = await readDay(store.members, access.organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const organisation = await readOrganisation(store.members, access.organisationId);
  const counts = await readCounts(store, day, access);
  const seesAll = access.role === 'owner' || access.role === 'secretary';
  const { officer, reader } = access;
  const sees = (group: OfficerGroupName) => officer === null || officer.sees(group);
  const hidden = { Count: null, List: null };
  const body: Today = {
    Date: day.today,
    // Readers have no page of approvals.
    Waiting: { Count: counts.waiting, List: reader === null ? 'applications' : 'members?Approved=false' },
    Ending: !sees('dates')
      ? hidden
      : { Count: counts.ending, List: endBetween(day.today, addDays(day.today, nearDays)) },
    Ended: !sees('dates')
      ? hidden
      : { Count: counts.ended, List: endBetween(addDays(day.today, -nearDays), addDays(day.today, -1)) },
    // Whoever does not see contact details must not learn who has an email address. The number would tell that about
    // a member who has just been added.
    WithoutEmail:
      sees('contact') && reader?.seesContact !== false
        ? { Count: counts.withoutEmail, List: 'members?Approved=true&HasEmail=false' }
        : hidden,
    WithoutLocation: { Count: counts.withoutLocation, List: 'members?Approved=true&HasLocation=false' },
    ...(seesAll ? await readUnsentMails(store, day, clock()) : { WaitingMails: null, FailedMails: null }),
    LastImport: seesAll ? await readLastImport(store, access.organisationId) : null,
    DirectoryClosed: organisation?.isDirectoryClosed ?? false,
    Problems: seesAll ? await findProblems(services, access.organisationId) : [],
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

async function readUnsentMails(
  store: Store,
  { organisationId, today, timeZone }: Day,
  now: Date,
): Promise<Pick<Today, 'WaitingMails' | 'FailedMails'>> {
  const first = addDays(today, -nearDays);
  // `since` is the start of the day `first` in the organisation's time zone. The list of mails reads its parameter
  // `Since` in the same way. The list therefore shows the mails that are counted here.
  const since = parseDate(first, { now, timeZone })?.instant ?? now;
  const { waiting, failed } = await countUnsentMails(store, { organisationId, since });
  return {
    WaitingMails: { Count: waiting, List: `mails?Result=waiting&Since=${first}` },
    FailedMails: { Count: failed, List: `mails?Result=failed&Since=${first}` },
  };
}

function endBetween(first: string, last: string): string {
  return `members?Approved=true&ExpiryFrom=${first}&ExpiryTo=${last}`;
}

const cached = new WeakMap<Store, LRUCache<string, { of: string; counts: TodayCounts }>>();
const maxCached = 50;

/**
 * Counted once for each version of the data, because finding the members without a location means reading all members.
 */
async function readCounts(store: Store, day: Day, { role, chapterIds }: OfficeAccess): Promise<TodayCounts> {
  const chapters = role === 'officer' ? chapterIds : null;
  const ofStore = cached.get(store) ?? new LRUCache({ max: maxCached });
  cached.set(store, ofStore);
  const caller = JSON.stringify([day.organisationId, chapters]);
  const of = JSON.stringify([day.version, day.today]);
  const known = ofStore.get(caller);
  if (known?.of === of) return known.counts;
  const counts = await readTodayCounts(store, day, chapters);
  ofStore.set(caller, { of, counts });
  return counts;
}

const countsSchema = z
  .object({
    read: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    removed: z.number(),
    bad: z.number(),
  })
  .nullable();

async function readLastImport({ members }: Store, organisationId: number): Promise<Today['LastImport']> {
  const row = await members
    .selectFrom('import_run')
    .select(['id', 'at', 'source', 'counts'])
    .where('organisation_id', '=', organisationId)
    .where('is_merge', '=', 0)
    .where('is_bulk', '=', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const counts = countsSchema.parse(JSON.parse(row.counts));
  return {
    ID: String(row.id),
    Time: new Date(row.at).toISOString(),
    Source: row.source,
    Read: counts?.read ?? 0,
    Created: counts?.created ?? 0,
    Updated: counts?.updated ?? 0,
    Unchanged: counts?.unchanged ?? 0,
    Removed: counts?.removed ?? 0,
    Bad: counts?.bad ?? 0,
    List: `journal?Run=${row.id}`,
  };
}

async function findProblems(
  { store, clock, mailSettings: settings }: OfficeRouteServices,
  organisationId: number,
): Promise<Today['Problems']> {
  const mail = describeMailProblem(await readMailState(store, { organisationId, settings }), settings);
  const structure = await readStructure(store.members, organisationId);
  const stored = structure === null ? [] : describeStoredProblems(structure);
  const waiting = await findWaitingLapse(store, { organisationId, now: clock() });
  const jump = waiting?.needsConfirmation === true ? [describeWaiting(waiting)] : [];
  return [...(mail === null ? [] : [mail]), ...stored, ...jump].map(({ text, fix }) => ({
    Text: text,
    Fix: fix,
  }));
}
