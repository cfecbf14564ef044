import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { addDays } from '@/lib/base/clock';
import { countUnsentMails } from '@/lib/mail/mail-record';
import { describeMailProblem, readMailState } from '@/lib/mail/mail-state';
import { ApiError } from '@/lib/contract/errors';
import { parseDate } from '@/lib/contract/dates';
import type { Today } from '@/lib/contract/office-today';
import type { OfficerGroupName } from '@/lib/contract/officer-groups';
import { managesMembers } from '@/lib/contract/fields/role';
import { describeWaiting, findWaitingLapse } from '@/lib/changes/journal/lapses';
import { nearDays, readTodayCounts, readTypeFigures } from '@/lib/store/lists/today-counts';
import type { Store } from '@/lib/store/database';
import { readDay, type Day } from '@/lib/store/day';
import type { Structure } from '@/lib/store/schema/records';
import { readStructure } from '@/lib/store/structure';
import { describeStoredProblems } from '@/lib/changes/valid-organisation';
import { checkOffice, type OfficeAccess, type OfficeRouteServices } from './office-check';
import { countProposals } from './proposal-routes';

/** GET: the numbers on the office's first page. Only members whom the caller may see are counted. */
export async function respondWithToday(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'today');
  const { store, clock } = services;
  const day = await readDay(store.members, access.organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const structure = await readStructure(store.members, access.organisationId);
  const counts = await inCache(store, day, access, 'counts', (chapterIds) =>
    readTodayCounts(store, day, chapterIds),
  );
  const seesAll = managesMembers(access.role);
  const { officer, reader } = access;
  const sees = (group: OfficerGroupName) => officer === null || officer.sees(group);
  const hidden = { Count: null, List: null };
  const body: Today = {
    Date: day.today,
    // Readers have no page of approvals.
    Waiting: { Count: counts.waiting, List: reader === null ? 'applications' : 'members?Waiting=true' },
    Proposed:
      reader === null
        ? { Count: await countProposals(services, access), List: 'applications/changes' }
        : { Count: 0, List: null },
    Ending: !sees('dates')
      ? hidden
      : { Count: counts.ending, List: endBetween(day.today, addDays(day.today, nearDays)) },
    Ended: !sees('dates')
      ? hidden
      : { Count: counts.ended, List: endBetween(addDays(day.today, -nearDays), addDays(day.today, -1)) },
    Leaving: sees('dates') ? { Count: counts.leaving, List: 'members?Approved=true&Leaving=true' } : hidden,
    Owed: sees('money') ? { Count: counts.owed, List: 'members?Approved=true&OwedFrom=0.01' } : hidden,
    // Whoever does not see contact details must not learn who has an email address. The number would tell that about
    // a member who has just been added.
    WithoutEmail:
      sees('contact') && reader?.seesContact !== false
        ? { Count: counts.withoutEmail, List: 'members?Approved=true&HasEmail=false' }
        : hidden,
    WithoutLocation: { Count: counts.withoutLocation, List: 'members?Approved=true&HasLocation=false' },
    ...(seesAll ? await readUnsentMails(store, day, clock()) : { WaitingMails: null, FailedMails: null }),
    Types: sees('dates') && sees('money') ? await readTypes(store, { day, access, structure }) : null,
    LastImport: seesAll ? await readLastImport(store, access.organisationId) : null,
    DirectoryClosed: structure?.organisation.isDirectoryClosed ?? false,
    Problems: seesAll
      ? await findProblems(services, { organisationId: access.organisationId, structure })
      : [],
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

async function readTypes(
  store: Store,
  { day, access, structure }: { day: Day; access: OfficeAccess; structure: Structure | null },
): Promise<Today['Types']> {
  const since = addDays(day.today, -365);
  const figures = await inCache(store, day, access, 'types', (chapterIds) =>
    readTypeFigures(store, day, { chapterIds, since }),
  );
  const listOf = (id: number, rest: string) => `members?Approved=true&Type=${id}&${rest}`;
  return [...(structure?.types.values() ?? [])]
    .flatMap(({ id, name }) => {
      const one = figures.find(({ typeId }) => typeId === id);
      if (one === undefined || one.members + one.joined + one.left === 0) return [];
      const current = 'Status=financial&Status=expiring&Status=outstanding';
      const ended = `Status=expired&ExpiryFrom=${since}&ExpiryTo=${addDays(day.today, -1)}`;
      return [
        {
          Name: name,
          Members: { Count: one.members, List: listOf(id, current) },
          Joined: { Count: one.joined, List: listOf(id, `JoinedFrom=${since}`) },
          Left: { Count: one.left, List: listOf(id, ended) },
        },
      ];
    })
    .sort((a, b) => a.Name.localeCompare(b.Name));
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

const cached = new WeakMap<Store, LRUCache<string, { of: string; value: unknown }>>();
const maxCached = 100;

/**
 * Counted once for each version of the data, because finding the members without a location means reading all members.
 * @param what always the same name for the same function
 */
async function inCache<T>(
  store: Store,
  day: Day,
  { onlyChapters: chapters }: OfficeAccess,
  what: string,
  count: (chapterIds: readonly number[] | null) => Promise<T>,
): Promise<T> {
  const ofStore = cached.get(store) ?? new LRUCache({ max: maxCached });
  cached.set(store, ofStore);
  const caller = JSON.stringify([what, day.organisationId, chapters]);
  const of = JSON.stringify([day.version, day.today]);
  const known = ofStore.get(caller);
  // Safe, because the same name always has the same function.
  if (known?.of === of) return known.value as T;
  const value = await count(chapters);
  ofStore.set(caller, { of, value });
  return value;
}

/** Members who read more of the directory for members than its limits allow, in the last days. */
async function describeManyReadings(
  { auth, members }: Store,
  { organisationId, now }: { organisationId: number; now: Date },
): Promise<{ text: string; fix: string }[]> {
  const rows = await auth
    .selectFrom('account_journal')
    .select(({ fn }) => ['person_id', fn.max('at').as('at')])
    .where('organisation_id', '=', organisationId)
    .where('at', '>=', now.getTime() - reportedDays * 24 * 3600_000)
    .where('kind', '=', 'members_directory')
    .where('person_id', 'is not', null)
    .groupBy('person_id')
    .orderBy('at', 'desc')
    .limit(maxReported)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => Number(row.person_id));
  const persons = await members
    .selectFrom('person')
    .select(['id', 'first_name', 'last_name', 'organisation'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ person_id: id, at }) => {
    const person = persons.find((one) => one.id === id);
    const name = `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim() || person?.organisation;
    return {
      text: `${name || 'Somebody'} (person ${id}) opened more profiles or pages of the directory for members than one person needs, last on ${new Date(Number(at)).toISOString().slice(0, 10)}`,
      fix: 'They had to wait. Ask them why, or sign them out everywhere and end their membership',
    };
  });
}

const reportedDays = 7;
const maxReported = 10;

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
  { organisationId, structure }: { organisationId: number; structure: Structure | null },
): Promise<Today['Problems']> {
  const mail = describeMailProblem(await readMailState(store, { organisationId, settings }), settings);
  const stored = structure === null ? [] : describeStoredProblems(structure);
  const waiting = await findWaitingLapse(store, { organisationId, now: clock() });
  const jump = waiting?.needsConfirmation === true ? [describeWaiting(waiting)] : [];
  const readers = await describeManyReadings(store, { organisationId, now: clock() });
  return [...(mail === null ? [] : [mail]), ...stored, ...jump, ...readers].map(({ text, fix }) => ({
    Text: text,
    Fix: fix,
  }));
}
