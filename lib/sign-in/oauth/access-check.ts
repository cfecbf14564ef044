import type { Context } from 'hono';
import type { Clock } from '@/lib/base/clock';
import { ApiError } from '@/lib/contract/errors';
import { findPersonStanding } from '@/lib/sign-in/accounts/person-standing';
import type { Access, AccessCheck, RequiredAccess } from './access';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { parseOrganisation } from './organisation-id';
import { mayBeUsedBy, type ClientRules } from './client-rules';
import { findToken, type FoundToken } from './tokens';
import { recordCaller } from '@/lib/server/current-request';

interface Services {
  store: Store;
  clock: Clock;
  ownClientId: string | null;
}

/** @see RFC 6750 §2 and §3 */
export function createAccessCheck(services: Services): AccessCheck {
  const check = createTokenCheck(services);
  return async (context, { organisation, scope, mayUseQuery = false, fromForm = null }) =>
    check(readToken(context, { mayUseQuery, fromForm }), { organisation, scope });
}

/** The check of a token that this process already has, because it did not come with a request. */
export function createTokenCheck({
  store,
  clock,
  ownClientId,
}: Services): (secret: string, required: Pick<RequiredAccess, 'organisation' | 'scope'>) => Promise<Access> {
  return async (secret, { organisation, scope }) => {
    const organisationId = parseOrganisation(organisation);
    // Both reads run at the same time, so that the request waits only once.
    const [found, day] = await Promise.all([
      findToken(store, secret, clock()),
      organisationId === null ? null : readDay(store.members, organisationId, clock()),
    ]);
    const isOfHere = found !== null && day !== null && found.organisationId === day.organisationId;
    const token = isOfHere ? await withHolder(store, found, day.today) : null;
    // Removed persons can see their own data on this installation's own pages, and can do nothing else.
    const mayBeRemoved = scope === 'user' && found?.clientId === ownClientId;
    const mayBeUsed =
      token !== null &&
      (token.isRemoved
        ? mayBeRemoved
        : await meetsRules(store, { token, rules: found?.rules ?? null, now: clock() }));
    if (!mayBeUsed) throw invalidToken('The access token is unknown, expired or revoked');
    recordCaller({ clientId: token.clientId, personId: token.personId });
    if (!token.scopes.has(scope))
      throw insufficientScope(scope, `The access token does not have the scope ${scope}`);
    // Only the directory's own client may use this scope, even if another client was somehow registered for it (J22).
    if (scope === 'office' && (token.personId === null || token.clientId !== ownClientId)) {
      throw insufficientScope(
        scope,
        "The office accepts only people who signed in at the directory's own pages",
      );
    }
    if (scope === 'user' && token.personId === null) {
      throw insufficientScope(
        scope,
        'The access token was issued for client credentials and does not belong to a member',
      );
    }
    return token;
  };
}

function insufficientScope(scope: string, description: string): ApiError {
  return new ApiError('insufficient_scope', description, {
    'WWW-Authenticate': `Bearer realm="${realm}", error="insufficient_scope", error_description="${description}", scope="${scope}"`,
  });
}

// The realm is the same for every organisation, because a name here would reveal which organisations exist.
const realm = 'membership-api';

function readToken(
  context: Context,
  { mayUseQuery, fromForm }: { mayUseQuery: boolean; fromForm: string | null },
): string {
  const header = /^bearer(?: +(.*))?$/i.exec(context.req.header('Authorization')?.trim() ?? '');
  const { url } = context.req;
  // Parsing an address takes as long as a look-up, and most addresses have no query.
  const inQuery = url.includes('?') ? new URL(url).searchParams.getAll('access_token') : [];
  if (inQuery.length === 0 && fromForm !== null && header === null) return fromForm;
  if (inQuery.length === 0 && fromForm === null) return header === null ? refuseMissing() : (header[1] ?? '');
  // Histories and logs may store an address that contains a token. These headers are the only protection (RFC 6750
  // §5.3).
  context.header('Cache-Control', 'private, no-store');
  context.header('Referrer-Policy', 'no-referrer');
  if (!mayUseQuery && inQuery.length > 0) {
    throw invalidRequest('access_token must not be in the query. Send it in the Authorization header');
  }
  const [secret] = inQuery;
  if (header !== null || fromForm !== null || inQuery.length > 1 || secret === undefined) {
    throw invalidRequest(
      'The access token must be sent only once: in the Authorization header or as access_token',
    );
  }
  return secret;
}

function refuseMissing(): never {
  // RFC 6750 §3.1: the header has no error code if the request has no token.
  throw new ApiError(
    'invalid_token',
    'The access token is missing. Send it in the Authorization header as Bearer',
    {
      'WWW-Authenticate': `Bearer realm="${realm}"`,
    },
  );
}

function invalidToken(description: string): ApiError {
  return new ApiError('invalid_token', description, {
    'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_token", error_description="${description}"`,
  });
}

function invalidRequest(description: string): ApiError {
  return new ApiError('invalid_request', description, {
    'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_request"`,
  });
}

/** Most clients have no rules and need no further look-up. */
async function meetsRules(
  store: Store,
  { token, rules, now }: { token: Access; rules: ClientRules | null; now: Date },
): Promise<boolean> {
  const { organisationId, personId } = token;
  if (rules === null || personId === null) return true;
  return mayBeUsedBy(store, { client: { organisationId, rules }, personId, now });
}

/** Adds the current state of the token's person. null: the person no longer exists, or was merged into another person. */
async function withHolder({ members }: Store, token: FoundToken, today: string): Promise<Access | null> {
  const { organisationId, personId } = token;
  // A token from client credentials has no person.
  if (personId === null) return { ...token, isRemoved: false };
  const standing = await findPersonStanding(members, { organisationId, personId, today });
  return standing === null ? null : { ...token, ...standing };
}
