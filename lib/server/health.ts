import type { IncomingMessage, ServerResponse } from 'node:http';

export interface HealthServices {
  /** If another site has the database, this server needs none, so the database counts as available. */
  databaseState: () => Promise<DatabaseState>;
  hasDirectory: () => boolean;
  isDraining: () => boolean;
  warnings?: () => readonly string[];
  /** The number of servers that share the database. 1: only this server. */
  serverCount?: () => number;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
}

/** Servers that share a database do not share these things. */
export const notShared = [
  'request limits (each server allows its part)',
  'cached pages',
  'unsent emails without SMTP_URL',
];

interface DatabaseState {
  isAvailable: boolean;
  warnings: readonly string[];
}

const unavailable: DatabaseState = { isAvailable: false, warnings: [] };

// The database is queried at most once a second.
const cachedMs = 1_000;

/**
 * Responds to `/healthz` (whether the process runs) and `/readyz` (whether it accepts requests). If it does not accept
 * them, `/readyz` has the status 503 and names the parts that are not ready.
 * @returns whether the request was for one of them
 * @see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export function createHealthResponses(services: HealthServices) {
  let lastCheck: { at: number; response: Promise<DatabaseState> } | null = null;
  const databaseState = () => {
    if (lastCheck === null || services.now() - lastCheck.at >= cachedMs)
      lastCheck = { at: services.now(), response: services.databaseState().catch(() => unavailable) };
    return lastCheck.response;
  };
  const respondReady = async (response: ServerResponse) => {
    const database = await databaseState();
    const notReady = [
      ...(database.isAvailable ? [] : ['database']),
      ...(services.hasDirectory() ? [] : ['directory']),
      ...(services.isDraining() ? ['draining'] : []),
    ];
    const warnings = [...database.warnings, ...(services.warnings?.() ?? [])];
    const servers = services.serverCount?.() ?? 1;
    const details = warnings.length === 0 ? {} : { warnings };
    const sharing = servers === 1 ? {} : { servers, notShared };
    if (notReady.length === 0) send(response, 200, { status: 'ready', ...details, ...sharing });
    else send(response, 503, { status: 'not ready', notReady, ...details });
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    switch (request.url) {
      case '/healthz':
        send(response, 200, { status: 'alive' });
        return true;
      case '/readyz':
        void respondReady(response);
        return true;
      default:
        return false;
    }
  };
}

function send(response: ServerResponse, status: 200 | 503, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
}
