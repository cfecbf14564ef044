import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHealthResponses } from './health';
import type { ServerLog } from './log';
import { sendRepresentation, type Representation } from '@/lib/base/http/representation';
import type { Metrics } from './metrics';
import type { ProxyWatch } from './proxy-watch';
import {
  compressedBody,
  failed,
  tooLarge,
  tooMany,
  unknownExpectation,
  withoutHost,
  wrongMethod,
} from './refusals';
import { refuse, type Refusal } from './refuse';
import {
  requestIdHeader,
  toCurrentRequest,
  withRequest,
  type Caller,
  type CurrentRequest,
} from './current-request';
import type { Admitted, RequestLimits } from './request-limits';
import { findRoute, type Route } from './route-table';

type Handler = (request: IncomingMessage, response: ServerResponse, current: CurrentRequest) => Promise<void>;

interface CachedResponse {
  representation: Representation;
  caller: Caller;
}

interface ResponseCache {
  /** null: there is no cached response. */
  find(request: IncomingMessage, respond: (response: CachedResponse | null) => void): void;
}

export interface FrontServices {
  /** `service` is null if another site serves the API. */
  handlers: { service: Handler | null; data: Handler; pages: Handler };
  health: ReturnType<typeof createHealthResponses>;
  metrics: Metrics;
  proxies: ProxyWatch;
  log: ServerLog;
  /** Whether this process sent the request to itself. Called once for each request. */
  isOwn: (request: IncomingMessage) => boolean;
  /** Applies to requests from outside. null: every request is allowed. */
  limits: RequestLimits | null;
  trustProxy: number;
  isHttps: boolean;
  /** null: responses are not cached. */
  responseCache: ResponseCache | null;
  /** The client of our own directory. null: the directory calls another site. */
  ownClientId: string | null;
}

/**
 * The first handler of every request: it gives the request an ID, checks the limits, logs the request, and responds to
 * health checks and requests for metrics.
 */
export function createFront(services: FrontServices) {
  const { handlers, health, metrics, proxies, limits, trustProxy, isHttps, responseCache } = services;
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.url = originForm(request.url ?? '/');
    const isOwn = services.isOwn(request);
    if (health(request, response) || metrics.response(request, response)) return;
    if (!isOwn) proxies.check(request);
    const label = findRoute(request.url);
    const current = toCurrentRequest(request, trustProxy);
    const admitted = isOwn ? null : (limits?.(request, label.part) ?? null);
    const settle = admitted !== null && 'settle' in admitted ? admitted.settle : null;
    observe(services, { request, response, current, label, settle });
    if (admitted !== null && 'limit' in admitted) metrics.countRefusal(admitted.limit);
    const refusal =
      admitted !== null && 'limit' in admitted
        ? tooMany(admitted.retryAfterSeconds)
        : refusalOf(request, handlers[label.handler] === null ? { ...label, methods: readingOnly } : label);
    if (refusal !== null) return refuse(response, refusal, { current, label, isHttps });
    const handle = () =>
      handleRequest(services, { request, response, current, label }).catch((error: unknown) =>
        sendFailure(services, { response, current, label, error }),
      );
    if (responseCache === null || label.part !== 'api') return void handle();
    responseCache.find(request, (cached) => {
      if (cached === null) void handle();
      else sendCached(cached, { request, response, current, isHttps });
    });
  };
}

/** null: the request is not refused. */
function refusalOf(
  { method = '', headers, httpVersion }: IncomingMessage,
  { methods, maxBodyBytes }: Pick<Route, 'methods' | 'maxBodyBytes'>,
): Refusal | null {
  if (!methods.includes(method)) return wrongMethod(methods);
  // HTTP/1.0 does not require a host, but the handlers do.
  if (headers.host === undefined && httpVersion === '1.0') headers.host = 'localhost';
  if (headers.host === undefined || !validHost.test(headers.host)) return withoutHost;
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return unknownExpectation;
  if (!isPlain.test(headers['content-encoding'] ?? '')) return compressedBody;
  return Number(headers['content-length'] ?? 0) > maxBodyBytes ? tooLarge : null;
}

