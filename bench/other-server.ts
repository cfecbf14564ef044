/** A short server in its own process, which is compared with the product and has the product's records. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Product } from './product';

/** Where the records are read from. */
export interface Source {
  base: string;
  tokens: readonly string[];
  path: string;
}

export class OtherServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly base: string,
  ) {}

  /** @param file a program of this folder that calls `serveOther` */
  static async start(file: string, parameters: readonly string[] = []): Promise<OtherServer> {
    const child = fork(join(import.meta.dirname, file), ['serve', ...parameters], {
      execArgv: ['--import', 'tsx'],
    });
    const [port] = (await once(child, 'message')) as [number];
    return new OtherServer(child, `http://127.0.0.1:${port}`);
  }

  /** Copies the records from the product's lists. @throws Error if the server lacks something that it needs */
  async fill({ base, tokens }: Product, path: string): Promise<void> {
    const source: Source = { base, tokens, path };
    const problem = await this.ask(source);
    if (typeof problem === 'string') throw new Error(problem);
  }

  async cpuSeconds(): Promise<number> {
    return Number(await this.ask('cpu'));
  }

  stop(): void {
    this.child.kill();
  }

  private async ask(message: Source | 'cpu'): Promise<unknown> {
    this.child.send(message);
    const [answer] = (await once(this.child, 'message')) as [unknown];
    return answer;
  }
}

export function serveOther(server: Server, fill: (source: Source) => Promise<void>): void {
  process.on('SIGTERM', () => process.exit());
  process.on('message', (message: Source | 'cpu') => {
    const { user, system } = process.cpuUsage();
    if (message === 'cpu') process.send?.((user + system) / 1e6);
    else
      void fill(message).then(
        () => process.send?.(true),
        (error: unknown) => process.send?.(String(error)),
      );
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

export async function readList<T>({ base, tokens, path }: Source, name: string): Promise<T[]> {
  const headers = { authorization: `Bearer ${tokens[0]}`, 'x-forwarded-for': '10.9.9.9' };
  return (await (await fetch(`${base}${path}/${name}`, { headers })).json()) as T[];
}
