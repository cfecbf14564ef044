import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemonstrationCredentials } from '@/lib/demonstration/load';
import { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { freePort } from '@/scripts/start-postgres.mjs';

export const organisation = '/api/v2/organisation/100';

export interface ServiceSettings {
  dataDir: string;
  /** null: SQLite. */
  postgresUrl: string | null;
}

export function newDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-faults-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** A program that is loaded before the service if its variable is set. */
const imports = { KILL_AT: 'kill-at-statement.mjs', TELL_LOCK: 'tell-lock.mjs' };

export class ServiceProcess {
  printed = '';
  readonly #child: ChildProcess;
  readonly url: string;
  readonly #dataDir: string;
  #visitors = 0;

  private constructor(child: ChildProcess, url: string, dataDir: string) {
    this.#child = child;
    this.url = url;
    this.#dataDir = dataDir;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the process did not start');
    return this.#child.pid;
  }

  /**
   * Does not wait until the process responds. KILL_AT is the number of a statement, counted from 1. The process is killed
   * before this statement.
   */
  static async launch({ dataDir, postgresUrl }: ServiceSettings, env: Record<string, string> = {}) {
    const port = await freePort();
    const child = fork(join(import.meta.dirname, 'run-service.mjs'), {
      execArgv: Object.entries(imports).flatMap(([name, file]) =>
        name in env ? ['--import', new URL(file, import.meta.url).href] : [],
      ),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        BASE_URL: '',
        DATABASE_URL: postgresUrl ?? '',
        MEMBERSHIP_ORGANISATION_ID: '100',
        TRUST_PROXY: '1',
        ...env,
      },
    });
    return new ServiceProcess(child, `http://localhost:${port}`, dataDir);
  }

  /** @throws Error with the process's output if the process ends instead of responding */
  static async start(settings: ServiceSettings, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.launch(settings, env);
    if (!(await service.hasStarted())) throw new Error(`the service ended: ${service.printed}`);
    return service;
  }

  /** Resolves with false if the process ended before it could respond. */
  async hasStarted(): Promise<boolean> {
    return Promise.race([once(this.#child, 'message').then(() => true), this.exitCode().then(() => false)]);
  }

  /** Resolves when a statement of the process next meets another process's lock on a SQLite file. Needs TELL_LOCK. */
  async meetsLock(): Promise<void> {
    await once(this.#child, 'message');
  }

  request(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', ...init });
  }

  /** A browser with its own address, so that limits by address do not affect these tests. */
  browser(password: string): Browser {
    const visitor = (this.#visitors += 1);
    const address = `198.51.${(visitor >> 8) & 255}.${visitor & 255}`;
    const request = (path: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      headers.set('X-Forwarded-For', address);
      return this.request(path, { ...init, headers });
    };
    return new Browser(request, { origin: this.url, password });
  }

  credentials(): DemonstrationCredentials {
    return JSON.parse(readFileSync(join(this.#dataDir, 'demo-credentials.json'), 'utf8'));
  }

  /** By default, the client requests a token for itself, without a member. */
  requestToken(
    client: { id: string; secret: string },
    fields: Record<string, string> = { grant_type: 'client_credentials' },
    organisationId = 100,
  ): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    const body = new URLSearchParams(fields);
    const path = `/api/v2/organisation/${organisationId}/token`;
    return this.request(path, { method: 'POST', headers: { authorization }, body });
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  /** null: a signal ended the process. */
  async exitCode(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }
}