const readingOnly = ['GET', 'HEAD'];

// Compressed bodies are refused, because they would have to be decompressed before they can be read.
const isPlain = /^(identity)?$/i;

// A name, an IPv4 address, or an IPv6 address in brackets; then a port. @see RFC 3986 §3.2.2
const validHost = /^([\w.~-]+|\[[\da-fA-F:.]+\])(:\d{0,5})?$/;

/**
 * Clients send `GET http://host/path` to proxies, and servers must accept this form (RFC 9112 §3.2.2). The host in such
 * an address cannot be trusted, and Next would redirect to that host. This function therefore returns only the path and
 * the query.
 */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/**
 * Sets the headers and the current request, and calls the handler. For pages, this function only calls the handler. The
 * handler of pages sends the request's ID itself, and calls `withRequest` only when a page is rendered. Cached pages
 * are faster this way.
 */
function handleRequest(
  { handlers, isHttps }: FrontServices,
  { request, response, current, label }: Pick<Observed, 'request' | 'response' | 'current' | 'label'>,
): Promise<void> {
  const handler = handlers[label.handler];
  if (label.handler === 'pages' || handler === null) return handlers.pages(request, response, current);
  response.setHeader(requestIdHeader, current.id);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isHttps) response.setHeader(...strictTransport);
  return withRequest(current, () => handler(request, response, current));
}

/** Sets all headers in one call, which is faster in Node. */
function sendCached(
  { representation, caller }: CachedResponse,
  {
    request,
    response,
    current,
    isHttps,
  }: Pick<Observed, 'request' | 'response' | 'current'> & { isHttps: boolean },
): void {
  current.caller = caller;
  const headers = [requestIdHeader, current.id, 'X-Content-Type-Options', 'nosniff'];
  if (isHttps) headers.push(...strictTransport);
  sendRepresentation(request, response, representation, headers);
}

// With this header, browsers never use plain http for this host. Over plain http, others could read a cookie or a
// password (RFC 6797).
const strictTransport = ['Strict-Transport-Security', 'max-age=31536000'] as const;

interface Observed {
  request: IncomingMessage;
  response: ServerResponse;
  current: CurrentRequest;
  label: Route;
  settle: Admitted['settle'] | null;
}

function observe(
  { log, metrics, ownClientId }: FrontServices,
  { request, response, current, label, settle }: Observed,
): void {
  const startedAt = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const ms = performance.now() - startedAt;
    const status = response.statusCode;
    const bytes = socket.bytesWritten - sentBefore;
    settle?.({ status, bytes, caller: current.caller });
    const isApi = label.part === 'api';
    metrics.observe(partOf(current, label), isApi ? label.route : '', status, ms / 1000);
    const clientId = current.caller?.clientId ?? null;
    // The directory calls its own API every few seconds, so only failures are logged.
    if (clientId !== null && clientId === ownClientId && status < 400) return;
    const { method = '' } = request;
    const isCutOff = !response.writableFinished;
    log.request({ requestId: current.id, clientId, method, route: label.route, status, ms, bytes, isCutOff });
  });
}

/** Cached and rendered public pages are counted separately. */
function partOf({ isRendered }: CurrentRequest, { part }: Route): string {
  if (part !== 'page') return part;
  return isRendered ? 'page miss' : 'page hit';
}

function sendFailure(
  { log, isHttps }: FrontServices,
  { response, current, label, error }: Pick<Observed, 'response' | 'current' | 'label'> & { error: unknown },
): void {
  const level = current.isAborted() ? 'info' : 'error';
  withRequest(current, () => log[level]({ err: error }, 'a request failed'));
  if (response.headersSent) response.destroy();
  else refuse(response, failed(current.id), { current, label, isHttps });
}
