/**
 * Runs the service with a test's store and a client that has every scope, and sends requests with the client's token.
 */
import { LongUndos } from '@/lib/office/long-undos';
import type { Hono } from 'hono';
import { settleAccountMoves } from '@/lib/sign-in/accounts/move-accounts';
import { tellOfChanges } from '@/lib/sign-in/accounts/tell-of-changes';
import type { Scope } from '@/lib/contract/resources';
import { createMembershipService, type AppServices } from './app';
import { checkDocumented } from './documented-response.fixture';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import type { Store } from '@/lib/store/database';

export interface TestService {
  app: Hono;
  /** The current time, which tests can set. */
  time: { now: Date };
  /** Errors that caused a 500 or 503. */
  errors: unknown[];
  /**
   * The path comes after the organisation, such as `members?Searchable=true`. The token has all scopes. Every response
   * is checked against the API's description.
   */
  get(path: string, options?: GetOptions): Promise<Response>;
  /** The token has `members` and `members:write`. The response is checked too. */
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, options?: SendOptions): Promise<Response>;
  token(options?: {
    scopes?: Scope[];
    personId?: number;
    organisationId?: number;
    seesAdminExtras?: boolean;
    isFirstParty?: boolean;
  }): Promise<string>;
}

export interface GetOptions {
  version?: 'v1' | 'v2';
  method?: string;
  token?: string | null;
  organisation?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface SendOptions extends Pick<GetOptions, 'token' | 'organisation' | 'headers'> {
  /** Text and bytes are sent unchanged, everything else as JSON. */
  body?: unknown;
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

export const testBaseUrl = 'https://members.example';

/** @param organisationId must be stored before the first token is requested */
export function startTestService(
  store: Store,
  {
    organisationId = 1,
    now = '2026-06-15T02:00:00Z',
    ...settings
  }: { organisationId?: number; now?: string } & Pick<
    AppServices,
    'listLimits' | 'ownClientId' | 'waits' | 'responseCache'
  > &
    Partial<
      Pick<
        AppServices,
        | 'areaCentre'
        | 'mailer'
        | 'mailSettings'
        | 'contactEmail'
        | 'authSecret'
        | 'installation'
        | 'imports'
        | 'undos'
        | 'erasure'
      >
    > = {},
): TestService {
  const time = { now: new Date(now) };
  const errors: unknown[] = [];
  const mailer = settings.mailer ?? (async () => 'sent' as const);
  const tell = tellOfChanges({ store, mailer, logError: (error) => errors.push(error) });
  store.settleAccounts = () => settleAccountMoves(store, time.now, tell);
  const app = createMembershipService({
    undos: new LongUndos(null, { waitMs: 600_000 }),
    ...settings,
    mailer,
    store,
    clock: () => time.now,
    baseUrl: testBaseUrl,
    trustProxy: 0,
    logError: (error) => errors.push(error),
  });
  const token: TestService['token'] = async (options = {}) => {
    const scopes = options.scopes ?? ['basic', 'members'];
    const organisation = options.organisationId ?? organisationId;
    const client = await createClient(store, {
      organisationId: organisation,
      name: 'Test',
      scopes,
      redirectUris: scopes.includes('user') ? ['https://site.example/callback'] : [],
      seesAdminExtras: options.seesAdminExtras ?? false,
      isFirstParty: options.isFirstParty ?? false,
    });
    const personId = options.personId ?? null;
    return issueToken(
      store.auth,
      { clientId: client.id, organisationId: organisation, personId, scopes, codeHash: null },
      time.now,
    );
  };
  let usual: Promise<string> | null = null;
  let writing: Promise<string> | null = null;
  const request = async (
    path: string,
    options: GetOptions & { secret: string | null; body?: BodyInit | undefined },
  ) => {
    const { secret, body } = options;
    const authorization: Record<string, string> =
      secret === null ? {} : { Authorization: `Bearer ${secret}` };
    const address = `${testBaseUrl}/api/${options.version ?? 'v2'}/organisation/${options.organisation ?? organisationId}/${path}`;
    const method = options.method ?? 'GET';
    const response = await app.request(address, {
      method,
      headers: { ...authorization, ...options.headers },
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    await checkDocumented({ method, path: address.slice(testBaseUrl.length) }, response);
    return response;
  };
  const get: TestService['get'] = async (path, options = {}) =>
    request(path, {
      ...options,
      secret: options.token === undefined ? await (usual ??= token()) : options.token,
    });
  const send: TestService['send'] = async (method, path, { body, ...options } = {}) => {
    const writer = () => (writing ??= token({ scopes: ['members', 'members:write'] }));
    return request(path, {
      ...options,
      method,
      secret: options.token === undefined ? await writer() : options.token,
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      headers: {
        'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        ...options.headers,
      },
    });
  };
  return { app, time, errors, get, send, token };
}
