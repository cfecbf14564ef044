import type { Scope } from '@/lib/membership-api/resources';
import type { SignInMethod } from '@/lib/membership-schema/auth-schema';

/** What a code or a refresh token was exchanged for: the tokens, and facts about the sign-in. */
export interface CodeGrant {
  token: string;
  /** null: the scope does not have `offline_access`. */
  refreshToken: string | null;
  scopes: Scope[];
  /** The ID of the person when the code was issued. A merge may have changed it since. */
  personId: number;
  /** In milliseconds since 1970. null: unknown. */
  signedInAt: number | null;
  amr: SignInMethod | null;
  nonce: string | null;
  /** The ID by which the client knows the session. null: the client is not told when the session ends. */
  sid: string | null;
}
