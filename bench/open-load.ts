/**
 * Load at a fixed rate of arrivals. Visitors arrive even if earlier visitors have no response yet. The time of each
 * visitor counts from the arrival. A closed loop would send fewer requests when the server is slow, and would not show
 * the delay.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface LoadRequest {
  kind: string;
  path: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'PATCH' | 'POST';
  body?: string;
}

export interface LoadResponse {
  kind: string;
  ms: number;
  /** The response was neither 2xx nor 304, or there was no response. */
  isFailed: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const stepMs = 4;
/** How long to wait for a response. If a response takes longer, the load is more than the server can handle. */
const timeoutMs = 20_000;

export async function arrive(
  base: string,
  {
    perSecond,
    seconds,
    next,
    onResponse,
  }: {
    perSecond: number;
    seconds: number;
    next: () => LoadRequest;
    onResponse: (response: LoadResponse) => void;
  },
): Promise<void> {
  const start = performance.now();
  const count = Math.round(perSecond * seconds);
  const open = new Set<Promise<void>>();
  for (let arrived = 0; arrived < count;) {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1000) * perSecond) + 1);
    for (; arrived < due; arrived += 1) {
      const cameAt = start + (arrived / perSecond) * 1000;
      const request = next();
      const response: Promise<void> = send(base, request).then((isFailed) => {
        open.delete(response);
        onResponse({ kind: request.kind, ms: performance.now() - cameAt, isFailed });
      });
      open.add(response);
    }
    await pause(stepMs);
  }
  await Promise.all(open);
}

/** Resolves with true if the request failed. */
export function send(base: string, { path, headers, method, body }: LoadRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(`${base}${path}`, { agent, headers, method, timeout: timeoutMs }, (response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      response.on('end', () => resolve(!(status < 300 || status === 304)));
      response.on('error', () => resolve(true));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(true));
    sent.end(body);
  });
}

/** Returns the value below which this share (0 to 1) of all values are. NaN: there are no values. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}
