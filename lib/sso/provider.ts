import type { Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Chapterhouse } from '@/lib/chapterhouse';
import type { LoggedInUser } from '@/lib/membership-api/resources';
import { identityKey, toIdentity } from './identity';

/** The provider's name in next-auth's addresses: `/api/auth/callback/membership` is the redirect address. */
export const providerId = 'membership';

/**
 * `silent`: the service must show no page. `again`: it must ask for a sign-in if there was none in the last minute.
 */
export type SignInManner = 'usual' | 'silent' | 'again';

/** @see OpenID Connect Core §3.1.2.1 */
const mannerParams: Record<SignInManner, Record<string, string>> = {
  usual: {},
  silent: { prompt: 'none' },
  again: { max_age: '60' },
};

/** The issuer. It is the text that the API would send as `iss`. The OAuth addresses for browsers begin with it. */
export function issuerOf(app: Chapterhouse): string {
  return organisationRoot(app, app.publicApiUrl);
}

/** `{base_url}/api/v2/organisation/{organisation_id}` at one of the API's two addresses. */
export function organisationRoot(app: Pick<Chapterhouse, 'site'>, apiUrl: string): string {
  return `${apiUrl}/api/v2/organisation/${app.site().organisationId}`;
}

/**
 * The membership API as next-auth's only provider. It uses the code flow with state and PKCE, and sends the secret by
 * HTTP Basic.
 */
export function membershipProvider(
  app: Chapterhouse,
  { onFailure, manner }: { onFailure: (error: unknown) => void; manner: SignInManner },
): OAuthConfig<LoggedInUser> {
  const reporting = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  const issuer = issuerOf(app);
  const { organisationId } = app.site();
  return {
    id: providerId,
    name: 'Membership',
    type: 'oauth',
    issuer,
    clientId: app.client.id,
    clientSecret: app.client.secret,
    client: { token_endpoint_auth_method: 'client_secret_basic' },
    checks: ['state', 'pkce'],
    authorization: {
      url: `${issuer}/authorize`,
      params: { scope: scopeOf(app), ...mannerParams[manner] },
    },
    token: {
      url: `${organisationRoot(app, app.apiUrl)}/token`,
      // This does the same as next-auth, but records the reason of a failure. next-auth's own error does not say
      // whether the site refused us or did not respond.
      request: async ({ client, params, checks, provider }) => ({
        tokens: await reporting(() => client.oauthCallback(provider.callbackUrl, params, checks)),
      }),
    },
    userinfo: {
      url: `${organisationRoot(app, app.apiUrl)}/user`,
      // next-auth passes this response unchanged to `profile` below. `Profile` is the type of an OpenID response.
      request: async ({ tokens }) =>
        (await reporting(() => app.api.user(tokens.access_token ?? ''))) as Profile,
    },
    httpOptions: { timeout: 10_000 },
    profile: (user) => {
      const identity = toIdentity(user, { issuer, organisationId });
      return {
        // next-auth silently ignores a profile without an ID. options.ts refuses `noIdentity` with a message.
        id: identity === null ? noIdentity : identityKey(identity),
        name: [user.FirstName, user.LastName].filter((part) => part !== '').join(' '),
      };
    },
  };
}

/** Our own service does not give `office` to people without a role. Another site does not know the scope `office`. */
function scopeOf({ config }: Chapterhouse): string {
  return config.remoteApiUrl === null ? 'user office' : 'user';
}

/** The ID of a profile for which the API gives neither a person nor a membership. */
export const noIdentity = 'none';
