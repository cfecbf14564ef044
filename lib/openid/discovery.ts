import { dataScopes, openidScopes, personClaims } from '@/lib/membership-api/resources';
import { issuerOf, serverMetadata } from '@/lib/membership-oauth/metadata';
import { signingAlgorithms } from '@/lib/membership-oauth/signing-algorithms';
import { idTokenClaims, signInClasses } from './id-token';

/** @see OpenID Connect Discovery §3 */
export function openidConfiguration(baseUrl: string, organisation: string) {
  const issuer = issuerOf(baseUrl, organisation);
  return {
    ...serverMetadata(baseUrl, organisation),
    end_session_endpoint: `${issuer}/end-session`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    introspection_endpoint: `${issuer}/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: [...openidScopes, 'offline_access', ...dataScopes],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: signingAlgorithms,
    acr_values_supported: signInClasses,
    claim_types_supported: ['normal'],
    claims_supported: [...idTokenClaims, ...personClaims],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    // If this field were absent, clients would assume true.
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  };
}
