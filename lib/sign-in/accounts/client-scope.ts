import { openidScopes, scopes, type Scope } from '@/lib/contract/resources';

/**
 * Reads a list separated by spaces or commas. The result has no duplicates. null: a word in the list is not a scope.
 */
export function parseScope(text: string): Scope[] | null {
  const requests = namesIn(text);
  if (!requests.every((name) => scopes.some((scope) => scope === name))) return null;
  return scopes.filter((scope) => requests.includes(scope));
}

/** The form that is stored and sent to clients: separated by spaces, always in the same order. */
export function formatScope(granted: readonly Scope[]): string {
  return scopes.filter((scope) => granted.includes(scope)).join(' ');
}

/** These scopes are granted only to a client that requests them by name (docs/decisions.md, J22). */
const namedOnly: readonly Scope[] = ['members:write', 'office', ...openidScopes, 'offline_access'];

/**
 * Reads a list like `parseScope`. With `openid`, words that are not scopes of this server are ignored.
 * @see OpenID Connect Core §3.1.2.1
 */
export function parseRequestedScope(text: string, { isOpenid }: { isOpenid: boolean }): Scope[] | null {
  if (!isOpenid) return parseScope(text);
  const requests = namesIn(text);
  return scopes.filter((scope) => requests.includes(scope));
}

export function asksForOpenid(text: string): boolean {
  return namesIn(text).includes('openid');
}

function namesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

/**
 * The scopes that a client may request for a member who signs in. `user` shows more than all scopes of OpenID Connect
 * together. A client that is registered for `user` may therefore also request the scopes of OpenID Connect.
 */
export function signInScopes(registered: readonly Scope[]): Scope[] {
  const all = registered.includes('user') ? [...registered, ...openidScopes] : registered;
  return scopes.filter((scope) => scope !== 'members:write' && all.includes(scope));
}

/** A client may request these scopes for itself. The other scopes need a person who signs in. */
export function ownScopes(registered: readonly Scope[]): Scope[] {
  return registered.filter((scope) => scope !== 'office' && !isOpenidScope(scope));
}

function isOpenidScope(scope: Scope): boolean {
  return scope === 'offline_access' || openidScopes.some((one) => one === scope);
}

/**
 * A client that requests no scopes gets all its registered scopes, except those that must be requested by name. null:
 * the client requests a scope that it cannot have. A response with fewer scopes than requested would confuse clients.
 */
export function grantScope(requested: string | null, registered: readonly Scope[]): Scope[] | null {
  if (requested === null) return registered.filter((scope) => !namedOnly.includes(scope));
  const scopes = parseRequestedScope(requested, { isOpenid: asksForOpenid(requested) });
  if (scopes === null || scopes.length === 0) return null;
  // Without `openid`, the other scopes of OpenID Connect have no effect.
  if (scopes.some(isOpenidScope) && !scopes.includes('openid')) return null;
  return scopes.every((scope) => registered.includes(scope)) ? scopes : null;
}
