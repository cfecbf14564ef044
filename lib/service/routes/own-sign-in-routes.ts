import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import type { ConnectedSites, OwnPasskeys, OwnSessions } from '@/lib/contract/own-sign-ins';
import type { Clock } from '@/lib/base/clock';
import type { Owner } from '@/lib/sign-in/accounts/owner';
import { endAllOwnSessions, endOwnSession, listOwnSessions } from '@/lib/sign-in/accounts/own-sessions';
import { listPasskeys } from '@/lib/sign-in/accounts/passkeys';
import type { AccessCheck } from '@/lib/sign-in/oauth/access';
import { listConnectedSites, withdrawConsent } from '@/lib/sign-in/oauth/connected-sites';
import { allow } from '@/lib/sign-in/oauth/endpoint-guards';
import type { Store } from '@/lib/store/database';

export interface OwnerServices {
  store: Store;
  checkAccess: AccessCheck;
  ownClientId: string | null;
}

interface Services extends OwnerServices {
  clock: Clock;
}

const root = '/api/v2/organisation/:organisation/user';

export function ownSignInRoutes(services: Services): Hono {
  const { store, clock } = services;
  const routes = new Hono();
  routes.use(`${root}/sessions`, allow('GET', 'DELETE'));
  routes.get(`${root}/sessions`, async (context) => {
    const owner = await requireOwner(services, context);
    const sessions = await listOwnSessions(store, owner, clock());
    const body: OwnSessions = sessions.map(({ id, startedAt, browser, hash }) => ({
      ID: id,
      SignedInAt: startedAt.toISOString(),
      Browser: browser,
      IsCurrent: hash === owner.sessionHash,
    }));
    return context.json(body, 200, noStore);
  });
  routes.delete(`${root}/sessions`, async (context) => {
    await endAllOwnSessions(store, await requireOwner(services, context), clock());
    return context.body(null, 204, noStore);
  });
  routes.use(`${root}/sessions/:session`, allow('DELETE'));
  routes.delete(`${root}/sessions/:session`, async (context) => {
    const owner = await requireOwner(services, context);
    if (!(await endOwnSession(store, owner, context.req.param('session'), clock())))
      throw notThere('session');
    return context.body(null, 204, noStore);
  });
  routes.use(`${root}/passkeys`, allow('GET'));
  routes.get(`${root}/passkeys`, async (context) => {
    const passkeys = await listPasskeys(store, await requireOwner(services, context));
    const body: OwnPasskeys = passkeys.map(({ id, name, createdAt, lastUsedAt, refusedAt }) => ({
      ID: id,
      Name: name,
      AddedAt: createdAt.toISOString(),
      LastUsedAt: lastUsedAt?.toISOString() ?? null,
      StoppedAt: refusedAt?.toISOString() ?? null,
    }));
    return context.json(body, 200, noStore);
  });
  routes.use(`${root}/sites`, allow('GET'));
  routes.get(`${root}/sites`, async (context) => {
    const owner = await requireOwner(services, context);
    const sites = await listConnectedSites(store, { ...owner, ownClientId: services.ownClientId ?? '' });
    const body: ConnectedSites = sites.map(({ clientId, name, isFirstParty, scopes, since, lastUsedAt }) => ({
      ID: clientId,
      Name: name,
      IsOwn: isFirstParty,
      Scopes: scopes,
      Since: since.toISOString(),
      LastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    return context.json(body, 200, noStore);
  });
  routes.use(`${root}/sites/:client`, allow('DELETE'));
  routes.delete(`${root}/sites/:client`, async (context) => {
    const owner = await requireOwner(services, context);
    const clientId = context.req.param('client');
    // PostgreSQL fails on a text with a NUL character.
    const isWithdrawn =
      !clientId.includes('\0') && (await withdrawConsent(store, { ...owner, clientId }, clock()));
    if (!isWithdrawn) throw notThere('site');
    return context.body(null, 204, noStore);
  });
  return routes;
}

/**
 * Returns the person who sent the request, and the session from which the directory got the token.
 * @throws ApiError if the access check fails, and 403 for every client except this installation's own
 */
export async function requireOwner(
  { store, checkAccess, ownClientId }: OwnerServices,
  context: Context,
): Promise<Owner & { sessionHash: string | null }> {
  const organisation = context.req.param('organisation') ?? '';
  const access = await checkAccess(context, { organisation, scope: 'user' });
  const { organisationId, personId, clientId, codeHash } = access;
  if (clientId !== ownClientId || personId === null)
    throw new ApiError('insufficient_scope', 'Only the directory of this installation may use this endpoint');
  const code =
    codeHash === null
      ? undefined
      : await store.auth
          .selectFrom('authorization_code')
          .select('session_hash')
          .where('code_hash', '=', codeHash)
          .executeTakeFirst();
  return { organisationId, personId, sessionHash: code?.session_hash ?? null };
}

function notThere(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what}`);
}

const noStore = { 'Cache-Control': 'no-store' };
