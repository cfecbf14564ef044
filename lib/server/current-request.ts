/** The current request, for all code that runs for it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface CurrentRequest {
  /** The ID in the response's `X-Request-ID` and in every log line about the request. */
  id: string;
  /** Whether Next makes the response. false: the response comes from a cache. */
  isRendered: boolean;
  /** The caller whose credentials the service has verified. null: it has verified none. */
  caller: Caller | null;
  /** Whether the client disconnected before it had sent the whole request, so that reading the request fails. */
  isAborted: () => boolean;
}

/** An API client, and the member for whom it acts if there is one. */
export interface Caller {
  clientId: string;
  personId: number | null;
}

/** An ID has a limited length, and no characters that could end a header or a log line. */
const safeId = /^[\w.-]{8,64}$/;

export const requestIdHeader = 'X-Request-ID';
const current = new AsyncLocalStorage<CurrentRequest>();

export function toCurrentRequest(request: IncomingMessage, trustProxy: number): CurrentRequest {
  return {
    id: chooseRequestId(request, trustProxy),
    isRendered: false,
    caller: null,
    isAborted: () => request.destroyed && !request.complete,
  };
}

/**
 * The ID of a request: the ID that a proxy in front of this server has sent, or a new ID. Without a proxy, a visitor
 * cannot choose the ID.
 */
function chooseRequestId(request: Pick<IncomingMessage, 'headers'>, trustProxy: number): string {
  const given = trustProxy > 0 ? request.headers['x-request-id'] : undefined;
  return typeof given === 'string' && safeId.test(given) ? given : randomUUID();
}

/** Runs the handler of a request. All code that the handler calls can read the request's ID. */
export function withRequest<T>(request: CurrentRequest, response: () => T): T {
  return current.run(request, response);
}

/**
 * Records the caller, who then has a separate limit. Only code that has verified the caller's secret may call this.
 */
export function noteCaller(caller: Caller): void {
  const request = current.getStore();
  if (request !== undefined) request.caller = caller;
}

/** Whether the current request's client disconnected before it had sent the whole request. */
export function isRequestAborted(): boolean {
  return current.getStore()?.isAborted() ?? false;
}

/** '' outside of a request. */
export function currentRequestId(): string {
  return current.getStore()?.id ?? '';
}
