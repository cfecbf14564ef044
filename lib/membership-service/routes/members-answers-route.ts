/**
 * Responds with the answers that valid members see in each other's profiles. Only this installation's own pages may use
 * this endpoint. Elsewhere, only the office gets these answers, and clients with admin extras (docs/decisions.md 37).
 */
import { Hono, type Context } from 'hono';
import type { Clock } from '@/lib/clock';
import { ApiError } from '@/lib/membership-api/errors';
import type { ExtraAnswer } from '@/lib/membership-api/resources';
import type { AccessCheck } from '@/lib/membership-oauth/access';
import { allow } from '@/lib/membership-oauth/endpoint-guards';
import { readMemberFacts } from '@/lib/membership-oauth/member-facts';
import { readShownAnswers } from '@/lib/membership-records/read-shown-answers';
import { membershipIdOf } from '@/lib/membership-records/read-record';
import type { Store } from '@/lib/membership-store/database';
import { readDay } from '@/lib/membership-store/day';

interface Services {
  store: Store;
  clock: Clock;
  checkAccess: AccessCheck;
  ownClientId: string | null;
}

const path = '/api/v2/organisation/:organisation/user/members/:membership/answers';

export function membersAnswersRoute(services: Services): Hono {
  const routes = new Hono();
  routes.use(path, allow('GET'));
  routes.get(path, async (context) => {
    const organisationId = await requireValidMember(services, context);
    const membershipId = membershipIdOf(context.req.param('membership'));
    const day = await readDay(services.store.members, organisationId, services.clock());
    const answers =
      day === null || membershipId === null
        ? null
        : await readShownAnswers(services.store.members, day, membershipId);
    // The same response for a member who is not in the directory and for one who does not exist.
    if (answers === null) throw new ApiError('not_found', 'There is no such member in the directory');
    const body: ExtraAnswer[] = answers;
    return context.json(body, 200, { 'Cache-Control': 'no-store' });
  });
  return routes;
}

/**
 * @throws ApiError if the access check fails; 403 for every client except this installation's own, and for a person
 * without a valid membership today
 */
async function requireValidMember(
  { store, clock, checkAccess, ownClientId }: Services,
  context: Context,
): Promise<number> {
  const organisation = context.req.param('organisation') ?? '';
  const { organisationId, personId, clientId } = await checkAccess(context, { organisation, scope: 'user' });
  if (clientId !== ownClientId || personId === null)
    throw new ApiError('insufficient_scope', 'Only the directory of this installation may use this endpoint');
  const facts = await readMemberFacts(store, { organisationId, personId, now: clock() });
  if (facts === null || facts.isRemoved || facts.valid.length === 0)
    throw new ApiError('insufficient_scope', 'Only members with a valid membership may read this');
  return organisationId;
}
