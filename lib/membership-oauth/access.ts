import type { Context } from 'hono';
import type { SignInMethod } from '@/lib/membership-schema/auth-schema';
import type { Scope } from '@/lib/membership-api/resources';

/** The facts about the caller that a data route gets. */
export interface Access {
  organisationId: number;
  clientId: string;
  scopes: ReadonlySet<Scope>;
  /** The member who signed in. null: the token came from client credentials. */
  personId: number | null;
  seesAdminExtras: boolean;
  hasLegacyStatus: boolean;
  /** Hash of the code that was exchanged for the token. null: it came from client credentials. */
  codeHash: string | null;
  /** When the person signed in. null: nobody did, or an earlier release issued the token. */
  signedInAt: Date | null;
  /** How the person signed in. null: nobody did, or an earlier release issued the token. */
  amr: SignInMethod | null;
  /** The person who signed in no longer has a membership, committee seat or role. */
  isRemoved: boolean;
  /** When the token expires, in milliseconds since 1970. */
  endsAt: number;
}

export interface RequiredAccess {
  /** The organisation's ID in the path, as it was sent. */
  organisation: string;
  scope: Scope;
  /** GET /user only: published clients send the token as `access_token` in the query (docs/decisions.md 26). */
  mayUseQuery?: boolean;
  /** The parameter `access_token` of the form in the body, where the endpoint accepts one. */
  fromForm?: string | null;
}

/**
 * The caller, if the token is valid at this organisation and has the scope. If the token was sent in the query, this
 * sets `Cache-Control` and `Referrer-Policy` on the response.
 * @throws ApiError 400 if the token is sent in the wrong place or twice, 401 if the token is missing or invalid (the
 * same bytes whether or not the organisation exists), 403 if the token lacks the scope
 */
export type AccessCheck = (context: Context, required: RequiredAccess) => Promise<Access>;
