import type { Scope } from '@/lib/contract/resources';
import type { SignInMethod } from '@/lib/store/schema/auth-schema';

/** The result of exchanging a code or a refresh token: the tokens, and facts about the sign-in. */
export interface CodeGrant {
  token: string;
  /** null: the scope does not have `offline_access`. */
  refreshToken: string | null;
  scopes: Scope[];
  personId: number;
  /** Milliseconds since 1970. null: unknown. */
  signedInAt: number | null;
  amr: SignInMethod | null;
  nonce: string | null;
  /** The client's ID for the session. null: the client is not told when the session ends. */
  sid: string | null;
}
