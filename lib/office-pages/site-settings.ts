/**
 * The software that the office connects: what the page “Connect a site” fills in, and what to type into the software.
 * A test compares each entry with the section of docs/connect.md that has the same heading.
 */
import type { OfficeClient } from '@/lib/contract/office-clients';
import type { SiteValues } from './site-form';

export interface Connection {
  issuer: string;
  clientId: string;
  /** null: the secret cannot be shown again, or the client is public and has none. */
  secret: string | null;
  redirectUris: readonly string[];
}

type Setting = readonly [name: string, value: string];

interface Shown {
  issuer: string;
  discovery: string;
  clientId: string;
  secret: string;
  /** The address to which the software returns after a sign-in. */
  callback: string;
}

export interface Software {
  id: string;
  /** The heading of its section in docs/connect.md. */
  name: string;
  /** What follows the site's address in the address to return to after a sign-in. */
  callback: string;
  settings: (shown: Shown) => readonly Setting[];
  /** It reads name and email from the ID token only. */
  readsIdToken?: true;
  /** After a sign-out, it returns to the page where the member was. */
  returnsAnywhere?: true;
  /** What follows the site's address in the address for back-channel logout. */
  logout?: string;
  /** After a sign-out, it returns to this address of the site. */
  signedOut?: string;
  /** It has no server, and so no secret. */
  isPublic?: true;
  /** Old versions cannot read a response with `iss` (docs/decisions.md I2). */
  mayNeedOmitIss?: true;
}

const scope = 'openid profile email';

const library = { callback: '/callback', readsIdToken: true } as const;

