import { Agent, request } from 'node:http';

export interface Visits {
  completed: number;
  /** The number of responses other than 2xx, by status. */
  refused: Map<number, number>;
  /** Requests whose connection broke before the response was complete. */
  dropped: string[];
  /**
   * The number of requests that reached no server: no server was listening, or no server accepted the new connection.
   */
  unconnected: number;
}

/** Sends requests until `stop` is called or no server listens. `visitors` requests run at the same time. */
export function visit(base: string, { paths, visitors }: { paths: string[]; visitors: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const visits: Visits = { completed: 0, refused: new Map(), dropped: [], unconnected: 0 };
  let isOver = false;
  let requests = 0;
  const one = async () => {
    while (!isOver) {
      const path = paths[requests++ % paths.length] ?? '/';
      try {
        const status = await send(`${base}${path}`, agent);
        if (status >= 200 && status < 300) visits.completed += 1;
        else visits.refused.set(status, (visits.refused.get(status) ?? 0) + 1);
      } catch (error) {
        if (isUntaken(error)) {
          visits.unconnected += 1;
          return;
        }
        visits.dropped.push(`${codeOf(error)} ${path}`);
      }
    }
  };
  const all = Promise.all(Array.from({ length: visitors }, one));
  return {
    visits,
    async stop(): Promise<Visits> {
      isOver = true;
      return this.over();
    },
    async over(): Promise<Visits> {
      await all;
      agent.destroy();
      return visits;
    },
  };
}

/**
 * The kernel makes a connection before a server accepts it. When the server stops listening, the kernel resets the
 * connections that were not accepted.
 */
class UntakenError extends Error {}

function isUntaken(error: unknown): boolean {
  return error instanceof UntakenError || codeOf(error) === 'ECONNREFUSED';
}

/**
 * Clients give up after a while. Node.js never answers or closes a connection that it was giving to a process when that
 * process was killed.
 */
const patienceMs = 30_000;

function send(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent, timeout: patienceMs }, (response) => {
      response.resume();
      response.on('end', () =>
        response.complete ? resolve(response.statusCode ?? 0) : reject(new Error('cut off')),
      );
      response.on('error', reject);
    });
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('no response')));
    clientRequest.on('error', (error) => {
      const isReset = codeOf(error) === 'ECONNRESET' && !clientRequest.reusedSocket;
      reject(isReset ? new UntakenError('reset before the first answer', { cause: error }) : error);
    });
    clientRequest.end();
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
