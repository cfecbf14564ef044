import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHealthAnswers } from './health';
import type { Log } from './log';
import type { Metrics } from './metrics';
import { refuse } from './refuse';
import { chooseRequestId, requestIdHeader, withRequest, type CurrentRequest } from './current-request';
import type { RequestLimits } from './request-limits';
import { routeLabel, type RouteLabel } from './route-label';
import { whichPart } from './which-part';

type Answer = (request: IncomingMessage, response: ServerResponse, current: CurrentRequest) => Promise<void>;

export interface FrontOptions {
  /** Who answers what. `service` null: another site has the API. */
  answers: { service: Answer | null; data: Answer; pages: Answer };
  health: ReturnType<typeof createHealthAnswers>;
  metrics: Metrics;
  log: Log;
  /** null: every request is let through. */
  limits: RequestLimits | null;
  trustProxy: number;
  isHttps: boolean;
}

// The largest form of ours has a few kilobytes; imports come by the command line.
const maxBodyBytes = 1024 * 1024;

/** What every request passes first: health and figures, an ID, the limits, and the log of how it went. */
export function createFront(options: FrontOptions) {
  const { health, metrics, limits, trustProxy, isHttps } = options;
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.url = originForm(request.url ?? '/');
    if (health(request, response) || metrics.answer(request, response)) return;
    const { url } = request;
    const label = routeLabel(url);
    const current = { id: chooseRequestId(request, trustProxy), isRendered: false };
    const admitted = limits?.(request, label.part) ?? null;
    const settle = admitted !== null && 'settle' in admitted ? admitted.settle : null;
    observe(options, { request, response, current, label, settle });
    if (admitted !== null && 'limit' in admitted) {
      metrics.countRefusal(admitted.limit);
      refuse(response, tooMany(admitted.retryAfterSeconds), { current, label, isHttps });
    } else if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      refuse(response, tooLarge, { current, label, isHttps });
    } else {
      answerWith(options, { request, response, current, url }).catch((error: unknown) =>
        answerFailure(options, { response, current, label, error }),
      );
    }
  };
}

/**
 * `GET http://host/path`, as proxies are sent it, is to be taken too (RFC 9112 §3.2.2); the host in it is no more ours
 * than one in a Host header, and Next would redirect to it.
 */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/**
 * A kept page needs little time: its handler tells the rest of the process which request it is about, and sends the ID,
 * only where something is made for it.
 */
function answerWith(
  { answers, isHttps }: FrontOptions,
  { request, response, current, url }: Pick<Observed, 'request' | 'response' | 'current'> & { url: string },
): Promise<void> {
  const part = whichPart(url);
  const answer = answers[part];
  if (part === 'pages' || answer === null) return answers.pages(request, response, current);
  response.setHeader(requestIdHeader, current.id);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isHttps) response.setHeader(...strictTransport);
  return withRequest(current, () => answer(request, response, current));
}

// Browsers never again try this host by plain http, where a cookie or a password could be read (RFC 6797).
const strictTransport = ['Strict-Transport-Security', 'max-age=31536000'] as const;

interface Observed {
  request: IncomingMessage;
  response: ServerResponse;
  current: CurrentRequest;
  label: RouteLabel;
  settle: ((answer: { status: number; bytes: number }) => void) | null;
}

function observe(
  { log, metrics }: FrontOptions,
  { request, response, current, label, settle }: Observed,
): void {
  const startedAt = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const ms = performance.now() - startedAt;
    const status = response.statusCode;
    const bytes = socket.bytesWritten - sentBefore;
    settle?.({ status, bytes });
    const isApi = label.part === 'api';
    metrics.observe(partOf(current, label), isApi ? label.route : '', status, ms / 1000);
    log.info({
      requestId: current.id,
      method: request.method,
      route: label.route,
      status,
      ms: Math.round(ms * 100) / 100,
      bytes,
      ...(response.writableFinished ? {} : { cutOff: true }),
    });
  });
}

/** Public pages are told apart by whether they were kept. */
function partOf({ isRendered }: CurrentRequest, { part }: RouteLabel): string {
  if (part !== 'page') return part;
  return isRendered ? 'page miss' : 'page hit';
}

function answerFailure(
  { log, isHttps }: FrontOptions,
  { response, current, label, error }: Pick<Observed, 'response' | 'current' | 'label'> & { error: unknown },
): void {
  log.error({ requestId: current.id, err: error }, 'a request failed');
  if (response.headersSent) response.destroy();
  else refuse(response, failed(current.id), { current, label, isHttps });
}

const tooMany = (seconds: number) => ({
  ...({ status: 429, code: 'too_many_requests', title: 'Too many requests' } as const),
  text: `Too many requests came from your network or with your token. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  headers: { 'Retry-After': String(seconds) },
});

const tooLarge = {
  ...({ status: 413, code: 'payload_too_large', title: 'Too large' } as const),
  text: 'The body of the request is larger than anything that is taken here.',
  // Else the rest of it would be read.
  headers: { Connection: 'close' },
};

const failed = (requestId: string) => ({
  ...({ status: 500, code: 'server_error', title: 'Something went wrong here' } as const),
  text: `Please try again. It was noted as ${requestId}.`,
});
