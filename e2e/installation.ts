import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An installation of Chapterhouse for one test: a data folder, the command line, and a server on a free port. */
export class Installation {
  private server: ChildProcess | null = null;
  printed = '';

  /** If `dataDir` is the folder of another installation, this object is a second server of that installation. */
  constructor(readonly dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-e2e-'))) {}

  /** Runs `./chapterhouse` with these arguments; returns standard output. @throws Error with its output if it fails */
  chapterhouse(args: string[], env: Record<string, string> = {}): string {
    const result = spawnSync(join(import.meta.dirname, '../chapterhouse'), args, {
      env: { ...process.env, DATA_DIR: this.dataDir, ...env },
      encoding: 'utf8',
    });
    if (result.status !== 0)
      throw new Error(`chapterhouse ${args.join(' ')}: ${result.stdout}${result.stderr}`);
    return result.stdout;
  }

  importNewMember(firstName: string, env: Record<string, string> = {}): void {
    const file = join(this.dataDir, 'new.csv');
    const rows = [
      'Number,First name,Last name,Type,Expires',
      `NEW-1,${firstName},Zweig,Full Member,2099-12-31`,
    ];
    writeFileSync(file, `${rows.join('\n')}\n`);
    this.chapterhouse(['import', file, '--organisation', '100'], env);
  }

  /**
   * Does what `npm start` does, without the half a second of the processor's time that npm takes. When the server
   * responds, resolves with the address of the directory.
   */
  async start(env: Record<string, string>): Promise<string> {
    const port = await freePort();
    const server = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.mjs')], {
      env: { ...process.env, DATA_DIR: this.dataDir, PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // The server gets its own process group, because its child processes must get the signal too.
      detached: true,
    });
    this.server = server;
    this.printed = '';
    await new Promise<void>((resolve, reject) => {
      let isReady = false;
      const read = (chunk: Buffer) => {
        this.printed += chunk.toString();
        // Later, the output can be long, and searching all of it for each line would slow a benchmark down.
        isReady ||= this.printed.includes('Chapterhouse is ready');
        if (isReady) resolve();
      };
      server.stdout.on('data', read);
      server.stderr.on('data', read);
      // Unlike 'exit', 'close' comes after everything that the server has printed.
      server.on('close', (code) => reject(new Error(`the server ended with ${code}: ${this.printed}`)));
    });
    return `http://localhost:${port}`;
  }

  /**
   * As `start`, with a copy of the demonstration in the data folder. Making a demonstration takes more than a second of
   * the processor's time. Tests about the first start, and those that use PostgreSQL, call `start`.
   */
  async startDemonstration(env: Record<string, string> = {}): Promise<string> {
    cpSync(preparedDemonstration(), this.dataDir, { recursive: true });
    return this.start(env);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const server = this.server;
    this.server = null;
    if (server?.pid !== undefined && server.exitCode === null) {
      // Waits for 'close' and not for 'exit', because child processes can hold these pipes open for longer.
      const ended = new Promise((resolve) => server.on('close', resolve));
      process.kill(-server.pid, signal);
      await ended;
    }
  }

  /** Kills the server, because its data folder is deleted too. After SIGTERM, it would wait a second for requests. */
  async stop(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** The folder with the demonstration that `prepareDemonstration` has copied. */
export function preparedDemonstration(): string {
  if (process.env.E2E_DATA_DIR === undefined)
    throw new Error('E2E_DATA_DIR is not set: run the tests through Playwright');
  return `${process.env.E2E_DATA_DIR}-demonstration`;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      // If a server listens on TCP, its address is an AddressInfo.
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
