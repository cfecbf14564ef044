/** Always sends the same bytes, in its own process. The benchmarks compare the product with this server. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export class BareServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly base: string,
  ) {}

  static async start(): Promise<BareServer> {
    const child = fork(import.meta.filename, ['serve'], { execArgv: ['--import', 'tsx'] });
    const [port] = (await once(child, 'message')) as [number];
    return new BareServer(child, `http://127.0.0.1:${port}`);
  }

  async setBody(body: Buffer): Promise<void> {
    await this.ask({ body: body.toString('base64') });
  }

  async cpuSeconds(): Promise<number> {
    return Number(await this.ask('cpu'));
  }

  stop(): void {
    this.child.kill();
  }

  private async ask(message: object | string): Promise<unknown> {
    this.child.send(message);
    const [answer] = (await once(this.child, 'message')) as [unknown];
    return answer;
  }
}

function serve(): void {
  let body = Buffer.alloc(0);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
  process.on('message', (message: { body: string } | 'cpu') => {
    const { user, system } = process.cpuUsage();
    if (message !== 'cpu') body = Buffer.from(message.body, 'base64');
    process.send?.((user + system) / 1e6);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

if (process.argv[2] === 'serve' && process.argv[1] === import.meta.filename) serve();
