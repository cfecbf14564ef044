/**
 * What valid members see of each other: the answers in a profile, and whether they may read more of the directory for
 * members now. Only this installation's own pages may use these endpoints. Elsewhere, only the office gets these
 * answers, and clients with admin extras (docs/decisions.md 37 and A3).
 */
import { Hono, type Context } from 'hono';
import type { Clock } from '@/lib/base/clock';
import { ApiError } from '@/lib/contract/errors';
import { memberReadings, type MemberReading } from '@/lib/contract/own-sign-ins';
import type { ExtraAnswer } from '@/lib/contract/resources';
import type { AccessCheck } from '@/lib/sign-in/oauth/access';
import { allow } from '@/lib/sign-in/oauth/endpoint-guards';
import { takeFromRateLimit, type RateLimits } from '@/lib/sign-in/oauth/rate-limits';
import { readMemberFacts, type MemberFacts } from '@/lib/sign-in/oauth/member-facts';
import { readShownAnswers } from '@/lib/changes/routes/read-shown-answers';
import { membershipIdOf } from '@/lib/changes/routes/read-record';
import { journalAccounts } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { byPerson } from '@/lib/store/journal';

export interface MembersServices {
  store: Store;
  clock: Clock;
  checkAccess: AccessCheck;
  ownClientId: string | null;
}

interface Services extends MembersServices {
  rateLimits: RateLimits;
}

const root = '/api/v2/organisation/:organisation/user';
const answersPath = `${root}/members/:membership/answers`;
const readingsPath = `${root}/directory-readings/:kind`;
const noStore = { 'Cache-Control': 'no-store' };

export function membersDirectoryRoutes(services: Services): Hono {
  const routes = new Hono();
  routes.use(answersPath, allow('GET'));
  routes.get(answersPath, async (context) => {
    const { organisationId } = await requireValidMember(services, context);
    const membershipId = membershipIdOf(context.req.param('membership'));
    const day = await readDay(services.store.members, organisationId, services.clock());
    const answers =
      day === null || membershipId === null
        ? null
        : await readShownAnswers(services.store.members, day, membershipId);
    // The same response for a member who is not in the directory and for one who does not exist.
    if (answers === null) throw new ApiError('not_found', 'There is no such member in the directory');
    const body: ExtraAnswer[] = answers;
    return context.json(body, 200, noStore);
  });
  routes.use(readingsPath, allow('POST'));
  routes.post(readingsPath, (context) => countReading(context, services));
  return routes;
}

const limitOf = {
  profile: 'memberProfilesPerPerson',
  page: 'memberPagesPerPerson',
  map: 'memberMapsPerPerson',
  picture: 'memberPicturesPerPerson',
} as const satisfies Record<MemberReading, keyof RateLimits>;
const oncePerHour = { burst: 1, perSeconds: 3600 };

/**
 * Counts what a member is about to read. Whoever reads more than the limit has to wait, and the office sees a line about
 * it once an hour.
 */
async function countReading(context: Context, services: Services): Promise<Response> {
  const { store, clock, rateLimits } = services;
  const { organisationId, personId } = await requireValidMember(services, context);
  const read = memberReadings.find((kind) => kind === context.req.param('kind'));
  if (read === undefined) throw new ApiError('not_found', `A reading is one of ${memberReadings.join(', ')}`);
  const now = clock();
  const take = (kind: string, limit: RateLimits[keyof RateLimits]) =>
    takeFromRateLimit(store, { bucket: `members ${kind} ${organisationId} ${personId}`, limit, now });
  const wait = await take(read, rateLimits[limitOf[read]]);
  if (wait > 0 && (await take('report', oncePerHour)) === 0)
    await journalAccounts(store.auth, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'members_directory', operation: 'limited', personId },
    ]);
  return context.json({ WaitSeconds: wait }, 200, noStore);
}

/**
 * @throws ApiError if the access check fails; 403 for every client except this installation's own, and for a person
 * without a valid membership today
 */
export async function requireValidMember(
  { store, clock, checkAccess, ownClientId }: MembersServices,
  context: Context,
): Promise<{ organisationId: number; personId: number; facts: MemberFacts }> {
  const organisation = context.req.param('organisation') ?? '';
  const { organisationId, personId, clientId } = await checkAccess(context, { organisation, scope: 'user' });
  if (clientId !== ownClientId || personId === null)
    throw new ApiError('insufficient_scope', 'Only the directory of this installation may use this endpoint');
  const facts = await readMemberFacts(store, { organisationId, personId, now: clock() });
  if (facts === null || facts.isRemoved || facts.valid.length === 0)
    throw new ApiError('insufficient_scope', 'Only members with a valid membership may read this');
  return { organisationId, personId, facts };
}
