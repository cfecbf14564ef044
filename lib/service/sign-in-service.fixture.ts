import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { beforeAll } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { createMembershipService } from './app';
import { checkDocumented } from './documented-response.fixture';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { workingMail } from '@/lib/mail/mail-identity.fixture';
import type { MailSettings } from '@/lib/mail/mail-state';
import type { Mail } from '@/lib/mail/mailer';
import type { Store } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter, type WriterContext } from '@/lib/store/write';
import { createClient, type NewClient } from '@/lib/sign-in/oauth/clients';
import { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import type { RateLimits } from '@/lib/sign-in/oauth/rate-limits';

export const baseUrl = 'https://members.example';
export const api = '/api/v2/organisation/100';
export const password = 'correct horse battery';
export const callback = 'https://site.example/callback';

/**
 * All services of a store have this secret, so that each can use the RSA key that the first has made. To make a key takes
 * 130 ms of one core.
 */
const authSecret = 'the secret of the test services';

const ownClient = { id: 'the-directory', secret: 'the secret of the directory' };

/**
 * People by organisation. Ben and Cleo share an email address. Ada's address also belongs to another Ada in
 * organisation 200.
 */
const cast = {
  100: [
    { id: 1, firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' },
    { id: 2, firstName: 'Ben', lastName: 'Okri', email: 'family@example.org' },
    { id: 3, firstName: 'Cleo', lastName: 'Okri', email: 'family@example.org' },
    { id: 4, firstName: 'Dan', lastName: '<b>Bold</b>', email: 'dan@example.org' },
  ],
  200: [{ id: 1, firstName: 'Ada', lastName: 'Elsewhere', email: 'ada@example.org' }],
};

export interface RegisteredClient {
  id: string;
  secret: string;
}

export interface TestService {
  app: Hono;
  store: Store;
  mails: Mail[];
  /** Emails that were written but sent to nobody. */
  decoys: Mail[];
  errors: unknown[];
  now: Date;
  /** The caller's address, as the service sees it. */
  address: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  browser(): Browser;
  register(client?: Partial<NewClient>): Promise<RegisteredClient>;
  registerOwn(scopes?: NewClient['scopes']): Promise<RegisteredClient>;
}

export function seedCast(store: () => Store): void {
  beforeAll(async () => {
    for (const organisationId of [100, 200] as const) {
      await withMembersWriter(store(), writerContext(organisationId), async (writer) => {
        await putSampleStructure(writer, { id: organisationId, name: 'Guild of Bakers', colour: '#7a1f5c' });
        for (const person of cast[organisationId])
          await writer.memberships.put(sampleMember(person.id, {}, person));
      });
    }
    for (const personId of [1, 2, 4]) await setPassword(store(), { organisationId: 100, personId, password });
  });
}

export function writerContext(organisationId: number): WriterContext {
  return {
    organisationId,
    clock: () => new Date('2026-01-01T00:00:00Z'),
    areaCentre: noAreaCentre,
    cause: testCause,
  };
}

/** The service has the default limits, except for those in `rateLimits`. */
export function startService(
  store: Store,
  rateLimits: Partial<RateLimits> = {},
  later = new LaterWork({ delayMs: () => 0 }),
  {
    contactEmail = 'office@bakers.example',
    mailSettings = workingMail(),
  }: { contactEmail?: string | null; mailSettings?: MailSettings } = {},
): TestService {
  const service: TestService = {
    app: createMembershipService({
      store,
      baseUrl,
      clock: () => service.now,
      mailer: async (mail) => {
        (mail.isDecoy ? service.decoys : service.mails).push(mail);
        return 'sent';
      },
      mailSettings,
      deviceKey: 'signs the devices of the tests',
      authSecret,
      trustProxy: 0,
      rateLimits,
      ownClientId: ownClient.id,
      contactEmail,
      later,
      logError: (error) => void service.errors.push(error),
    }),
    store,
    mails: [],
    decoys: [],
    errors: [],
    now: new Date('2026-03-01T10:00:00Z'),
    address: '192.0.2.1',
    request: async (path, init) => {
      const incoming = { headers: {}, socket: { remoteAddress: service.address } };
      const response = await service.app.request(baseUrl + path, init, { incoming });
      await checkDocumented({ method: init?.method ?? 'GET', path }, response);
      return response;
    },
    browser: () => new Browser((path, init) => service.request(path, init), { origin: baseUrl, password }),
    register: async (client = {}) => {
      const usual = { organisationId: 100, name: 'Conference site', redirectUris: [callback] };
      const made = await createClient(store, { ...usual, scopes: ['user'], ...client }, service.now);
      return { id: made.id, secret: made.secret ?? '' };
    },
    registerOwn: (scopes = ['user']) =>
      service.register({ name: 'Directory', isFirstParty: true, scopes, credentials: ownClient }),
  };
  return service;
}

export const verifier = 'v'.repeat(43);
export const challenge = createHash('sha256').update(verifier).digest('base64url');

/** @param change null leaves a parameter out */
export function authorizePath(client: RegisteredClient, change: Record<string, string | null> = {}): string {
  const request = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: callback,
    state: 'xyz',
    ...change,
  };
  const parameters = Object.entries(request).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${api}/authorize?${new URLSearchParams(parameters)}`;
}

export function basic({ id, secret }: RegisteredClient): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

export function requestToken(
  service: TestService,
  client: RegisteredClient,
  fields: Record<string, string> | string,
  path = `${api}/token`,
): Promise<Response> {
  return service.request(path, {
    method: 'POST',
    headers: { Authorization: basic(client), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

/**
 * Signs a browser in for a first-party client.
 * @returns the code
 */
export async function getCode(
  service: TestService,
  client: RegisteredClient,
  change: Record<string, string | null> = {},
): Promise<string> {
  const browser = await service.browser().open(authorizePath(client, change));
  await browser.signIn();
  if (browser.page.includes('Allow and continue'))
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
  return browser.callback().get('code') ?? '';
}

export function exchange(
  service: TestService,
  client: RegisteredClient,
  code: string,
  change: Record<string, string> = {},
): Promise<Response> {
  return requestToken(service, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    ...change,
  });
}

export async function errorOf(response: Response): Promise<string> {
  const body: unknown = await response.json();
  return body !== null && typeof body === 'object' && 'error' in body
    ? `${response.status} ${String(body.error)}`
    : `${response.status}`;
}

export async function tokenOf(response: Response): Promise<string> {
  const body: unknown = await response.json();
  if (body === null || typeof body !== 'object' || !('access_token' in body))
    throw new Error(`no token: ${JSON.stringify(body)}`);
  return String(body.access_token);
}

export function withToken(token: string): RequestInit {
  return { headers: { Authorization: `Bearer ${token}` } };
}
