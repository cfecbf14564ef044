import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { endpointsOf, officeEndpoints, type OfficeEndpointName } from '@/lib/membership-office/role-table';
import { checkOffice, recentUntil } from './office-check';
import { readOfficeMember } from './read-member';
import { listRoles, putRole, removeRole, type RoleServices } from './role-routes';

const root = '/api/v2/organisation/:organisation/office';

const handlers: Record<OfficeEndpointName, (context: Context, services: RoleServices) => Promise<Response>> =
  {
    me: respondWithMe,
    listRoles,
    setRole: putRole,
    removeRole,
    readMember: readOfficeMember,
  };

/** The endpoints of the office (docs/office.md). Each has its row in the role table. */
export function officeRoutes(services: RoleServices): Hono {
  const routes = new Hono();
  // The keys of an object literal.
  const names = Object.keys(officeEndpoints) as OfficeEndpointName[];
  for (const path of new Set(names.map((name) => officeEndpoints[name].path))) {
    const ofPath = names.filter((name) => officeEndpoints[name].path === path);
    const address = `${root}/${path.replace('{PersonID}', ':person').replace('{MembershipID}', ':membership')}`;
    for (const name of ofPath) {
      routes.on(officeEndpoints[name].method, address, (context) => handlers[name](context, services));
    }
    const own: string[] = ofPath.map((name) => officeEndpoints[name].method);
    const methods = [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    routes.options(address, (context) => context.body(null, 204, { Allow: methods }));
    routes.all(address, () => {
      throw new ApiError('method_not_allowed', `The method must be one of ${methods}`, { Allow: methods });
    });
  }
  return routes;
}

async function respondWithMe(context: Context, services: RoleServices): Promise<Response> {
  const { personId, role, chapterIds, signedInAt } = await checkOffice(context, services, 'me');
  const body = {
    PersonID: String(personId),
    Role: role,
    Chapters: chapterIds.map(String),
    SignedInAt: signedInAt?.toISOString() ?? null,
    RecentUntil: recentUntil(signedInAt)?.toISOString() ?? null,
    Endpoints: endpointsOf(role).map(({ method, path, isSensitive }) => ({
      Method: method,
      Path: path,
      NeedsRecentSignIn: isSensitive,
    })),
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}
