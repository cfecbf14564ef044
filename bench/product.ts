import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { openStore } from '@/lib/store/database';
import { Installation } from '../e2e/installation';

export const organisationPath = (version: 'v1' | 'v2') => `/api/${version}/organisation/1`;
const metricsToken = 'the token of the bench';

export interface Figures {
  /** The total for all threads and processes of the server since its start. */
  cpuSeconds: number;
  memoryMb: number;
}

export class Product {
  private constructor(
    private readonly installation: Installation,
    readonly base: string,
    /** Each token belongs to a different client, because the limits count requests for each client. */
    readonly tokens: readonly string[],
  ) {}

  /** `postgresUrl`: null for SQLite in the installation's folder. */
  static async start(
    installation: Installation,
    {
      clientCount = 1,
      postgresUrl = null,
      env = {},
    }: { clientCount?: number; postgresUrl?: string | null; env?: Record<string, string> } = {},
  ): Promise<Product> {
    const tokens = await createTokens({ dataDir: installation.dataDir, postgresUrl }, clientCount);
    const base = await installation.start({
      LOG_LEVEL: 'info',
      METRICS_TOKEN: metricsToken,
      // With this setting, the server reads the IP address of a client from the headers of the request. So it counts
      // the requests of each client's address separately, and no address exceeds the limits.
      TRUST_PROXY: '1',
      MEMBERSHIP_ORGANISATION_ID: '1',
      ...(postgresUrl === null ? {} : { DATABASE_URL: postgresUrl }),
      ...env,
    });
    return new Product(installation, base, tokens);
  }

  /** The headers of client number `at`. Different clients have IP addresses in different networks. */
  headers(at: number): Record<string, string> {
    const token = this.tokens[at % this.tokens.length] ?? '';
    return { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.1.${at % 200}.1` };
  }

  async figures(): Promise<Figures> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${this.base}/metrics`, { headers })).text();
    // If the server has several processes, the sum of their values is returned.
    const read = (name: string) => {
      const found = text.matchAll(new RegExp(`^\\w*${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
      return [...found].reduce((sum, [, value]) => sum + Number(value), 0);
    };
    return {
      cpuSeconds: read('process_cpu_seconds_total'),
      memoryMb: read('process_resident_memory_bytes') / 1e6,
    };
  }

  /** Sends a request, and resolves when the response begins. */
  async open(path: string, more: Record<string, string> = {}, at = 0): Promise<IncomingMessage> {
    const headers = { ...this.headers(at), ...more };
    const sent = request(`${this.base}${path}`, { headers, agent: false });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
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

  async memberIds(count: number): Promise<string[]> {
    const { body } = await this.read(`${organisationPath('v2')}/members?Page[Size]=${count}`);
    return (JSON.parse(body.toString()) as { ID: string }[]).map(({ ID }) => ID);
  }

  /** Gives a member a new first name. */
  async change(id: string, at: number): Promise<void> {
    const response = await fetch(`${this.base}${organisationPath('v2')}/members/${id}`, {
      method: 'PATCH',
      headers: { ...this.headers(0), 'content-type': 'application/merge-patch+json', 'if-match': '*' },
      body: JSON.stringify({ User: { FirstName: `Changed ${at}` } }),
    });
    if (response.status !== 200)
      throw new Error(`a change was answered ${response.status}: ${await response.text()}`);
  }

  async stop(): Promise<void> {
    await this.installation.stop();
  }
}

async function createTokens(
  location: { dataDir: string; postgresUrl: string | null },
  count: number,
): Promise<string[]> {
  const store = await openStore(location);
  const tokens: string[] = [];
  const scopes = ['basic', 'members', 'members:write'] as const;
  for (let at = 0; at < count; at += 1) {
    const name = `Bench ${at}`;
    const client = await createClient(store, {
      organisationId: 1,
      name,
      scopes: [...scopes],
      redirectUris: [],
      seesAdminExtras: false,
    });
    const token = {
      clientId: client.id,
      organisationId: 1,
      personId: null,
      scopes: [...scopes],
      codeHash: null,
    };
    tokens.push(await issueToken(store.auth, token, new Date()));
  }
  await store.close();
  return tokens;
}
