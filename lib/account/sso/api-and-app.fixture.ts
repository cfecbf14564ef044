/** Another site with the same API but without our extensions, on its own port, and a Chapterhouse that uses it. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCardFiles } from '@/lib/member-card/card-files';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { readConfig } from '@/lib/base/config';
import { createMembershipApiClient } from '@/lib/contract/client';
import type { LoggedInUser, Membership } from '@/lib/contract/resources';
import { defaultNoun } from '@/lib/base/noun';
import { createLog } from '@/lib/server/log';
import { defaultAppearance } from '@/lib/contract/site';

export interface TestSite {
  url: string;
  user: LoggedInUser;
  /** The endpoint `/members` selects members from this list by name and status. */
  members: Membership[];
  requests: URLSearchParams[];
  tokens: Set<string>;
  expiresInSeconds: number;
  scope: string | null;
  officeMe: { status: number; body: unknown };
  isDown: boolean;
  /** The `end_session_endpoint` in the discovery document. null: the site has no such endpoint. */
  endSession: string | null;
  /**
   * Issues a code, as the authorize endpoint does after the person has agreed.
   * @returns the code
   */
  agree(authorizeUrl: URL): string;
  close(): Promise<void>;
}

const testClient = { id: 'testclient', secret: 'testsecret' };

export async function startTestSite(user: LoggedInUser): Promise<TestSite> {
  const codes = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void respond(site, codes, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: TestSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user,
    members: [],
    requests: [],
    tokens: new Set(),
    expiresInSeconds: 3600,
    scope: null,
    officeMe: { status: 404, body: {} },
    isDown: false,
    endSession: null,
    agree: (authorizeUrl) => {
      const code = randomBytes(8).toString('hex');
      codes.set(code, authorizeUrl.searchParams);
      return code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return site;
}

/** Creates a Chapterhouse that uses `site` as its API. The clock of this Chapterhouse always shows `now`. */
export function testApp(
  site: TestSite,
  { baseUrl, now, dataDir }: { baseUrl: string; now: { value: Date }; dataDir?: string },
): Chapterhouse {
  const config = readConfig({
    NODE_ENV: 'test',
    BASE_URL: baseUrl,
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    MEMBERSHIP_API_URL: site.url,
    MEMBERSHIP_ORGANISATION_ID: '100',
    MEMBERSHIP_CLIENT_ID: testClient.id,
    MEMBERSHIP_CLIENT_SECRET: testClient.secret,
  });
  const app: Pick<
    Chapterhouse,
    | 'config'
    | 'clock'
    | 'log'
    | 'authSecret'
    | 'site'
    | 'publicApiUrl'
    | 'apiUrl'
    | 'client'
    | 'api'
    | 'cards'
  > = {
    config,
    clock: () => now.value,
    log: createLog('silent'),
    authSecret: 'a secret of the tests, long enough for next-auth',
    site: () => ({
      organisationId: 100,
      name: 'Test association',
      colour: null,
      logoUrl: null,
      ...defaultAppearance,
      timeZone: 'Australia/Melbourne',
      country: 'Australia',
      currency: 'AUD',
      noun: defaultNoun,
      synonyms: '',
      areas: '',
      contactEmail: null,
      chapterContacts: {},
      isDemonstration: false,
    }),
    publicApiUrl: site.url,
    apiUrl: site.url,
    client: testClient,
    cards: createCardFiles(config.dataDir, `${site.url}/api/v2/organisation/100`),
    api: createMembershipApiClient(
      { apiUrl: site.url, organisationId: 100, client: testClient, clock: () => now.value },
      { sleep: async () => {} },
    ),
  };
  // A sign-in uses neither the directory nor the places.
  return app as Chapterhouse;
}

async function respond(
  site: TestSite,
  codes: Map<string, URLSearchParams>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.replace('/api/v2/organisation/100', '') ?? '';
  const form = new URLSearchParams(await textOf(request));
  const basic = `Basic ${Buffer.from(`${testClient.id}:${testClient.secret}`).toString('base64')}`;
  if (site.isDown) return void send(response, 503, { error: 'temporarily_unavailable' });
  if (path === '/.well-known/openid-configuration' && site.endSession !== null)
    return void send(response, 200, { end_session_endpoint: site.endSession });
  if (path === '/user' || path === '/office/me' || path.startsWith('/members')) {
    const token = request.headers.authorization?.replace(/^bearer /i, '') ?? '';
    if (!site.tokens.has(token)) return void send(response, 401, { error: 'invalid_token' });
    if (path === '/office/me') return void send(response, site.officeMe.status, site.officeMe.body);
    return void send(
      response,
      200,
      path === '/user' ? site.user : membersRequest(site, new URL(path, site.url).searchParams),
    );
  }
  if (request.headers.authorization !== basic) return void send(response, 401, { error: 'invalid_client' });
  if (path === '/revoke') {
    site.tokens.delete(form.get('token') ?? '');
    return void send(response, 200, {});
  }
  if (path !== '/token') return void send(response, 404, { error: 'not_found' });
  if (form.get('grant_type') === 'client_credentials') return void issueToken(site, response);
  const codeRequest = codes.get(form.get('code') ?? '');
  codes.delete(form.get('code') ?? '');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (
    codeRequest?.get('code_challenge') !== challenge ||
    codeRequest.get('redirect_uri') !== form.get('redirect_uri')
  ) {
    return void send(response, 400, { error: 'invalid_grant' });
  }
  issueToken(site, response);
}

function issueToken(site: TestSite, response: ServerResponse): void {
  const token = randomBytes(20).toString('hex');
  site.tokens.add(token);
  send(response, 200, {
    access_token: token,
    expires_in: site.expiresInSeconds,
    token_type: 'bearer',
    scope: site.scope,
  });
}

function membersRequest(site: TestSite, query: URLSearchParams): Membership[] {
  site.requests.push(query);
  return site.members.filter(
    ({ User, Status }) =>
      [null, User.FirstName].includes(query.get('User[FirstName]')) &&
      [null, User.LastName].includes(query.get('User[LastName]')) &&
      query.getAll('FinancialStatus[]').includes(Status),
  );
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
