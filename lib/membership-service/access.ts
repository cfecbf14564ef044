import type { Context } from 'hono';
import type { Scope } from '@/lib/membership-api/resources';

/** What a data route knows about who calls. */
export interface Access {
  organisationId: number;
  clientId: string;
  scopes: ReadonlySet<Scope>;
  /** The member who signed in; null: the token came from client credentials. */
  personId: number | null;
  seesAdminExtras: boolean;
}

export interface RequiredAccess {
  /** The path's segment as it was sent. */
  organisation: string;
  scope: Scope;
  /** GET /user alone: published clients send the token as `access_token` in the query (decisions.md 26). */
  mayUseQuery?: boolean;
}

/**
 * Who calls, when the request's token is valid at this organisation and has the scope. When the token came in the
 * query it sets `Cache-Control` and `Referrer-Policy` on the response.
 * @throws ApiError 400 for a token sent in the wrong place or twice, 401 for none or a bad one (the same bytes whether
 * the organisation exists or not), 403 for one without the scope
 */
export type AccessCheck = (context: Context, required: RequiredAccess) => Promise<Access>;
