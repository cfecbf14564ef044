import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { challenge, startService, verifier, type TestService } from '@/lib/service/sign-in-service.fixture';
import type { Store } from '@/lib/store/database';
import { callback, organisationId, password, type MovedOrganisation } from './moved-organisation.fixture';

export interface Answer {
  status: number;
  body: string;
}

export interface Answers {
  /** The responses, in the order of the calls. Each key is the method and address of a call. */
  answers: Record<string, Answer>;
  /** Endpoints that were not called: `GET /path/:parameter`. */
  uncalled: string[];
}

/** Why a response differs between two installations of the same organisation. */
const ownAnswers: Readonly<Record<string, string>> = {
  'ALL /api/v2/organisation/:organisation/jwks': 'Each installation has its own keys.',
};

const v1 = `/api/v1/organisation/${organisationId}`;
const v2 = `/api/v2/organisation/${organisationId}`;
type Call = (method: string, address: string, options?: CallOptions) => Promise<Answer>;
interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** The key of the response, if the address contains a secret or is called twice. */
  name?: string;
}

/** Reads everything, then writes with every endpoint. Secrets in the responses are replaced. */
export async function callEveryEndpoint(store: Store, moved: MovedOrganisation): Promise<Answers> {
  const service = startService(store);
  service.now = moved.now;
  const answers: Record<string, Answer> = {};
  const called: [method: string, path: string][] = [];
  const call: Call = async (method, address, { token, headers, json, form, name } = {}) => {
    const body = json !== undefined ? JSON.stringify(json) : form && new URLSearchParams(form).toString();
    const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const response = await service.request(address, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': type }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    called.push([method, new URL(address, 'http://x').pathname]);
    const answer = { status: response.status, body: withoutSecrets(await response.text()) };
    answers[name ?? `${method} ${address}`] = answer;
    return answer;
  };
  await callAsClient(call, service, moved);
  await callAsPersons(call, service, moved);
  await callAsDirectory(call, service, moved);
  await write(call, service, moved);
  if (service.errors.length > 0) throw new AggregateError(service.errors, 'the service has errors');
  return { answers, uncalled: findUncalled(endpointsOf(service.app.routes), called) };
}

function withoutSecrets(body: string): string {
  return body.replace(/"(access_token|refresh_token)":"[^"]+"/g, '"$1":"…"');
}

interface Route {
  method: string;
  path: string;
}

/** A route for all methods (`ALL`) counts only if no route for one method has the same path. */
export function endpointsOf(routes: readonly Route[]): string[] {
  const ofApi = routes.filter(({ path }) => /^\/(api|\.well-known)\//.test(path));
  const hasOwn = new Set(ofApi.flatMap(({ method, path }) => (isOwn(method) ? [path] : [])));
  const endpoints = ofApi.filter(
    ({ method, path }) => isOwn(method) || (method === 'ALL' && !hasOwn.has(path)),
  );
  return [...new Set(endpoints.map(({ method, path }) => `${method} ${path}`))].sort();
}

function isOwn(method: string): boolean {
  return method !== 'ALL' && method !== 'OPTIONS';
}

export function findUncalled(endpoints: readonly string[], called: readonly [string, string][]): string[] {
  return endpoints.filter((endpoint) => {
    if (Object.hasOwn(ownAnswers, endpoint)) return false;
    const [method, path = ''] = endpoint.split(' ');
    const matches = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
    return !called.some(([used, at]) => (method === 'ALL' || method === used) && matches.test(at));
  });
}

const everyStatus = ['financial', 'expired', 'expiring', 'outstanding']
  .map((status) => `FinancialStatus[]=${status}`)
  .join('&');
const filters = [
  '',
  'Searchable=true',
  everyStatus,
  `${everyStatus}&MembershipType[]=3`,
  `${everyStatus}&OrganisationChapter[]=2`,
  'MembershipCategory[]=1',
  'CurrentAddons[]=1',
  'ExtraAnswer[11][]=No',
  `${everyStatus}&ExpiryDate[To]=2026-06-30`,
  `${everyStatus}&DateModified[After]=2026-01-01T00:10:00Z`,
];

async function callAsClient(call: Call, service: TestService, { reader, position }: MovedOrganisation) {
  const token = await clientToken(service, reader);
  for (const filter of filters) {
    await call('GET', `${v1}/members?${filter}`, { token });
    await call('GET', `${v2}/members?${filter}`, { token });
  }
  for (const list of ['membershiptypes', 'addons']) {
    await call('GET', `${v1}/${list}`, { token });
    await call('GET', `${v2}/${list}`, { token });
  }
  await call('GET', `${v2}/categories`, { token });
  await call('GET', `${v2}/extras`, { token });
  await call('GET', `${v2}/extras?Searchable=true`, { token });
  await call('GET', `${v2}/locations`, { token });
  const near = 'Geolocation[Lat]=-38&Geolocation[Lng]=144.36&Geolocation[Distance]=50';
  await call('GET', `${v2}/locations?${near}`, { token });
  for (const id of [1, 2, 4, 5, 9, 16, 18, 40, 41]) await call('GET', `${v2}/members/${id}`, { token });
  await call('GET', `${v2}/changes?After=${position}&Limit=1000`, { token });
  await call('GET', `${v2}/changes`, { token });
  await call('GET', `/.well-known/oauth-authorization-server${v2}`);
  await call('GET', `${v2}/.well-known/openid-configuration`);
  await call('GET', '/api/openapi.json');
  const credentials = { headers: { Authorization: basicOf(reader) } };
  for (const root of [v1, v2]) {
    await call('POST', `${root}/token`, {
      ...credentials,
      form: { grant_type: 'client_credentials', scope: 'basic' },
    });
  }
  await call('POST', `${v2}/introspect`, { ...credentials, form: { token } });
  await call('POST', `${v2}/revoke`, { ...credentials, form: { token } });
  await call('GET', `${v2}/members`, { token, name: 'members with a revoked token' });
}

async function callAsPersons(call: Call, service: TestService, { site }: MovedOrganisation) {
  for (const [email, personId] of [
    ['member1@example.org', 1],
    ['member2@example.org', 2],
    ['member4@example.org', 4],
  ] as const) {
    const token = await signIn(service, site, email);
    await call('GET', `${v2}/user`, { token, name: `user ${personId}` });
    await call('POST', `${v2}/user`, { token, name: `user ${personId} by POST` });
    await call('GET', `${v2}/userinfo`, { token, name: `userinfo ${personId}` });
  }
  await call('GET', `${v2}/end-session`);
  const unknown = { response_type: 'code', client_id: 'unknown', redirect_uri: callback };
  await call('GET', `${v2}/authorize?${new URLSearchParams(unknown)}`);
}

const owner = 21;
const officer = 1;

/**
 * Calls the endpoints that an installation's own directory uses: those for a signed-in person and those for membership
 * cards.
 */
async function callAsDirectory(call: Call, service: TestService, { now }: MovedOrganisation) {
  const own = await service.registerOwn(['basic', 'members', 'user', 'office']);
  for (const personId of [owner, officer]) {
    const token = await officeToken(service, { clientId: own.id, personId, now });
    const lists = [
      'structure',
      'export?Column=email',
      'members',
      'members?Search=member&Sort=-expiry',
      'today',
      'approvals',
      'proposals',
    ];
    // After this day the journals differ, because each installation has registered its own client.
    lists.push('journal?Until=2026-02-28', 'journal/authors?Name=a');
    for (const path of ['me', 'roles', ...lists, 'members/2', 'members/4', 'members/7', 'members/9']) {
      await call('GET', `${v2}/office/${path}`, { token, name: `${path} for person ${personId}` });
    }
  }
  const asPerson = { token: await officeToken(service, { clientId: own.id, personId: 2, now }) };
  await call('GET', `${v2}/user/sites`, asPerson);
  await call('GET', `${v2}/user/members`, asPerson);
  const { body } = await call('GET', `${v2}/user/members/2`, asPerson);
  const { Picture } = z.object({ Picture: z.object({ ID: z.string() }) }).parse(JSON.parse(body));
  await call('GET', `${v2}/user/members/2/pictures/${Picture.ID}`, asPerson);
  const asOwner = { token: await officeToken(service, { clientId: own.id, personId: owner, now }) };
  await call('GET', `${v2}/office/members/2/pictures/${Picture.ID}`, asOwner);
  await call('GET', `${v2}/user/members/1/answers`, asPerson);
  await call('GET', `${v2}/user/members/2/staff`, asPerson);
  await call('GET', `${v2}/user/pages`, asPerson);
  await call('GET', `${v2}/user/pages/1`, asPerson);
  const download = createHash('sha256').update('A download').digest('hex');
  await call('GET', `${v2}/user/pages/1/files/${download}`, asPerson);
  const token = await clientToken(service, own);
  await call('GET', `${v2}/cards/keys`, { token });
  for (const id of [2, 10, 11]) await call('GET', `${v2}/cards/memberships/${id}`, { token });
  await call('GET', `${v2}/cards/codes/0123456789ABC`, { token });
}

/** Makes the same changes at each installation. The new numbers and journal rows depend on the restored data. */
async function write(call: Call, service: TestService, { reader, site, position, now }: MovedOrganisation) {
  const token = await clientToken(service, reader, 'members members:write');
  const added = {
    User: { FirstName: 'New', LastName: 'Member', Email: 'new@example.org' },
    Kind: 'individual',
    MembershipType: { ID: '1' },
    ExpiryDate: '2030-06-30',
  };
  const merge = { 'Content-Type': 'application/merge-patch+json', 'If-Match': '*' };
  const { body } = await call('POST', `${v2}/members`, { token, json: added });
  const { Member } = JSON.parse(body) as { Member: { ID: string } };
  await call('POST', `${v2}/members/batch`, { token, json: [{ Operation: 'create', Member: added }] });
  await call('PATCH', `${v2}/members/7`, { token, json: { MembershipNumber: 'moved' }, headers: merge });
  await call('DELETE', `${v2}/members/12`, { token, headers: { 'If-Match': '*' } });
  const asOwner = { token: await officeToken(service, { clientId: 'the-directory', personId: owner, now }) };
  await call('POST', `${v2}/office/approvals/approve`, { ...asOwner, json: { Members: [{ ID: '13' }] } });
  const refused = { ID: Member.ID, Reason: 'not a baker' };
  await call('POST', `${v2}/office/approvals/refuse`, { ...asOwner, json: refused });
  await call('POST', `${v2}/office/journal/undo`, {
    ...asOwner,
    json: { Position: String(position) },
    headers: { 'Validate-Only': 'true' },
  });
  await call('PATCH', `${v2}/office/settings`, { ...asOwner, json: { NoticeDays: 14 }, headers: merge });
  await call('POST', `${v2}/office/settings/categories`, { ...asOwner, json: { Name: 'Added' } });
  await call('PATCH', `${v2}/office/settings/chapters/1`, {
    ...asOwner,
    json: { Name: 'Moved' },
    headers: merge,
  });
  await call('GET', `${v2}/office/settings`, asOwner);
  await call('DELETE', `${v2}/office/settings/categories/1?TakeAway=true`, asOwner);
  // Only a complete server can import files and check itself. Here, these endpoints respond with 404.
  for (const path of ['imports', 'imports/unknown']) await call('GET', `${v2}/office/${path}`, asOwner);
  for (const path of ['imports', 'imports/unknown/run', 'imports/unknown/stop'])
    await call('POST', `${v2}/office/${path}`, asOwner);
  await call('PUT', `${v2}/office/imports/unknown`, { ...asOwner, json: {} });
  await call('DELETE', `${v2}/office/imports/unknown`, asOwner);
  await call('GET', `${v2}/office/searches`, asOwner);
  await call('GET', `${v2}/office/duplicates`, asOwner);
  await call('POST', `${v2}/office/duplicates/separate`, {
    ...asOwner,
    json: { Members: ['999999', '999998'] },
  });
  await call('GET', `${v2}/office/mails`, asOwner);
  // An archive contains saved views. It does not contain jobs, because they are deleted after a day.
  await call('GET', `${v2}/office/views`, asOwner);
  await call('POST', `${v2}/office/views`, { ...asOwner, json: { Name: '', List: '' } });
  await call('PATCH', `${v2}/office/views/1`, { ...asOwner, json: { Name: 'Renamed' }, headers: merge });
  await call('DELETE', `${v2}/office/views/99`, asOwner);
  await call('POST', `${v2}/office/bulk`, { ...asOwner, json: {} });
  await call('GET', `${v2}/office/bulk/99`, asOwner);
  for (const what of ['run', 'send', 'stop']) await call('POST', `${v2}/office/bulk/99/${what}`, asOwner);
  for (const path of ['notices', 'notices/mails', 'members/4/notices'])
    await call('GET', `${v2}/office/${path}`, asOwner);
  const text = { Subject: 'Your membership', Text: 'It ends on {lastDay}' };
  await call('PATCH', `${v2}/office/notices`, { ...asOwner, json: { PerMinute: 30 } });
  await call('POST', `${v2}/office/notices`, { ...asOwner, json: { ...text, Days: 40, On: false } });
  await call('PUT', `${v2}/office/notices/1`, { ...asOwner, json: { ...text, Days: -40, On: false } });
  await call('DELETE', `${v2}/office/notices/2`, asOwner);
  await call('POST', `${v2}/office/notices/switch`, { ...asOwner, json: { On: true } });
  for (const action of ['stop', 'continue', 'date'])
    await call('POST', `${v2}/office/notices/${action}`, asOwner);
  for (const action of ['preview', 'test'])
    await call('POST', `${v2}/office/notices/${action}`, { ...asOwner, json: text });
  await call('POST', `${v2}/office/notices/again`, { ...asOwner, json: { IDs: ['4.1.2026-06-30'] } });
  await call('POST', `${v2}/office/notices/drop`, { ...asOwner, json: { Count: 1000 } });
  await call('PUT', `${v2}/office/members/4/notices`, { ...asOwner, json: { Excluded: true } });
  await call('GET', `${v2}/office/health`, asOwner);
  for (const job of ['check', 'backup']) await call('POST', `${v2}/office/health/${job}`, asOwner);
  await call('GET', `${v2}/office/clients`, asOwner);
  await call('POST', `${v2}/office/clients`, { ...asOwner, json: { Name: '', Scopes: ['openid'] } });
  const rename = { ...asOwner, json: { Name: 'Renamed' } };
  await call('PATCH', `${v2}/office/clients/unknown`, rename);
  await call('POST', `${v2}/office/clients/unknown/secret`, { ...asOwner, json: {} });
  await call('DELETE', `${v2}/office/clients/unknown`, asOwner);
  await call('POST', `${v2}/office/webhooks`, { ...asOwner, json: { URL: 'https://x.example', Events: [] } });
  await call('GET', `${v2}/office/webhooks`, asOwner);
  for (const action of ['test', 'enable'])
    await call('POST', `${v2}/office/webhooks/unknown/${action}`, asOwner);
  await call('POST', `${v2}/office/webhooks/unknown/replay`, { ...asOwner, json: { Reload: true } });
  await call('POST', `${v2}/office/webhooks/unknown/secret`, asOwner);
  await call('DELETE', `${v2}/office/webhooks/unknown`, asOwner);
  await call('GET', `${v2}/office/members/4/personal-data`, asOwner);
  await call('POST', `${v2}/office/members/4/merge`, { ...asOwner, json: { With: '4', WithTag: '*' } });
  const notes = `${v2}/office/members/1/notes`;
  await call('GET', notes, asOwner);
  await call('POST', notes, { ...asOwner, json: { Text: 'A new note' } });
  const changed = { ...asOwner, json: { Text: 'Changed' }, headers: { 'If-Match': '*' } };
  await call('PATCH', `${notes}/1700000000001`, changed);
  await call('DELETE', `${notes}/1700000000001`, asOwner);
  await call('DELETE', `${v2}/office/members/13`, asOwner);
  await call('GET', `${v2}/office/members/4/account`, asOwner);
  await call('POST', `${v2}/office/members/4/account/link`, asOwner);
  await call('DELETE', `${v2}/office/members/4/account/sessions`, asOwner);
  await call('DELETE', `${v2}/office/members/4/account/passkeys`, asOwner);
  await call('DELETE', `${v2}/office/members/4/account/lock`, asOwner);
  await call('POST', `${v2}/office/members/2/erase`, { ...asOwner, json: {} });
  await call('PUT', `${v2}/office/roles/2`, { ...asOwner, json: { Role: 'reader' } });
  await call('POST', `${v2}/office/pictures`, { ...asOwner, json: {} });
  await call('POST', `${v2}/office/members/2/pictures`, { ...asOwner, json: {} });
  await call('POST', `${v2}/office/roles`, { ...asOwner, json: { Role: 'reader' } });
  await call('DELETE', `${v2}/office/roles/${officer}`, asOwner);
  const title = { User: { Title: 'Dr' } };
  await call('PATCH', `${v2}/office/members/2`, { ...asOwner, json: title, headers: merge });
  await call('POST', `${v2}/office/members`, { ...asOwner, json: added });
  const own = { id: 'the-directory', secret: 'the secret of the directory' };
  const ownToken = await clientToken(service, own);
  await call('POST', `${v2}/cards/memberships/2`, { token: ownToken, form: {} });
  await call('POST', `${v2}/cards/memberships/10/code`, { token: ownToken, form: {} });
  const key = { ID: 'a2V5LTI', Public: 'cHVibGlj', Sealed: 'c2VhbGVk' };
  await call('POST', `${v2}/cards/keys`, { token: ownToken, form: key });
  const asPerson = { token: await officeToken(service, { clientId: own.id, personId: 2, now }) };
  await call('GET', `${v2}/user/passkeys`, asPerson);
  for (const FirstName of ['Proposed', 'Another']) {
    const change = { ...asPerson, json: { User: { FirstName } }, headers: merge };
    await call('PATCH', `${v2}/user/members/2`, { ...change, name: `the proposal ${FirstName}` });
  }
  const unseen = { ...asOwner, json: { Tag: 'none' } };
  await call('POST', `${v2}/office/proposals/2/accept`, unseen);
  await call('POST', `${v2}/office/proposals/2/decline`, { ...asOwner, json: { Tag: 'none', Answer: 'No' } });
  await call('DELETE', `${v2}/user/members/2/proposal`, asPerson);
  const leaving = { LastDay: '1999-12-31', Reason: '' };
  await call('PUT', `${v2}/user/members/2/leaving`, { ...asPerson, json: leaving });
  await call('DELETE', `${v2}/user/members/2/leaving`, asPerson);
  await call('PUT', `${v2}/user/members/2/confirmation`, asPerson);
  const staff = `${v2}/user/members/2/staff`;
  await call('POST', staff, { ...asPerson, json: {} });
  await call('POST', `${staff}/3/invitation`, asPerson);
  await call('DELETE', `${staff}/3`, asPerson);
  await call('POST', `${v2}/user/directory-readings/page`, asPerson);
  const pages = `${v2}/office/pages`;
  await call('POST', pages, { ...asOwner, json: { Title: 'Two', Text: '', Audience: 'members' } });
  await call('POST', `${pages}/2/files?Name=a`, { ...asOwner, json: {} });
  await call('PATCH', `${pages}/2`, { ...asOwner, json: { Title: 'Three' }, headers: merge });
  await call('GET', `${pages}/2`, asOwner);
  await call('GET', pages, asOwner);
  await call('DELETE', `${pages}/2`, asOwner);
  await call('PUT', `${v2}/user/members/2/audiences`, {
    ...asPerson,
    json: { Directory: { Listed: false } },
  });
  await call('POST', `${v2}/user/members/2/pictures`, { ...asPerson, json: {} });
  await call('GET', `${v2}/office/mail-settings`, asOwner);
  await call('POST', `${v2}/office/mail-settings/test`, { ...asOwner, json: {} });
  await call('DELETE', `${v2}/user/sites/${site.id}`, asPerson);
  await call('DELETE', `${v2}/user/sessions/unknown`, asPerson);
  await call('DELETE', `${v2}/user/sessions`, asPerson);
  await call('GET', `${v2}/user/sessions`, { ...asPerson, name: 'sessions after they were ended' });
  await call('GET', `${v2}/changes`, { token, name: 'the newest position after the writes' });
  await call('GET', `${v2}/members?${everyStatus}`, { token, name: 'members after the writes' });
}

function officeToken(
  { store }: TestService,
  { clientId, personId, now }: { clientId: string; personId: number; now: Date },
): Promise<string> {
  const scopes = ['user' as const, 'office' as const];
  const signedInAt = now.getTime() - 60_000;
  return issueToken(
    store.auth,
    { clientId, organisationId, personId, scopes, codeHash: null, signedInAt },
    now,
  );
}

function basicOf({ id, secret }: { id: string; secret: string }): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

export async function clientToken(
  service: TestService,
  { id, secret }: { id: string; secret: string },
  scope = 'basic members',
): Promise<string> {
  const response = await service.request(`/api/v2/organisation/${organisationId}/token`, {
    method: 'POST',
    headers: {
      Authorization: basicOf({ id, secret }),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function signIn(
  service: TestService,
  site: { id: string; secret: string },
  email: string,
): Promise<string> {
  const root = `/api/v2/organisation/${organisationId}`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: site.id,
    redirect_uri: callback,
    state: 'xyz',
    scope: 'user openid profile email address phone',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const browser = new Browser((address, init) => service.request(address, init), {
    origin: 'https://members.example',
    password,
  });
  await browser.open(`${root}/authorize?${query}`);
  await browser.signIn(email);
  if (browser.page.includes('Allow and continue')) {
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
  }
  const response = await service.request(`${root}/token`, {
    method: 'POST',
    headers: {
      Authorization: basicOf(site),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: browser.callback().get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    }).toString(),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
