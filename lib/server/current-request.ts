/** The request that is being answered, for all that happens on its behalf. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface CurrentRequest {
  /** In its answer's `X-Request-ID` and in every line of the log about it. */
  id: string;
  /** Whether Next makes the answer, rather than a cache. */
  isRendered: boolean;
}

/** Nothing that could end a header or a line of a log, and nothing that fills one. */
const safeId = /^[\w.-]{8,64}$/;

export const requestIdHeader = 'X-Request-ID';
const current = new AsyncLocalStorage<CurrentRequest>();

/** The ID of a request: the one that a proxy in front gave it, or a new one. A visitor without proxies cannot choose theirs. */
export function chooseRequestId(request: Pick<IncomingMessage, 'headers'>, trustProxy: number): string {
  const given = trustProxy > 0 ? request.headers['x-request-id'] : undefined;
  return typeof given === 'string' && safeId.test(given) ? given : randomUUID();
}

/** Runs what answers a request, so that all it does can ask for the request's ID. */
export function withRequest<T>(request: CurrentRequest, answer: () => T): T {
  return current.run(request, answer);
}

/** '' outside of a request. */
export function currentRequestId(): string {
  return current.getStore()?.id ?? '';
}
