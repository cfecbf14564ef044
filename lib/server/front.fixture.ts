/** A server whose requests first pass through `createFront`. The test provides the handlers. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { respondInTurn } from './respond-in-turn';
import { createFront, type FrontServices } from './front';
import { createHealthResponses, type HealthServices } from './health';
import { createHttpServer, type HttpTimeouts } from './http-server';
import { createLog } from './log';
import { createMetrics } from './metrics';
import { createRequestLimits, type RequestLimitsServices } from './request-limits';

export interface TestFrontOptions extends Partial<
  Pick<
    FrontServices,
    'handlers' | 'responseCache' | 'trustProxy' | 'isHttps' | 'ownClientId' | 'isOwn' | 'proxies'
  >
> {
  rateLimits?: RequestLimitsServices['rateLimits'];
  maxInProgress?: number;
  health?: Partial<HealthServices>;
  metricsToken?: string;
  timeouts?: HttpTimeouts;
}

export interface TestFront {
  url: string;
  port: number;
  /** The clock of the limits and health checks. */
  time: { ms: number };
  log(): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const nothing = async () => undefined;

export async function startTestFront(options: TestFrontOptions = {}): Promise<TestFront> {
  const time = { ms: 0 };
  const now = () => time.ms;
  const lines: string[] = [];
  const { trustProxy = 0, rateLimits = {} } = options;
  const handler: FrontServices['handlers']['pages'] = async (request, response) => {
    request.resume();
    response.end('answer');
  };
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = createHttpServer(options.timeouts);
  const front = createFront({
    handlers: options.handlers ?? { service: handler, data: handler, pages: handler },
    health: createHealthResponses({
      databaseState: async () => ({ isAvailable: true, warnings: [] }),
      hasDirectory: () => true,
      isDraining: () => false,
      now,
      ...options.health,
    }),
    metrics: createMetrics({
      token: options.metricsToken ?? null,
      directory: () => ({ loadedAt: new Date(0), memberCount: 7, isStale: false }),
      clock: () => new Date(60_000),
      pageCacheBytes: () => 1234,
      databasePool: () => ({ total: 3, idle: 2, waiting: 1 }),
      processes: null,
      webhooks: () => ({ attempts: { delivered: 7, status: 2 }, inProgress: 3, lagSeconds: 1.5 }),
    }),
    // Most tests may send any header, so this server does not check for proxies.
    proxies: options.proxies ?? { check: () => undefined, warnings: () => [] },
    log,
    isOwn: options.isOwn ?? (() => false),
    limits: createRequestLimits({
      trustProxy,
      now,
      rateLimits,
      ...(options.maxInProgress === undefined ? {} : { maxInProgress: options.maxInProgress }),
    }),
    responseCache: options.responseCache ?? null,
    trustProxy,
    isHttps: options.isHttps ?? false,
    ownClientId: options.ownClientId ?? null,
  });
  server.on('request', respondInTurn(front));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    if (!server.listening) return;
    server.close(nothing);
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    time,
    close,
    async log() {
      // A log line may be written after its response. When the server has closed, all lines are written.
      await close();
      return lines.map((line) => JSON.parse(line));
    },
  };
}
