import type { AuthOptions } from 'next-auth';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { nextAuthCookies } from './cookies';
import { ownAddressOrNull } from './callback-url';
import { membershipProvider, noIdentity, type SignInManner } from './provider';
import { revokeAccessToken } from './revoke';
import { sessionMaxAgeSeconds } from './session';

interface SignInOptions {
  onFailure?: (error: unknown) => void;
  manner?: SignInManner;
}

/**
 * The options are made for each request, because next-auth changes its options, and the settings of the site may
 * change.
 */
export function authOptions(
  app: Chapterhouse,
  { onFailure = () => undefined, manner = 'usual' }: SignInOptions = {},
): AuthOptions {
  const { baseUrl } = app.config;
  return {
    secret: app.authSecret,
    useSecureCookies: baseUrl.startsWith('https://'),
    cookies: nextAuthCookies(app),
    providers: [membershipProvider(app, { onFailure, manner })],
    session: { strategy: 'jwt', maxAge: sessionMaxAgeSeconds },
    pages: { signIn: '/sign-in', signOut: '/account', error: '/sign-in' },
    callbacks: {
      signIn: ({ user }) => (user.id === noIdentity ? `${baseUrl}/sign-in?problem=no-membership` : true),
      redirect: ({ url }) => ownAddressOrNull(url, baseUrl) ?? `${baseUrl}/account`,
      jwt: ({ token, account }) => {
        if (account === null || account === undefined) return token;
        return {
          sub: account.providerAccountId,
          name: token.name ?? null,
          accessToken: account.access_token,
          hasOffice: (account.scope ?? '').split(' ').includes('office'),
          // This clock may differ from the system's (CHAPTERHOUSE_NOW).
          signedInAt: app.clock().getTime(),
          expiresAt: app.clock().getTime() + secondsLeft(account.expires_at) * 1000,
        };
      },
      // Scripts of a page may read only these fields. The access token stays in the encrypted cookie.
      session: ({ session }) => ({ user: { name: session.user?.name ?? null }, expires: session.expires }),
    },
    events: { signOut: async ({ token }) => await revokeAccessToken(app, token) },
    logger: {
      error: (code, metadata) => app.log.error(`sign-in: ${code}: ${reasonOf(metadata)}`),
      warn: (code) => app.log.warn(`sign-in: ${code}`),
      debug: () => {},
    },
  };
}

/**
 * The seconds until the token expires. The system's clock is used, because openid-client computed `expires_at` from
 * that clock. Without `expires_at`, the token lasts an hour, as in the contract's example.
 */
function secondsLeft(expiresAt: number | undefined): number {
  return expiresAt === undefined ? 3600 : expiresAt - Math.floor(Date.now() / 1000);
}

/** Only the message is logged. Other metadata may contain tokens and personal data from the API. */
function reasonOf(metadata: unknown): string {
  if (metadata instanceof Error) return metadata.message;
  if (typeof metadata === 'object' && metadata !== null && 'error' in metadata)
    return reasonOf(metadata.error);
  return 'no reason given';
}
