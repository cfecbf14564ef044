import { dataScopes } from '@/lib/contract/resources';

/** The value of `iss`. */
export function issuerOf(baseUrl: string, organisation: number | string): string {
  return `${baseUrl}/api/v2/organisation/${organisation}`;
}

/**
 * The metadata of RFC 8414 §2. They are made from the path only, so they do not reveal which organisations exist. They
 * do not promise `iss`, because only clients registered for `iss` get it. Other clients reject a response with an
 * issuer that they do not expect.
 */
export function serverMetadata(baseUrl: string, organisation: string) {
  const issuer = issuerOf(baseUrl, organisation);
  const authentication = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    scopes_supported: dataScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    code_challenge_methods_supported: ['S256'],
  };
}