export const softwareList: readonly Software[] = [
  {
    id: 'wordpress',
    name: 'WordPress: OpenID Connect Generic Client',
    callback: '/wp-admin/admin-ajax.php?action=openid-connect-authorize',
    returnsAnywhere: true,
    settings: ({ issuer, clientId, secret }) => [
      ['Client ID', clientId],
      ['Client Secret Key', secret],
      ['OpenID Scope', scope],
      ['Login Endpoint URL', `${issuer}/authorize`],
      ['Userinfo Endpoint URL', `${issuer}/userinfo`],
      ['Token Validation Endpoint URL', `${issuer}/token`],
      ['End Session Endpoint URL', `${issuer}/end-session`],
      ['Identity Key', 'sub'],
      ['Nickname Key', 'preferred_username'],
      ['Display Name Formatting', '{name}'],
      ['State time limit', '1800'],
      ['Link Existing Users', 'off'],
    ],
  },
  {
    id: 'mediawiki',
    name: 'MediaWiki: PluggableAuth and OpenID Connect',
    callback: '/index.php/Special:PluggableAuthLogin',
    returnsAnywhere: true,
    settings: ({ issuer, clientId, secret }) => [
      ['providerURL', issuer],
      ['clientID', clientId],
      ['clientsecret', secret],
      ['scope', "[ 'openid', 'profile', 'email' ]"],
      ['$wgOpenIDConnect_SingleLogout', 'true'],
    ],
  },
  {
    id: 'dokuwiki',
    name: 'DokuWiki: oauth and oauthgeneric',
    callback: '/doku.php',
    signedOut: '/doku.php',
    settings: ({ issuer, clientId, secret }) => [
      ['key', clientId],
      ['secret', secret],
      ['authurl', `${issuer}/authorize`],
      ['tokenurl', `${issuer}/token`],
      ['userurl', `${issuer}/userinfo`],
      ['logouturl', `${issuer}/end-session`],
      ['authmethod', 'Bearer Header'],
      ['scopes', 'openid, profile, email'],
      ['needs-state', 'on'],
      ['json-user', 'preferred_username'],
      ['json-name', 'name'],
      ['json-mail', 'email'],
      ['label', 'Members'],
    ],
  },
  {
    id: 'apache',
    name: 'Apache: mod_auth_openidc',
    callback: '/protected/callback',
    logout: '/protected/callback?logout=backchannel',
    signedOut: '/',
    mayNeedOmitIss: true,
    settings: ({ discovery, clientId, secret, callback }) => [
      ['OIDCProviderMetadataURL', discovery],
      ['OIDCClientID', clientId],
      ['OIDCClientSecret', secret],
      ['OIDCRedirectURI', callback],
      ['OIDCScope', `"${scope} membership"`],
      ['OIDCRemoteUserClaim', 'sub'],
    ],
  },
  {
    id: 'nextcloud',
    name: 'Nextcloud: user_oidc',
    callback: '/apps/user_oidc/code',
    signedOut: '/',
    logout: '/apps/user_oidc/backchannel-logout/Members',
    readsIdToken: true,
    settings: ({ discovery, clientId, secret }) => [
      ['Identifier', 'Members'],
      ['Client ID', clientId],
      ['Client secret', secret],
      ['Discovery endpoint', discovery],
      ['Scope', scope],
      ['User ID mapping', 'sub'],
      ['Display name mapping', 'name'],
      ['Email mapping', 'email'],
      ['Send ID token hint on logout', 'on'],
    ],
  },
  {
    id: 'moodle',
    name: 'Moodle: OAuth 2 services',
    callback: '/admin/oauth2callback.php',
    settings: ({ issuer, clientId, secret }) => [
      ['Client ID', clientId],
      ['Client secret', secret],
      ['Service base URL', issuer],
      ['Scopes included in a login request', scope],
    ],
  },
  {
    id: 'roundcube',
    name: 'Roundcube and Dovecot',
    callback: '/index.php/login/oauth',
    settings: ({ issuer, clientId, secret }) => [
      ['oauth_client_id', clientId],
      ['oauth_client_secret', secret],
      ['oauth_auth_uri', `${issuer}/authorize`],
      ['oauth_token_uri', `${issuer}/token`],
      ['oauth_identity_uri', `${issuer}/userinfo`],
      ['oauth_identity_fields', "['sub']"],
      ['oauth_scope', 'openid email'],
    ],
  },
  {
    id: 'django',
    name: 'Django: mozilla-django-oidc',
    callback: '/oidc/callback/',
    signedOut: '/',
    settings: ({ issuer, clientId, secret }) => [
      ['OIDC_RP_CLIENT_ID', clientId],
      ['OIDC_RP_CLIENT_SECRET', secret],
      ['OIDC_RP_SIGN_ALGO', 'RS256'],
      ['OIDC_RP_SCOPES', scope],
      ['OIDC_OP_AUTHORIZATION_ENDPOINT', `${issuer}/authorize`],
      ['OIDC_OP_TOKEN_ENDPOINT', `${issuer}/token`],
      ['OIDC_OP_USER_ENDPOINT', `${issuer}/userinfo`],
      ['OIDC_OP_JWKS_ENDPOINT', `${issuer}/jwks`],
      ['MEMBERS_SIGN_OUT', `${issuer}/end-session`],
    ],
  },
  {
    id: 'ruby',
    name: 'Ruby: omniauth_openid_connect, with Sinatra',
    callback: '/auth/members/callback',
    signedOut: '/',
    settings: ({ issuer, clientId, secret, callback }) => [
      ['issuer', issuer],
      ['identifier', clientId],
      ['secret', secret],
      ['redirect_uri', callback],
    ],
  },
  {
    id: 'flask',
    name: 'Python: authlib, with Flask',
    callback: '/callback',
    settings: ({ issuer, clientId, secret }) => [
      ['ISSUER', issuer],
      ['CLIENT_ID', clientId],
      ['CLIENT_SECRET', secret],
    ],
  },
  {
    id: 'next-auth',
    name: 'next-auth, version 4',
    callback: '/api/auth/callback/members',
    readsIdToken: true,
    settings: ({ discovery, clientId, secret }) => [
      ['wellKnown', discovery],
      ['clientId', clientId],
      ['clientSecret', secret],
      ['authorization', `{ params: { scope: '${scope}' } }`],
      ['idToken', 'true'],
      ['checks', "['pkce', 'state', 'nonce']"],
    ],
  },
  {
    id: 'auth-js',
    name: 'Auth.js, version 5',
    callback: '/auth/callback/members',
    readsIdToken: true,
    settings: ({ issuer, clientId, secret }) => [
      ['issuer', issuer],
      ['clientId', clientId],
      ['clientSecret', secret],
    ],
  },
  {
    ...library,
    id: 'express',
    name: 'express-openid-connect',
    logout: '/backchannel-logout',
    settings: ({ issuer, clientId, secret }) => [
      ['issuerBaseURL', issuer],
      ['clientID', clientId],
      ['clientSecret', secret],
      ['authorizationParams', `{ response_type: 'code', scope: '${scope}' }`],
    ],
  },
  {
    ...library,
    id: 'passport',
    name: 'passport-openidconnect',
    settings: ({ issuer, clientId, secret, callback }) => [
      ['issuer', issuer],
      ['authorizationURL', `${issuer}/authorize`],
      ['tokenURL', `${issuer}/token`],
      ['userInfoURL', `${issuer}/userinfo`],
      ['clientID', clientId],
      ['clientSecret', secret],
      ['callbackURL', callback],
      ['scope', "['profile', 'email']"],
    ],
  },
  {
    id: 'oidc-client-ts',
    name: 'oidc-client-ts: pages without a server',
    callback: '/callback',
    signedOut: '/signed-out',
    isPublic: true,
    settings: ({ issuer, clientId, callback }) => [
      ['authority', issuer],
      ['client_id', clientId],
      ['redirect_uri', callback],
      ['scope', scope],
      ['loadUserInfo', 'true'],
    ],
  },
];

