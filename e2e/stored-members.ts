/**
 * Adds, changes, reads and removes members of the demonstration by the API. A command does the same, but each command
 * takes a second of the processor's time.
 */
import config from '../playwright.config';
import { Installation } from './installation';

const api = `${config.use?.baseURL ?? ''}/api/v2/organisation/100`;
/** The values of fields, as the API has them. */
export type Fields = Record<string, unknown>;

/** The token of the client that the first call in this worker creates. */
let token: Promise<string> | null = null;

/** Adds an approved member with a membership until 2099, unless `fields` says otherwise. Returns the membership's ID. */
export async function addMember(user: Record<string, string>, fields: Fields = {}): Promise<number> {
  const usual = { Kind: 'individual', MembershipType: { ID: '1' }, ExpiryDate: '2099-06-30', Checked: true };
  const record = { ...usual, ...fields, User: user };
  const added = await send('/members', { method: 'POST', body: record });
  return Number((JSON.parse(added) as { Member: { ID: string } }).Member.ID);
}

export async function changeMember(id: number, fields: Fields, reason: string): Promise<void> {
  const headers = { 'if-match': '*', 'change-reason': reason };
  await send(`/members/${id}`, { method: 'PATCH', headers, body: fields });
}

/** Returns the JSON of the record. @throws Error if there is no such membership */
export async function readMember(id: number): Promise<string> {
  return send(`/members/${id}`, {});
}

export async function removeMember(id: number): Promise<void> {
  await send(`/members/${id}`, { method: 'DELETE' });
}

async function send(
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: object },
): Promise<string> {
  token ??= requestToken();
  const response = await fetch(api + path, {
    method,
    headers: { ...headers, authorization: `Bearer ${await token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}

async function requestToken(): Promise<string> {
  const demonstration = new Installation(process.env.E2E_DATA_DIR);
  const named = ['--organisation', '100', '--name', 'Tests', '--scope', 'basic,members,members:write'];
  const { id, secret } = JSON.parse(demonstration.chapterhouse(['client', 'create', ...named, '--json']));
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'members members:write' });
  const response = await fetch(`${api}/token`, { method: 'POST', headers: { authorization }, body });
  return ((await response.json()) as { access_token: string }).access_token;
}
