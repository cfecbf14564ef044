/** The JSON of `lib/directory/directory-routes.ts` for the directory for members. Every request is checked. */
import { Hono, type Context } from 'hono';
import { directoryRoutes, type SearchServices } from '@/lib/directory/directory-routes';
import type { MemberReading } from '@/lib/contract/own-sign-ins';
import { lookUp } from '@/lib/base/look-up';
import type { Admission, Admit } from './admission';
import type { MembersDirectory, OpenMembersDirectory } from './members-directory';

interface Services extends Pick<SearchServices, 'site' | 'logError'> {
  open: MembersDirectory['open'];
  admit: Admit;
}

const membersDirectoryPath = '/members-only/directory';

const readings: Readonly<Record<string, MemberReading>> = {
  'search.json': 'page',
  'member.json': 'profile',
  'clusters.json': 'map',
  'places.json': 'map',
  'resolve.json': 'map',
};
// Members ask less often than the public, and the memory is needed for the model.
const cachedBytes = 2 * 1024 * 1024;

export function membersDirectoryRoutes({ open, admit, site, logError }: Services): Hono {
  const routes = new Hono();
  let current: { of: OpenMembersDirectory; routes: Hono } | null = null;
  const routesOf = (of: OpenMembersDirectory) => {
    if (current?.of !== of) current = { of, routes: directoryRoutes({ ...of, site, logError, cachedBytes }) };
    return current.routes;
  };
  routes.get(`${membersDirectoryPath}/:file`, async (context) => {
    const file = context.req.param('file');
    const reading = lookUp(readings, file);
    const found = open();
    if (reading === undefined || found === null) return refuse(context, 404, 'not_found', notThere);
    const admission = await admit(context.req.header('cookie'), reading);
    if (admission.kind !== 'admitted') return refuseReader(context, admission);
    const { search } = new URL(context.req.url);
    const response = await routesOf(found).request(`/${file}${search}`, {
      headers: { 'accept-encoding': context.req.header('accept-encoding') ?? '' },
    });
    const headers = new Headers(response.headers);
    headers.delete('etag');
    for (const [name, value] of Object.entries(isPrivate)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  });
  return routes;
}

const isPrivate = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };
const notThere = 'There is no directory for members, or no endpoint at this address';

function refuseReader(context: Context, admission: Exclude<Admission, { kind: 'admitted' }>): Response {
  if (admission.kind === 'wait') {
    const text = `You have read very much of the directory. Try again in ${admission.seconds} seconds`;
    return refuse(context, 429, 'too_many_requests', text, { 'Retry-After': String(admission.seconds) });
  }
  if (admission.kind === 'signed-out') return refuse(context, 401, 'invalid_token', 'Sign in first');
  if (admission.kind === 'not-a-member')
    return refuse(context, 403, 'insufficient_scope', 'Only members with a valid membership may read this');
  return refuse(context, 503, 'temporarily_unavailable', 'Try again in a moment');
}

function refuse(
  context: Context,
  status: 401 | 403 | 404 | 429 | 503,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Response {
  return context.json({ error, error_description: description }, status, { ...isPrivate, ...headers });
}
