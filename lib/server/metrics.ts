import type { IncomingMessage, ServerResponse } from 'node:http';
import { equalTexts } from '@/lib/base/equal-texts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LimitName } from './request-limits';

export interface MetricsServices {
  /** null: `/metrics` does not exist. */
  token: string | null;
  directory: () => { loadedAt: Date | null; memberCount: number; isStale: boolean };
  clock: () => Date;
  pageCacheBytes: () => number;
  /** null: this process has no PostgreSQL connections, because it uses SQLite or another site's API. */
  databasePool: () => { total: number; idle: number; waiting: number } | null;
  /** null: this server has only one process. */
  processes: {
    number: number;
    provideMetrics(read: () => Promise<string>): void;
    gatherMetrics(): Promise<string>;
  } | null;
  /** null: another site sends the webhooks. */
  webhooks: () => {
    attempts: Readonly<Record<string, number>>;
    inProgress: number;
    lagSeconds: number | null;
  } | null;
}

export interface Metrics {
  /** Every argument has only a few possible values, so that there are few series. */
  observe(part: string, endpoint: string, status: number, seconds: number): void;
  countRefusal(limit: LimitName): void;
  /** @returns whether the request was for `/metrics` */
  response(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Prometheus metrics, protected by a token. No label contains anything that a visitor chose.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function createMetrics(services: MetricsServices): Metrics {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'chapterhouse_request_duration_seconds',
    help: 'Time to send a response, by part of the application, API endpoint and status class',
    labelNames: ['part', 'endpoint', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'chapterhouse_requests_refused_total',
    help: 'Requests refused with 429, by limit',
    labelNames: ['limit'],
    registers: [registry],
  });
  const { processes } = services;
  // The sum of several processes' ages or memory would mean little, so each process has its own series.
  if (processes !== null) registry.setDefaultLabels({ process: String(processes.number) });
  const readOwn = () => registry.metrics();
  processes?.provideMetrics(readOwn);
  const read = processes === null ? readOwn : () => processes.gatherMetrics();
  collectDefaultMetrics({ register: registry, prefix: 'chapterhouse_' });
  addGauges(registry, services);
  addWebhooks(registry, services);
  // Finding a labelled series takes longer than incrementing it.
  const series = new Map<string, { observe(seconds: number): void }>();
  return {
    observe(part, endpoint, status, seconds) {
      const group = statusClass(status);
      const key = `${part} ${endpoint} ${group}`;
      let found = series.get(key);
      if (found === undefined) series.set(key, (found = duration.labels(part, endpoint, group)));
      found.observe(seconds);
    },
    countRefusal: (limit) => refused.inc({ limit }),
    response(request, response) {
      if (request.url?.split('?', 1)[0] !== '/metrics') return false;
      void send(read, services.token, request, response);
      return true;
    },
  };
}

/** `read` is called when the metrics are requested. If `read` returns null, the gauge has no value. */
function createGauges(registry: Registry) {
  return (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name: `chapterhouse_${name}`,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === null) this.reset();
        else this.set(value);
      },
    });
}

function addGauges(registry: Registry, services: MetricsServices): void {
  const gauge = createGauges(registry);
  const { directory, clock } = services;
  gauge('snapshot_age_seconds', 'Time since the API last confirmed the data in the directory', () => {
    const { loadedAt } = directory();
    return loadedAt === null ? null : (clock().getTime() - loadedAt.getTime()) / 1000;
  });
  gauge('snapshot_members', 'Members in the directory', () => directory().memberCount);
  gauge('snapshot_stale', '1 when the last refresh failed', () => Number(directory().isStale));
  gauge('page_cache_bytes', 'Size of the cached pages', services.pageCacheBytes);
  if (services.databasePool() === null) return;
  for (const state of ['total', 'idle', 'waiting'] as const) {
    const help = `Connections to PostgreSQL: ${state}`;
    gauge(`database_pool_${state}`, help, () => services.databasePool()?.[state] ?? null);
  }
}

function addWebhooks(registry: Registry, { webhooks }: MetricsServices): void {
  if (webhooks() === null) return;
  new Counter({
    name: 'chapterhouse_webhook_attempts_total',
    help: 'Attempts of this process to deliver events to webhooks, by result',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(webhooks()?.attempts ?? {})) this.inc({ result }, count);
    },
  });
  const gauge = createGauges(registry);
  gauge('webhook_attempts_in_progress', 'Requests to webhooks that have not ended', () => {
    return webhooks()?.inProgress ?? null;
  });
  gauge(
    'webhook_lag_seconds',
    'Age of the oldest change that this process has not delivered to a webhook',
    () => {
      return webhooks()?.lagSeconds ?? null;
    },
  );
}

async function send(
  read: () => Promise<string>,
  token: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const plain = { 'Content-Type': 'text/plain; charset=utf-8', ...guarded };
  if (token === null) {
    response.writeHead(404, plain).end('There is no page at this address\n');
  } else if (!equalTexts(request.headers.authorization ?? '', `Bearer ${token}`)) {
    response
      .writeHead(401, { ...plain, 'WWW-Authenticate': 'Bearer' })
      .end('Send METRICS_TOKEN as a Bearer token\n');
  } else {
    const text = await read();
    response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, ...guarded }).end(text);
  }
}

const guarded = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
