import { scopes, type Scope } from '@/lib/membership-api/resources';

/** The scopes of a list parted by spaces or commas, without repeats; null when one of them is none. */
export function parseScope(text: string): Scope[] | null {
  const asked = text.split(/[\s,]+/).filter((name) => name !== '');
  if (!asked.every((name) => scopes.some((scope) => scope === name))) return null;
  return scopes.filter((scope) => asked.includes(scope));
}

/** How a scope is written to clients and stored: parted by spaces, always in the same order. */
export function formatScope(granted: readonly Scope[]): string {
  return scopes.filter((scope) => granted.includes(scope)).join(' ');
}

/**
 * What a client gets: what it asks for, or all it is registered for when it asks for nothing.
 * null when it asks for more than that; an answer that is narrower than the question confuses clients.
 */
export function grantScope(asked: string | null, registered: readonly Scope[]): Scope[] | null {
  if (asked === null) return [...registered];
  const wanted = parseScope(asked);
  if (wanted === null || wanted.length === 0) return null;
  return wanted.every((scope) => registered.includes(scope)) ? wanted : null;
}
