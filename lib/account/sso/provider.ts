import type { Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Chapterhouse } from '@/lib/chapterhouse';
import type { LoggedInUser } from '@/lib/contract/resources';
import { identityKey, toIdentity } from './identity';

/** Part of the redirect address: `/api/auth/callback/membership`. */
export const providerId = 'membership';

/**
 * `silent`: the service must show no page. `again`: it must ask for a sign-in unless there was one in the last minute.
 */
export type SignInManner = 'usual' | 'silent' | 'again';

/** @see OpenID Connect Core §3.1.2.1 */
const mannerParams: Record<SignInManner, Record<string, string>> = {
  usual: {},
  silent: { prompt: 'none' },
  again: { max_age: '60' },
};

/** The API's issuer, which some APIs send as `iss`. The OAuth addresses for browsers begin with this text. */
export function issuerOf(app: Chapterhouse): string {
  return organisationRoot(app, app.publicApiUrl);
}

/** `{base_url}/api/v2/organisation/{organisation_id}` at one of the API's two addresses. */
export function organisationRoot(app: Pick<Chapterhouse, 'site'>, apiUrl: string): string {
  return `${apiUrl}/api/v2/organisation/${app.site().organisationId}`;
}

/** The membership API as next-auth's only provider: code flow with state and PKCE, the secret by HTTP Basic. */
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
      request: async ({ client, params, checks, provider }) => ({
        tokens: await reporting(() => client.oauthCallback(provider.callbackUrl, params, checks)),
      }),
    },
    userinfo: {
      url: `${organisationRoot(app, app.apiUrl)}/user`,
      // next-auth passes this response unchanged to `profile` below. `Profile` is the type for OpenID Connect.
      request: async ({ tokens }) =>
        (await reporting(() => app.api.user(tokens.access_token ?? ''))) as Profile,
    },
    httpOptions: { timeout: 10_000, headers: app.ownHeaders },
    profile: (user) => {
      const identity = toIdentity(user, { issuer, organisationId });
      return {
        id: identity === null ? noIdentity : identityKey(identity),
        name: [user.FirstName, user.LastName].filter((part) => part !== '').join(' '),
      };
    },
  };
}

/**
 * Our own service knows the scope `office`, but does not give it to people without a role. Another site's API does not
 * know this scope, so it is not requested there.
 */
function scopeOf({ config }: Chapterhouse): string {
  return config.remoteApiUrl === null ? 'user office' : 'user';
}

/** The ID for a profile with neither a person nor a membership. It is refused with a message. */
export const noIdentity = 'none';
