/**
 * Another site's membership API, for tests. It was written only from docs/contract.md and shares no code with ours.
 * Tests can make it respond late, fail, send half a response, send invalid data or differ from the contract.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

export interface FakeData {
  members: FakeMember[];
  categories: unknown[];
  membershiptypes: unknown[];
  extras: unknown[];
  locations: unknown[];
  addons: unknown[];
}

/** `record` is what the site sends. The other properties are for the filters of `members`. */
export interface FakeMember {
  record: { ID: string; Status: string } & Record<string, unknown>;
  categoryIds: number[];
  isSearchable: boolean;
  /** The IDs of the member's current addons, which `record` does not contain. */
  addonIds?: number[];
  /** The time in ISO 8601. If it is absent, the record was never modified. */
  modifiedAt?: string;
}

/** How the next responses of a path misbehave. The first matching fault applies to the next `times` responses. */
export interface Fault {
  path: string;
  times: number;
  response: (response: ServerResponse) => void;
}

export interface FakeApi {
  url: string;
  data: FakeData;
  faults: Fault[];
  /** Method and address of every request, oldest first. */
  requests: string[];
  /**
   * The entity tag of the lists has this number. A test increases the number after each change to the data. null: the
   * site sends no tags.
   */
  version: number | null;
  /** Whether undocumented parameters get a 400 response. */
  isStrict: boolean;
  expiresIn: number | string;
  tokensIssued: number;
  revokeTokens(): void;
  stop(): Promise<void>;
}

export const fakeClient = { id: 'fakeclient', secret: 'fakesecret' };
export const fakeOrganisationId = 7;

export async function startFakeApi(data: Partial<FakeData> = {}): Promise<FakeApi> {
  const tokens = new Set<string>();
  const server = createServer((request, response) => void handle(request, response));
  const fake: FakeApi = {
    url: '',
    data: {
      members: [],
      categories: [],
      membershiptypes: [],
      extras: [],
      locations: [],
      addons: [],
      ...data,
    },
    faults: [],
    requests: [],
    version: 1,
    isStrict: false,
    expiresIn: 3600,
    tokensIssued: 0,
    revokeTokens: () => tokens.clear(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    fake.requests.push(`${request.method} ${url.pathname}${url.search}`);
    const path = url.pathname.split(`/api/v2/organisation/${fakeOrganisationId}/`)[1] ?? '';
    for await (const piece of request) void piece;
    const fault = fake.faults.find((candidate) => candidate.path === path && candidate.times > 0);
    if (fault !== undefined) {
      fault.times -= 1;
      fault.response(response);
    } else if (path === 'token') sendToken(request, response);
    else if (!tokens.has(request.headers.authorization ?? ''))
      sendJson(response, 401, { error: 'invalid_token', error_description: 'No such token' });
    else respondWithList(path, url.searchParams, request, response);
  }

  function sendToken(request: IncomingMessage, response: ServerResponse): void {
    const expected = `Basic ${Buffer.from(`${fakeClient.id}:${fakeClient.secret}`).toString('base64')}`;
    if (request.headers.authorization !== expected) {
      sendJson(response, 401, { error: 'invalid_client', error_description: 'Unknown client' });
      return;
    }
    fake.tokensIssued += 1;
    const token = `token${fake.tokensIssued}`;
    tokens.add(`Bearer ${token}`);
    sendJson(response, 200, {
      access_token: token,
      expires_in: fake.expiresIn,
      token_type: 'bearer',
      scope: null,
    });
  }

  function respondWithList(
    path: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const known = ['MembershipCategory[]', 'CurrentAddons[]', 'DateModified[After]', 'FinancialStatus[]'];
    known.push('Searchable', 'Visible');
    const unknown = [...query.keys()].find((name) => !known.includes(name));
    if (fake.isStrict && unknown !== undefined) {
      sendJson(response, 400, {
        error: 'invalid_request',
        error_description: `Unknown parameter "${unknown}"`,
      });
      return;
    }
    const tag = fake.version === null ? null : `"${fake.version}"`;
    if (tag !== null && request.headers['if-none-match'] === tag) {
      response.writeHead(304).end();
      return;
    }
    const list =
      path === 'members' ? selectMembers(query) : fake.data[path as Exclude<keyof FakeData, 'members'>];
    if (list === undefined)
      sendJson(response, 404, { error: 'not_found', error_description: 'No such path' });
    else sendJson(response, 200, list, tag === null ? {} : { etag: tag });
  }

  function selectMembers(query: URLSearchParams): unknown[] {
    const statuses = query.getAll('FinancialStatus[]');
    const wantedStatuses = statuses.length === 0 ? ['financial'] : statuses;
    const categories = query.getAll('MembershipCategory[]').map(Number);
    const addons = query.getAll('CurrentAddons[]').map(Number);
    const after = query.get('DateModified[After]');
    return fake.data.members
      .filter(({ modifiedAt = '' }) => after === null || Date.parse(modifiedAt) > Date.parse(after))
      .filter(({ record }) => wantedStatuses.includes(record.Status))
      .filter(
        ({ categoryIds }) => categories.length === 0 || categories.some((id) => categoryIds.includes(id)),
      )
      .filter(({ addonIds = [] }) => addons.length === 0 || addons.some((id) => addonIds.includes(id)))
      .filter(({ isSearchable }) => isSearchable || query.get('Searchable') !== 'true')
      .map(({ record }) => record);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  fake.url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  return fake;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A member's record from the contract's sample. `change` replaces fields of the record. */
export function fakeRecord(id: string, change: Record<string, unknown> = {}): FakeMember['record'] {
  const address = {
    Address: '1 Hidden Street',
    Suburb: 'Geelong',
    Postcode: '3220',
    State: 'Victoria',
    Country: 'Australia',
  };
  return {
    ID: id,
    MembershipNumber: `N${id}`,
    ExpiryDate: '2030-06-30',
    JoiningDate: '2019-03-04',
    Status: 'financial',
    Chapter: null,
    MembershipType: { ID: '1', Type: 'Full', Cost: '100.00', Description: '', Student: 0, Extras: [] },
    AmountOutstanding: '0.000',
    Addons: [],
    Extras: [],
    User: fakeUser({ FirstName: 'Ann', LastName: `Member${id}` }),
    Currency: 'AUD',
    InvoiceURL: null,
    PaymentURL: null,
    ...change,
  };

  function fakeUser(names: Record<string, string>) {
    const contact = {
      Email: `secret${id}@example.org`,
      Phone: '0350000001',
      WorkPhone: '0350000002',
      Mobile: '',
    };
    return {
      FirstName: '',
      LastName: '',
      Title: '',
      ...contact,
      Organisation: '',
      Address: address,
      MailingAddress: address,
      ...names,
    };
  }
}
