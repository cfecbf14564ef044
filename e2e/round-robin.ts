/** A plain reverse proxy: each request goes to the next server, and a server that cannot be reached is skipped. */
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { freePort } from './installation';

interface Upstream {
  origin: URL;
  /** The send times (`performance.now()`) of the requests that got no response or only a part of it. */
  lost: number[];
}

export class RoundRobin {
  readonly upstreams: Upstream[] = [];
  url = '';
  private readonly agent = new Agent({ keepAlive: false });
  private server: Server | null = null;
  private turn = 0;

  /** The proxy listens before there are servers, because the servers must know its address. */
  async listen(): Promise<void> {
    const port = await freePort();
    this.server = createServer((incoming, outgoing) => this.forward(incoming, outgoing, this.inOrder()));
    await new Promise<void>((resolve) => this.server?.listen(port, '127.0.0.1', resolve));
    this.url = `http://localhost:${port}`;
  }

  add(address: string): Upstream {
    const upstream = { origin: new URL(address), lost: [] };
    this.upstreams.push(upstream);
    return upstream;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private inOrder(): Upstream[] {
    const first = this.turn++ % this.upstreams.length;
    return [...this.upstreams.slice(first), ...this.upstreams.slice(0, first)];
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse, candidates: Upstream[]): void {
    const [upstream, ...others] = candidates;
    if (upstream === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const { hostname, port } = upstream.origin;
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const { method, url: path } = incoming;
    const clientRequest = request({ hostname, port, method, path, headers, agent: this.agent });
    const sentAt = performance.now();
    clientRequest.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
      response.on('aborted', () => {
        upstream.lost.push(sentAt);
        outgoing.destroy();
      });
    });
    clientRequest.on('error', (error: NodeJS.ErrnoException) => {
      // No part of the request has been sent, so the next server gets it.
      if (error.code === 'ECONNREFUSED') return this.forward(incoming, outgoing, others);
      upstream.lost.push(sentAt);
      outgoing.destroy();
    });
    incoming.pipe(clientRequest);
  }
}
