/** Sends only to checked addresses, follows no redirects, and has limits of time and size. */
import type { LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { checkedLookup, isBlocked } from '@/lib/base/http/checked-lookup';
import { isPublicAddress } from '@/lib/base/http/public-address';
import { hostOf } from '@/lib/base/http/public-url';
import { version } from '@/lib/base/version';
import { machine, type TimerServices } from './timer-services';

export const limits = {
  /** The time limit until the status and the headers have arrived. */
  headersMs: 15_000,
  /** The time limit from the headers to the end of the body. */
  bodyMs: 5_000,
  /** The connection is closed when the body is larger. */
  maxBodyBytes: 16 * 1024,
};

export const results = [
  'delivered',
  'status',
  'redirect',
  'gone',
  'timeout',
  'connection',
  'blocked',
] as const;
export type Result = (typeof results)[number];

export interface Attempt {
  result: Result;
  /** null: there was no response. */
  status: number | null;
  /** Tells the operator what happened, for example `status 500`. Does not contain the address. */
  detail: string;
  /** The pause in the receiver's Retry-After header. null: the receiver asked for no pause. */
  retryAfterMs: number | null;
}

export interface Poster {
  /** @param headers called for each connection that is tried */
  post(body: string, headers: () => Record<string, string>): Promise<Attempt>;
  /** Closes the connections. Open attempts fail. */
  close(): void;
}

export interface PosterServices {
  allowsPrivate: boolean;
  /** The highest number of connections that are open at the same time. */
  connections: number;
  now: TimerServices['now'];
  schedule?: TimerServices['schedule'];
  /** Returns all addresses of a host name. Only tests set this and `isAllowed`. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
  isAllowed?: (address: string) => boolean;
}

const keepAliveMs = 20_000;

/** Ignores the proxy of the environment, because a proxy would look up the receiver's address itself, unchecked. */
export function createPoster(url: URL, options: PosterServices): Poster {
  const { allowsPrivate, now, schedule = machine.schedule } = options;
  const { resolve, isAllowed = isPublicAddress } = options;
  const isOpen = (address: string) => allowsPrivate || isAllowed(address);
  const client = url.protocol === 'https:' ? https : http;
  const agent = new client.Agent({
    keepAlive: true,
    maxSockets: options.connections,
    maxFreeSockets: options.connections,
    timeout: keepAliveMs,
    scheduling: 'lifo',
  });
  const requestOptions = {
    method: 'POST',
    agent,
    lookup: checkedLookup(isOpen, resolve),
    maxHeaderSize: 16 * 1024,
  };
  const tryPost = async (body: string, headers: () => Record<string, string>) => {
    const request = client.request(url, {
      ...requestOptions,
      headers: {
        ...headers(),
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': `Chapterhouse/${version}`,
      },
    });
    const attempt = await exchange(request, { body, now, schedule });
    return { attempt, isReused: request.reusedSocket };
  };
  const host = hostOf(url);
  return {
    async post(body, headers) {
      // If the URL has an IP address, Node connects to it without calling the lookup function.
      if (isIP(host) !== 0 && !isOpen(host)) return blocked;
      const { attempt, isReused } = await tryPost(body, headers);
      // The receiver may close an unused connection just before it is used again.
      if (attempt.result !== 'connection' || !isReused) return attempt;
      return (await tryPost(body, headers)).attempt;
    },
    close: () => agent.destroy(),
  };
}

const blocked: Attempt = failed('blocked', 'the address is in a private or reserved network');

function failed(result: Exclude<Result, 'delivered'>, detail: string): Attempt {
  return { result, status: null, detail, retryAfterMs: null };
}

function exchange(
  request: http.ClientRequest,
  { body, now, schedule }: Pick<TimerServices, 'now' | 'schedule'> & { body: string },
): Promise<Attempt> {
  return new Promise((resolve) => {
    const cancel = schedule(limits.headersMs, () => {
      resolve(failed('timeout', `no response within ${limits.headersMs / 1000} seconds`));
      request.destroy();
    });
    request.on('error', (error) => {
      cancel();
      resolve(describeError(error));
    });
    request.once('response', (response) => {
      cancel();
      const attempt = describeResponse(response, now());
      void readBody(response, schedule).then(() => resolve(attempt));
    });
    request.end(body);
  });
}

/** Reads a short body, so that the connection can be used again. Closes the connection if the body is long or slow. */
function readBody(response: http.IncomingMessage, schedule: TimerServices['schedule']): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const cancel = schedule(limits.bodyMs, () => void response.destroy());
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.maxBodyBytes) response.destroy();
    });
    response.on('error', () => undefined);
    response.once('close', () => {
      cancel();
      resolve();
    });
  });
}

function describeResponse(response: http.IncomingMessage, now: number): Attempt {
  const status = response.statusCode ?? 0;
  const result = resultOf(status);
  const detail = result === 'redirect' ? `status ${status}: redirects are not followed` : `status ${status}`;
  return { result, status, detail, retryAfterMs: readRetryAfter(response.headers['retry-after'], now) };
}

function resultOf(status: number): Result {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) || ms <= 0 ? null : ms;
}

function describeError(error: Error): Attempt {
  if (isBlocked(error)) return blocked;
  // The message of an error may contain the address. Its code does not.
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  return failed('connection', `the connection failed${code}`);
}
