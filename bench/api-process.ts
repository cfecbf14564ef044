/** A service of `bench/api-server.ts` in its own process, and its requests. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import autocannon, { type Options, type Result } from 'autocannon';

export const connections = 16;
export const root = '/api/v2/organisation/1/';

/** Runs the server's file with these arguments. */
export function start(...args: string[]): ChildProcess {
  const execArgv = ['--expose-gc', '--import', 'tsx'];
  return fork(join(import.meta.dirname, 'api-server.ts'), args, { execArgv });
}

export class ApiProcess {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #headers: Record<string, string>;

  private constructor(child: ChildProcess, { port, token }: { port: number; token: string }) {
    this.#child = child;
    this.#port = port;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  static async start(...stored: string[]): Promise<ApiProcess> {
    const child = start('serve', ...stored);
    const [address] = (await once(child, 'message')) as [{ port: number; token: string }];
    return new ApiProcess(child, address);
  }

  /** Makes the load in this process. The server and the baseline share another one. */
  load(path: string, { seconds, ...more }: { seconds: number } & Partial<Options>): Promise<Result> {
    const url = `http://127.0.0.1:${this.#port}${path}`;
    return autocannon({ url, connections, duration: seconds, headers: this.#headers, ...more });
  }

  /**
   * Load of 9,600 different requests in turn, so that no response is cached: `pathOf` is called with 0, 1, 2 … Creating
   * more would take a noticeable part of the first second.
   */
  loadEach(pathOf: (at: number) => string, seconds: number): Promise<Result> {
    const each = 600;
    let client = 0;
    return this.load('/', {
      seconds,
      setupClient: (one) => {
        const first = each * client++;
        const requests = Array.from({ length: each }, (_, at) => ({
          path: pathOf(first + at),
          headers: this.#headers,
        }));
        one.setRequests(requests);
      },
    });
  }

  async open(path: string, more: Record<string, string> = {}): Promise<IncomingMessage> {
    const headers = { ...this.#headers, ...more };
    const clientRequest = request({ host: '127.0.0.1', port: this.#port, path, headers, agent: false });
    clientRequest.end();
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    return response;
  }

  async read(path: string) {
    const start = performance.now();
    const response = await this.open(path);
    const firstMs = performance.now() - start;
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const totalMs = performance.now() - start;
    return { firstMs, totalMs, body: Buffer.concat(chunks), etag: response.headers.etag ?? '' };
  }

  /** Gives the baseline the bytes to send. */
  async setBaseline(body: Buffer, { isFile }: { isFile: boolean }): Promise<void> {
    this.#child.send({ baseline: body.toString(), isFile });
    await once(this.#child, 'message');
  }

  /** `idle`: garbage is collected first. */
  async memory(when: 'idle' | 'memory'): Promise<NodeJS.MemoryUsage> {
    this.#child.send(when);
    const [usage] = (await once(this.#child, 'message')) as [NodeJS.MemoryUsage];
    return usage;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.send('stop');
    await exit;
  }
}
