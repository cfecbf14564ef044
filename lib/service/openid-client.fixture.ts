/** Signs a member in, and reads the ID token with the published keys. */
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload } from 'jose';
import {
  api,
  authorizePath,
  baseUrl,
  callback,
  getCode,
  requestToken,
  type RegisteredClient,
  type TestService,
} from './sign-in-service.fixture';

export const issuer = baseUrl + api;

export interface OpenIdTokens {
  access_token: string;
  id_token: string;
  /** The response contains this token only with the scope `offline_access`. */
  refresh_token?: string;
  scope: string;
}

/** @param change parameters to change in the authorize request, which has the scope `openid` */
export function openidPath(client: RegisteredClient, change: Record<string, string | null> = {}): string {
  return authorizePath(client, { scope: 'openid', nonce: 'n-1', ...change });
}

export async function signInWithOpenid(
  service: TestService,
  client: RegisteredClient,
  change: Record<string, string | null> = {},
): Promise<OpenIdTokens> {
  const code = await getCode(service, client, { scope: 'openid', nonce: 'n-1', ...change });
  return exchangeOpenid(service, client, code);
}

export async function exchangeOpenid(
  service: TestService,
  client: RegisteredClient,
  code: string,
): Promise<OpenIdTokens> {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
  const response = await requestToken(service, client, fields);
  // The caller checks the fields.
  return (await response.json()) as OpenIdTokens;
}

/** @throws if the signature, issuer, audience or time is wrong */
export async function readIdToken(
  service: TestService,
  token: string,
  { id }: RegisteredClient,
): Promise<{ payload: JWTPayload; alg: string }> {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), {
    [customFetch]: async (url) => service.app.request(url),
  });
  const options = { issuer, audience: id, currentDate: service.now };
  const { payload, protectedHeader } = await jwtVerify(token, keys, options);
  return { payload, alg: protectedHeader.alg };
}

export function readUserinfo(service: TestService, token: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return service.request(`${api}/userinfo`, { ...init, headers });
}
