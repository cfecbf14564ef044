import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll } from 'vitest';
import { createMembershipService } from './app';
import { LogoutDeliverer } from './logout-deliverer';
import { api, password, seedCast } from './sign-in-service.fixture';
import { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { noRules } from '@/lib/sign-in/oauth/client-rules';
import { createClient, type NewClient } from '@/lib/sign-in/oauth/clients';
import type { Store } from '@/lib/store/database';
import { openFreshStore, type FreshStore } from '@/lib/store/stores.fixture';
import { createLog } from '@/lib/server/log';

const authSecret = 'a secret of the tests';

export interface TestClient {
  id: string;
  secret: string;
}

export interface TestIssuer {
  store: () => Store;
  issuer: () => string;
  /**
   * Starts the server on a free port.
   * @returns the address of the server
   */
  listen: (server: Server) => Promise<string>;
  register: (callback: string, options?: ClientOptions) => Promise<TestClient>;
  browser: () => Browser;
  /**
   * Signs Ada in, even if the site refuses her.
   * @returns the address to which the browser is redirected
   */
  signIn: (address: string, browser?: Browser) => Promise<URL>;
  signOut: (browser: Browser) => Promise<unknown>;
  /**
   * Sends the logout tokens that are due.
   * @returns the number of attempts
   */
  deliverLogouts: () => Promise<number>;
}

interface ClientOptions extends Partial<NewClient> {
  /** false: the client's rules refuse everybody, because they require a chapter without members. */
  isForAll?: boolean;
}

export function runIssuer(): TestIssuer {
  let fresh: FreshStore;
  const store = () => fresh.store;
  const servers: Server[] = [];
  let origin = '';

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an AddressInfo.
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    fresh = await openFreshStore('sqlite');
    const server = createServer();
    origin = await listen(server);
    const app = createMembershipService({
      store: fresh.store,
      clock: () => new Date(),
      baseUrl: origin,
      mailer: async () => 'sent' as const,
      authSecret,
      trustProxy: 0,
    });
    const listener = getRequestListener(app.fetch);
    server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  });
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await fresh.remove();
  });
  seedCast(store);

  const browser = () =>
    new Browser((path, init) => fetch(origin + path, { ...init, redirect: 'manual' }), { origin, password });

  return {
    store,
    issuer: () => origin + api,
    listen,
    browser,
    register: async (callback, { isForAll = true, ...change } = {}) => {
      const { id, secret } = await createClient(store(), {
        organisationId: 100,
        name: 'Site',
        scopes: ['openid', 'profile', 'email', 'membership'],
        redirectUris: [callback],
        isFirstParty: true,
        allowsHttp: true,
        rules: isForAll ? null : { ...noRules, chapters: ['2'] },
        ...change,
      });
      return { id, secret: secret ?? '' };
    },
    signIn: async (address, used = browser()) => {
      await used.open(address.slice(origin.length));
      await used.signIn();
      if (used.path.includes('/members-only?')) await used.submit({}, { action: 'members-only' });
      return new URL(used.response.headers.get('Location') ?? '');
    },
    signOut: (used) => used.open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'same-origin' } }),
    deliverLogouts: () =>
      new LogoutDeliverer({
        store: store(),
        clock: () => new Date(),
        baseUrl: origin,
        authSecret,
        log: createLog('silent'),
      }).deliverDue(),
  };
}

/**
 * A browser at other sites: stores cookies and follows no redirects. All sites of a test have one host, so they share
 * cookies.
 */
export class SiteVisitor {
  private readonly cookies = new Map<string, string>();

  async visit(
    address: string | URL,
    init: { method?: string; body?: URLSearchParams } = {},
  ): Promise<Response> {
    const response = await navigate(address, init, {
      Accept: 'text/html',
      'Sec-Fetch-Mode': 'navigate',
      ...(init.body && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01[ -]jan[ -]1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/**
 * The request is not sent with fetch, which adds "Sec-Fetch-Mode: cors". mod_auth_openidc redirects only navigations.
 */
function navigate(
  address: string | URL,
  { method = 'GET', body }: { method?: string; body?: URLSearchParams },
  headers: Record<string, string>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, agent: false }, (response) => {
      const received = new Headers();
      for (let index = 0; index < response.rawHeaders.length; index += 2)
        received.append(response.rawHeaders[index] ?? '', response.rawHeaders[index + 1] ?? '');
      const chunks: Buffer[] = [];
      const finish = () => {
        const status = response.statusCode ?? 0;
        resolve(new Response(Buffer.concat(chunks).toString(), { status, headers: received }));
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', finish);
      sent.off('error', reject);
      // Apache appends a second page to the error page of mod_auth_openidc. Browsers ignore it too.
      sent.on('error', finish);
    });
    sent.on('error', reject);
    sent.end(body?.toString());
  });
}
