import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Nothing that could end a header or a line of a log, and nothing that fills one. */
const safeId = /^[\w.-]{8,64}$/;

const current = new AsyncLocalStorage<string>();

/** The ID of a request: the one that a proxy in front gave it, or a new one. A visitor without proxies cannot choose theirs. */
export function chooseRequestId(request: Pick<IncomingMessage, 'headers'>, trustProxy: number): string {
  const given = trustProxy > 0 ? request.headers['x-request-id'] : undefined;
  return typeof given === 'string' && safeId.test(given) ? given : randomUUID();
}

/** Runs what answers a request, so that all it does can ask for the request's ID. */
export function withRequestId<T>(id: string, answer: () => T): T {
  return current.run(id, answer);
}

/** The ID of the request that is being answered; null outside of one. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}
