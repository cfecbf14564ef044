/** @see RFC 6749 §4.1.1, RFC 7636 §4.3, docs/decisions.md 25 */
import type { Scope } from '@/lib/contract/resources';
import type { Client } from './clients';
import { findRepeated } from './parameters';
import { isChallenge } from './pkce';
import { readPromptParameters, refusePromptParameters, type PromptParameters } from './prompt';
import { chooseRedirectUri } from '@/lib/sign-in/accounts/redirect-uri';
import { asksForOpenid, formatScope, grantScope, signInScopes } from '@/lib/sign-in/accounts/client-scope';

export interface AuthorizeRequest extends PromptParameters {
  /**
   * The registered address to which the response is sent. If the request contained an address, this is exactly the text
   * in the request.
   */
  redirectUri: string;
  /** The request contained the redirect address, so the exchange of the code must repeat it. */
  namesRedirectUri: boolean;
  scopes: Scope[];
  /** The scopes include `openid`. */
  isOpenid: boolean;
  /** Still percent-encoded as it was sent, so that it is returned byte for byte. */
  state: string | null;
  challenge: string | null;
  /** Returned in the ID token, so that the client sees that the token answers this request. */
  nonce: string | null;
}

/** The client or its redirect address is wrong, so the response cannot be a redirect. */
export interface CannotRedirectError {
  problem: 'client' | 'redirect address';
}

/** Reported to the client at its redirect address. */
export interface AuthorizeRefusal {
  redirectUri: string;
  state: string | null;
  /** The scope has `openid`, so the response has our issuer. */
  isOpenid: boolean;
  error:
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'access_denied'
    | 'login_required'
    | 'consent_required'
    | 'interaction_required'
    | 'request_not_supported'
    | 'request_uri_not_supported'
    | 'registration_not_supported';
  description: string;
}

/** null unless the request contains exactly one ID. */
export function readClientId(query: URLSearchParams): string | null {
  const ids = query.getAll('client_id');
  // PostgreSQL fails on a text with a NUL character.
  return ids.length === 1 && !ids[0]?.includes('\0') ? ids[0] || null : null;
}

/** @param search the query string as it was sent */
export function checkAuthorizeRequest(
  client: Client,
  search: string,
): AuthorizeRequest | AuthorizeRefusal | CannotRedirectError {
  const query = new URLSearchParams(search);
  const named = query.getAll('redirect_uri');
  const redirectUri = named.length > 1 ? null : chooseRedirectUri(named[0] ?? null, client.redirectUris);
  if (redirectUri === null) return { problem: 'redirect address' };
  const state = query.getAll('state').length === 1 ? rawParameter(search, 'state') : null;
  const isOpenid = query.getAll('scope').some(asksForOpenid);
  const refusal = refuse(query, client) ?? (isOpenid ? refuseOpenid(query) : null);
  if (refusal !== null) return { redirectUri, state, isOpenid, ...refusal };
  return {
    redirectUri,
    namesRedirectUri: named.length === 1,
    scopes: grantRequested(query, client) ?? [],
    isOpenid,
    state,
    challenge: query.get('code_challenge') || null,
    nonce: isOpenid ? query.get('nonce') || null : null,
    ...readPromptParameters(query),
  };
}

type Refusal = Pick<AuthorizeRefusal, 'error' | 'description'> | null;

function refuse(query: URLSearchParams, client: Client): Refusal {
  return (
    refuseRepeated(query) ??
    refuseType(query) ??
    refusePkce(query, client) ??
    refuseScope(query, client) ??
    invalidOrNull(refusePromptParameters(query))
  );
}

function refuseRepeated(query: URLSearchParams): Refusal {
  return findRepeated(query) !== null ? invalid('Every parameter must be sent once') : null;
}

function refuseType(query: URLSearchParams): Refusal {
  const type = query.get('response_type') || null;
  if (type === null) return invalid('response_type is missing. It must be code');
  if (type !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code' };
  return null;
}

function refusePkce(query: URLSearchParams, client: Client): Refusal {
  const challenge = query.get('code_challenge') || null;
  const method = query.get('code_challenge_method') || null;
  if (challenge === null) {
    if (method !== null) return invalid('code_challenge_method was sent without code_challenge');
    if (client.isPublic || client.requiresPkce)
      return invalid('code_challenge is missing. This client must send it');
    if (!query.get('state'))
      return invalid('state or code_challenge is missing. Send one of them to prevent forged responses');
    return null;
  }
  if (method !== 'S256') return invalid('code_challenge_method must be S256');
  return isChallenge(challenge) ? null : invalid('code_challenge must be 43 characters of base64url');
}

function refuseScope(query: URLSearchParams, client: Client): Refusal {
  const granted = grantRequested(query, client);
  if (granted !== null && granted.length > 0) return null;
  const list = formatScope(client.scopes.filter((scope) => scope !== 'members:write'));
  return {
    error: 'invalid_scope',
    description: `scope must be a list of scopes that this client is registered for: ${list}`,
  };
}

function invalidOrNull(description: string | null): Refusal {
  return description === null ? null : invalid(description);
}

/** OpenID Connect Core §11: `offline_access` is ignored if the client is not registered for it. */
function grantRequested(query: URLSearchParams, client: Client): Scope[] | null {
  const sent = query.get('scope') || null;
  const mayIgnore = sent !== null && asksForOpenid(sent) && !client.scopes.includes('offline_access');
  const requested = mayIgnore ? sent.replace(/\boffline_access\b/, '') : sent;
  return grantScope(requested, signInScopes(client.scopes));
}

/**
 * These parameters of OpenID Connect change what a request means, and are not supported (OpenID Connect Core §3.1.2.6).
 */
function refuseOpenid(query: URLSearchParams): Refusal {
  // OpenID Connect Core §3.1.2.1 requires it. Without `openid`, the contract's clients may leave it out.
  if (!query.get('redirect_uri')) return invalid('redirect_uri is missing. It must be sent with openid');
  for (const name of ['request', 'request_uri', 'registration'] as const) {
    if (query.get(name)) return { error: `${name}_not_supported`, description: `${name} is not supported` };
  }
  const mode = query.get('response_mode') || 'query';
  if (mode !== 'query') return invalid('response_mode must be query');
  const nonce = query.get('nonce') ?? '';
  if (nonce.length > maxNonceLength || nonce.includes('\0'))
    return invalid(`nonce must have at most ${maxNonceLength} characters and no NUL`);
  return null;
}

/** Several times longer than what libraries send. The `nonce` is stored with the code and returned in the ID token. */
const maxNonceLength = 500;

function invalid(description: string): Refusal {
  return { error: 'invalid_request', description };
}

/** Still encoded as in the query. null: absent or empty. */
function rawParameter(search: string, name: string): string | null {
  for (const part of search.replace(/^\?/, '').split('&')) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const [only] = new URLSearchParams(`${part.slice(0, equals)}=`).keys();
    if (only === name) return part.slice(equals + 1) || null;
  }
  return null;
}
