import type { IncomingMessage, ServerResponse } from 'node:http';

export interface HealthOptions {
  /** Whether the database answers; true where another site has it. */
  databaseAnswers: () => Promise<boolean>;
  /** Whether there is anything to show. */
  hasDirectory: () => boolean;
  isDraining: () => boolean;
  /** In milliseconds, of a clock that never goes back. */
  now: () => number;
}

// However often it is asked, the database is asked once a second.
const keptMs = 1_000;

/**
 * Answers `/healthz` (the process runs) and `/readyz` (requests may be sent to it; else 503 with the names of what is
 * not ready); tells whether it was asked for one of them. @see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export function createHealthAnswers(options: HealthOptions) {
  let asked: { at: number; answer: Promise<boolean> } | null = null;
  const databaseAnswers = () => {
    if (asked === null || options.now() - asked.at >= keptMs)
      asked = { at: options.now(), answer: options.databaseAnswers().catch(() => false) };
    return asked.answer;
  };
  const answerReady = async (response: ServerResponse) => {
    const notReady = [
      ...((await databaseAnswers()) ? [] : ['database']),
      ...(options.hasDirectory() ? [] : ['directory']),
      ...(options.isDraining() ? ['draining'] : []),
    ];
    if (notReady.length === 0) send(response, 200, { status: 'ready' });
    else send(response, 503, { status: 'not ready', notReady });
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    switch (request.url) {
      case '/healthz':
        send(response, 200, { status: 'alive' });
        return true;
      case '/readyz':
        void answerReady(response);
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
