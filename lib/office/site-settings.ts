/** What to type into other software to connect it. */
export interface SoftwareSettings {
  software: string;
  settings: readonly (readonly [name: string, value: string])[];
}

export interface Connection {
  issuer: string;
  clientId: string;
  /** null: the secret cannot be shown again, or the client is public and has none. */
  secret: string | null;
}

/** docs/connect.md has the same settings, and says which of them are tested. */
export function settingsBySoftware(
  { issuer, clientId, secret }: Connection,
  kept: string,
): SoftwareSettings[] {
  const shown = secret ?? kept;
  const discovery = discoveryOf(issuer);
  const scope = 'openid profile email';
  return [
    {
      software: 'WordPress (OpenID Connect Generic Client)',
      settings: [
        ['Client ID', clientId],
        ['Client Secret Key', shown],
        ['OpenID Scope', scope],
        ['Login Endpoint URL', `${issuer}/authorize`],
        ['Userinfo Endpoint URL', `${issuer}/userinfo`],
        ['Token Validation Endpoint URL', `${issuer}/token`],
        ['Identity Key', 'sub'],
        ['Nickname Key', 'preferred_username'],
        ['Display Name Formatting', '{name}'],
        ['State time limit', '1800'],
      ],
    },
    {
      software: 'Moodle (OAuth 2 services)',
      settings: [
        ['Client ID', clientId],
        ['Client secret', shown],
        ['Service base URL', issuer],
        ['Scopes included in a login request', scope],
      ],
    },
    {
      software: 'Discourse (OpenID Connect plugin)',
      settings: [
        ['openid_connect_discovery_document', discovery],
        ['openid_connect_client_id', clientId],
        ['openid_connect_client_secret', shown],
        ['openid_connect_authorize_scope', scope],
      ],
    },
    {
      software: 'Nextcloud (user_oidc)',
      settings: [
        ['Client ID', clientId],
        ['Client secret', shown],
        ['Discovery endpoint', discovery],
        ['Scope', scope],
        ['User ID mapping', 'sub'],
      ],
    },
    {
      software: 'MediaWiki (PluggableAuth, OpenID Connect)',
      settings: [
        ['providerURL', issuer],
        ['clientID', clientId],
        ['clientsecret', shown],
        ['scope', "[ 'openid', 'profile', 'email' ]"],
        ['$wgOpenIDConnect_SingleLogout', 'true'],
      ],
    },
    {
      software: 'Apache (mod_auth_openidc)',
      settings: [
        ['OIDCProviderMetadataURL', discovery],
        ['OIDCClientID', clientId],
        ['OIDCClientSecret', shown],
        ['OIDCScope', `"${scope} membership"`],
        ['OIDCRemoteUserClaim', 'sub'],
      ],
    },
  ];
}

export function discoveryOf(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}
