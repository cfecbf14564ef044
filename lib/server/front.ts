import type { IncomingMessage } from 'node:http';
import { createHealthAnswers } from './health';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { ObservedResponse } from './observed-response';
import { refuse } from './refuse';
import { chooseRequestId, withRequestId } from './request-id';
import type { RequestLimits } from './request-limits';
import { routeLabel, type RouteLabel } from './route-label';
import { whichPart } from './which-part';

type Answer = (request: IncomingMessage, response: ObservedResponse) => Promise<void>;

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
  const { answers, health, metrics, limits, trustProxy, isHttps } = options;
  return (request: IncomingMessage, response: ObservedResponse): void => {
    if (health(request, response) || metrics.answer(request, response)) return;
    const url = request.url ?? '/';
    const label = routeLabel(url);
    response.requestId = chooseRequestId(request, trustProxy);
    const admitted = limits?.(request, label.part) ?? null;
    const settle = admitted !== null && 'settle' in admitted ? admitted.settle : null;
    observe(options, { request, response, label, settle });
    if (admitted !== null && 'limit' in admitted) {
      metrics.countRefusal(admitted.limit);
      refuse(response, tooMany(admitted.retryAfterSeconds), { ...label, isHttps });
    } else if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      refuse(response, tooLarge, { ...label, isHttps });
    } else {
      const answer = answers[whichPart(url)] ?? answers.pages;
      withRequestId(response.requestId, () => answer(request, response)).catch((error: unknown) =>
        answerFailure(options, { response, label, error }),
      );
    }
  };
}

interface Observed {
  request: IncomingMessage;
  response: ObservedResponse;
  label: RouteLabel;
  settle: ((answer: { status: number; bytes: number }) => void) | null;
}

function observe({ log, metrics }: FrontOptions, { request, response, label, settle }: Observed): void {
  const startedAt = performance.now();
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const ms = performance.now() - startedAt;
    const status = response.statusCode;
    const bytes = socket.bytesWritten - sentBefore;
    settle?.({ status, bytes });
    const isApi = label.part === 'api';
    metrics.observe(partOf(response, label), isApi ? label.route : '', status, ms / 1000);
    log.info({
      requestId: response.requestId,
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
function partOf(response: ObservedResponse, { part }: RouteLabel): string {
  if (part !== 'page') return part;
  return response.isRendered ? 'page miss' : 'page hit';
}

function answerFailure(
  { log, isHttps }: FrontOptions,
  { response, label, error }: { response: ObservedResponse; label: RouteLabel; error: unknown },
): void {
  log.error({ requestId: response.requestId, err: error }, 'a request failed');
  if (response.headersSent) response.destroy();
  else refuse(response, failed(response.requestId), { ...label, isHttps });
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
