import type { Context } from 'hono';
import type { Scope } from '@/lib/contract/resources';

export interface Access {
  organisationId: number;
  clientId: string;
  scopes: ReadonlySet<Scope>;
  /** null: the token came from client credentials. */
  personId: number | null;
  seesAdminExtras: boolean;
  hasLegacyStatus: boolean;
  /** The hash of the code that was exchanged for the token. null: the token came from client credentials. */
  codeHash: string | null;
  /** null: nobody signed in, or an earlier release issued the token. */
  signedInAt: Date | null;
  /** The person has no membership, committee seat or role any more. */
  isRemoved: boolean;
  /** Milliseconds since 1970. */
  endsAt: number;
}

export interface RequiredAccess {
  /** The ID in the path, as it was sent. */
  organisation: string;
  scope: Scope;
  /** GET /user only: published clients send the token as `access_token` in the query (docs/decisions.md 26). */
  mayUseQuery?: boolean;
  /** The parameter `access_token` of a form, if the endpoint accepts tokens in a form. */
  fromForm?: string | null;
}

/**
 * The caller, if the token is valid at this organisation and has the scope. For a token in the query, sets
 * `Cache-Control` and `Referrer-Policy` on the response.
 * @throws ApiError 400 if the token is sent in the wrong place or twice, 401 if the token is missing or invalid (the
 * same bytes whether or not the organisation exists), 403 if the token lacks the scope
 */
export type AccessCheck = (context: Context, required: RequiredAccess) => Promise<Access>;