export function findSoftware(id: string): Software | null {
  return softwareList.find((one) => one.id === id) ?? null;
}

/** The address where a site is, without a slash at its end. null: it is not a web address. */
export function readSiteAddress(typed: string): string | null {
  const text = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || typed.trim() === '') return null;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** What the form of a new site contains if somebody says which software it is and where. */
export function valuesFor(software: Software, address: string): Partial<SiteValues> {
  const { callback, logout, signedOut, readsIdToken, returnsAnywhere, isPublic, mayNeedOmitIss } = software;
  const at = (path: string | undefined) => (path === undefined ? '' : address + path);
  return {
    name: new URL(address).host,
    redirects: at(callback),
    postLogout: at(signedOut),
    postLogoutPrefixes: returnsAnywhere ? `${address}/` : '',
    home: `${address}/`,
    logout: at(logout),
    idTokenClaims: readsIdToken ?? false,
    public: isPublic ?? false,
    omitIss: mayNeedOmitIss ? false : null,
  };
}

/** The software whose usual address is among those to which the site returns after a sign-in. */
export function isLikely({ callback }: Software, redirectUris: readonly string[]): boolean {
  return redirectUris.some((one) => one.endsWith(callback));
}

/** Whether the form of a connected site offers to leave out `iss`. */
export function mayOmitIss({
  OmitIss,
  RedirectURIs,
}: Pick<OfficeClient, 'OmitIss' | 'RedirectURIs'>): boolean {
  return OmitIss || softwareList.some((one) => one.mayNeedOmitIss && isLikely(one, RedirectURIs));
}

export function settingsOf(software: Software, connection: Connection, kept: string): readonly Setting[] {
  const { issuer, clientId, secret, redirectUris } = connection;
  const callback = redirectUris.find((one) => one.endsWith(software.callback)) ?? redirectUris[0] ?? '';
  return software.settings({
    issuer,
    clientId,
    callback,
    discovery: discoveryOf(issuer),
    secret: secret ?? kept,
  });
}

export function discoveryOf(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}
