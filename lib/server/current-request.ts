import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface CurrentRequest {
  /** The ID is in the response's `X-Request-ID` header and in every log line about the request. */
  id: string;
  /** false: the response comes from a cache. */
  isRendered: boolean;
  /** null: no credentials were verified. */
  caller: Caller | null;
  /** A form for a page, sent by somebody who is not signed in. */
  isStrangersForm: boolean;
  /** The client disconnected before it had sent the whole request, so reading the request fails. */
  isAborted: () => boolean;
}

export interface Caller {
  clientId: string;
  personId: number | null;
}

/** A safe ID has a limited length, and no character that can end a header or a log line. */
const safeId = /^[\w.-]{8,64}$/;

export const requestIdHeader = 'X-Request-ID';
const current = new AsyncLocalStorage<CurrentRequest>();

export function toCurrentRequest(request: IncomingMessage, trustProxy: number): CurrentRequest {
  return {
    id: chooseRequestId(request, trustProxy),
    isRendered: false,
    caller: null,
    isStrangersForm: false,
    isAborted: () => request.destroyed && !request.complete,
  };
}

/**
 * Uses the ID from a proxy in front of this server. Without a proxy, the ID is always new, so that visitors cannot
 * choose it.
 */
function chooseRequestId(request: Pick<IncomingMessage, 'headers'>, trustProxy: number): string {
  const given = trustProxy > 0 ? request.headers['x-request-id'] : undefined;
  return typeof given === 'string' && safeId.test(given) ? given : randomUUID();
}

export function withRequest<T>(request: CurrentRequest, response: () => T): T {
  return current.run(request, response);
}

/**
 * Records the verified caller of the current request, so that the caller's own rate limit applies. Call this only after
 * the caller's secret was verified.
 */
export function recordCaller(caller: Caller): void {
  const request = current.getStore();
  if (request !== undefined) request.caller = caller;
}

export function isRequestAborted(): boolean {
  return current.getStore()?.isAborted() ?? false;
}

export function isStrangersForm(): boolean {
  return current.getStore()?.isStrangersForm ?? false;
}

/** Returns '' outside of a request. */
export function currentRequestId(): string {
  return current.getStore()?.id ?? '';
}
