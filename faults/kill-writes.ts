/**
 * Sends write requests to the API while the service is killed with `kill -9`, and checks the result. The idempotency
 * key of each request is also the request's reason in the journal.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Store } from '@/lib/store/database';
import type { JournalRow } from '@/lib/store/journal-read';
import type { ServiceProcess } from './service-process';

export interface WriterClient {
  organisationId: number;
  credentials: { id: string; secret: string };
  /** The memberships that an import writes at the same time. */
  importedIds: readonly number[];
  typeId: number;
}

export interface SentWrite {
  key: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body: string;
  /** The kind and operation of each journal row of the request, such as `person updated`, in alphabetical order. */
  rows: string[];
  /** null: the service was killed before it responded. */
  result: WriteResult | null;
}

interface WriteResult {
  status: number;
  membershipIds: string[];
}

/** Sends the next request only after the response to the last one. */
export class ApiWriter {
  readonly sent: SentWrite[] = [];
  readonly #client: WriterClient;
  readonly #random: () => number;
  readonly #name: string;
  #token: string | null = null;
  /** Memberships that this writer created and has not removed. */
  #own: string[] = [];

  constructor(client: WriterClient, { name, random }: { name: string; random: () => number }) {
    this.#client = client;
    this.#name = name;
    this.#random = random;
  }

  /** Sends a request of a random kind. @throws Error if the service refuses it */
  async write(service: ServiceProcess): Promise<void> {
    this.#token ??= await requestWriteToken(service, this.#client);
    const request = this.#next(`${this.#name}-${this.sent.length}`);
    this.sent.push(request);
    const { result, isRepeated } = await send(service, { ...this.#client, token: this.#token }, request);
    if (isRepeated) throw new Error(`${request.key} was not sent before`);
    request.result = result;
    const created = request.rows.filter((row) => row === 'membership created').length;
    this.#own.push(...result.membershipIds.slice(0, created));
  }

  #next(key: string): SentWrite {
    const kinds = [() => this.#create(key), () => this.#changeImported(key), () => this.#batch(key)];
    if (this.#own.length > 0)
      kinds.push(
        () => this.#change(key),
        () => this.#remove(key),
      );
    const kind = kinds[Math.floor(this.#random() * kinds.length)];
    if (kind === undefined) throw new Error('random() is below 1');
    return kind();
  }

  #create(key: string): SentWrite {
    const rows = ['membership created', 'person created'];
    return toRequest(key, { method: 'POST', path: 'members', body: this.#newMember(key), rows });
  }

  #change(key: string): SentWrite {
    const body = { MembershipNumber: key, User: { Phone: key } };
    const path = `members/${this.#pick(this.#own)}`;
    return toRequest(key, { method: 'PATCH', path, body, rows: ['membership updated', 'person updated'] });
  }

  #changeImported(key: string): SentWrite {
    const path = `members/${this.#pick(this.#client.importedIds)}`;
    return toRequest(key, {
      method: 'PATCH',
      path,
      body: { User: { Phone: key } },
      rows: ['person updated'],
    });
  }

  #remove(key: string): SentWrite {
    const [id] = this.#own.splice(Math.floor(this.#random() * this.#own.length), 1);
    return toRequest(key, { method: 'DELETE', path: `members/${id}`, rows: ['membership removed'] });
  }

  #batch(key: string): SentWrite {
    const added = [0, 1, 2].map((at) => ({
      Operation: 'create',
      Member: this.#newMember(`${key}.${at}`),
    }));
    const changed = {
      Operation: 'change',
      MembershipID: String(this.#pick(this.#client.importedIds)),
      IfMatch: '*',
      Member: { User: { Phone: key } },
    };
    const removed = this.#own.splice(0, 1).map((MembershipID) => ({ Operation: 'remove', MembershipID }));
    const rows = [
      ...added.map(() => 'membership created'),
      ...removed.map(() => 'membership removed'),
      ...added.map(() => 'person created'),
      'person updated',
    ];
    return toRequest(key, {
      method: 'POST',
      path: 'members/batch',
      body: [...added, changed, ...removed],
      rows,
    });
  }

  #newMember(name: string) {
    return {
      Kind: 'individual',
      MembershipType: { ID: String(this.#client.typeId) },
      ExpiryDate: '2099-12-31',
      User: { LastName: name, Email: `${name}@members.example` },
    };
  }

  #pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.#random() * list.length)];
    if (found === undefined) throw new Error('there is nothing to choose from');
    return found;
  }
}

function toRequest(
  key: string,
  {
    body,
    ...request
  }: Pick<SentWrite, 'method' | 'path' | 'rows'> & { body?: Record<string, unknown> | unknown[] },
): SentWrite {
  return { ...request, key, body: body === undefined ? '' : JSON.stringify(body), result: null };
}

async function requestWriteToken(
  service: ServiceProcess,
  { organisationId, credentials }: WriterClient,
): Promise<string> {
  const fields = { grant_type: 'client_credentials', scope: 'members members:write' };
  const response = await service.requestToken(credentials, fields, organisationId);
  if (response.status !== 200) throw new Error(`no token to write: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** @throws Error if the service refuses the request */
async function send(
  service: ServiceProcess,
  { organisationId, token }: { organisationId: number; token: string },
  { key, method, path, body }: SentWrite,
): Promise<{ result: WriteResult; isRepeated: boolean }> {
  const response = await service.request(`/api/v2/organisation/${organisationId}/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': key,
      'Change-Reason': key,
      ...(method === 'PATCH' ? { 'If-Match': '*' } : {}),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === '' ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${key}: ${method} ${path} gave ${response.status}: ${text}`);
  // The response to a batch names its memberships. The ID of a created membership is in the Location header, even if
  // the membership has been removed since.
  const batch: { Results?: { ID: string }[] } = JSON.parse(text);
  const one = (response.headers.get('Location') ?? path).replace(/^.*\//, '');
  const membershipIds = batch.Results?.map(({ ID }) => ID) ?? [one];
  const result = { status: response.status, membershipIds };
  return { result, isRepeated: response.headers.get('Idempotency-Replayed') === 'true' };
}

/**
 * Checks after a kill that each request was stored completely or not at all. A request's key must be stored if, and
 * only if, its changes are stored. Each confirmed request must be stored.
 * @param rows the journal's rows, at least those written since the first of the requests
 * @returns how many requests without a response were stored, and how many were not
 */
export async function requireWholeWrites(
  store: Store,
  { organisationId }: WriterClient,
  { sent, rows }: { sent: readonly SentWrite[]; rows: readonly JournalRow[] },
): Promise<{ unanswered: number; undone: number }> {
  const stored = await store.members
    .selectFrom('idempotency_key')
    .select(['key', 'status', 'membership_ids'])
    .where('organisation_id', '=', organisationId)
    .execute();
  const keys = new Map(stored.map((row) => [row.key, row]));
  const byReason = new Map<string | null, string[]>();
  for (const { reason, kind, operation } of rows)
    byReason.set(reason, [...(byReason.get(reason) ?? []), `${kind} ${operation}`]);
  const counts = { unanswered: 0, undone: 0 };
  for (const { key, rows: expected, result } of sent) {
    const found = (byReason.get(key) ?? []).sort();
    const storedKey = keys.get(key);
    if (!isDeepStrictEqual(found, storedKey === undefined ? [] : expected))
      throw new Error(`${key} has the journal rows ${found} and ${storedKey === undefined ? 'no' : 'a'} key`);
    if (result === null) {
      counts[storedKey === undefined ? 'undone' : 'unanswered'] += 1;
      continue;
    }
    const ids: number[] = JSON.parse(storedKey?.membership_ids ?? '[]');
    if (storedKey?.status !== result.status || !isDeepStrictEqual(ids.map(String), result.membershipIds))
      throw new Error(
        `${key} was confirmed with ${JSON.stringify(result)}, but ${JSON.stringify(storedKey)} is stored`,
      );
  }
  return counts;
}

/**
 * Sends the requests again after a kill, twice. A request that was stored has the same result as before. Any other
 * request is now carried out, once. To check that nothing was written twice, call `requireWholeWrites` afterwards.
 */
export async function sendAgain(service: ServiceProcess, client: WriterClient, sent: readonly SentWrite[]) {
  const token = await requestWriteToken(service, client);
  for (const request of sent) {
    for (const isSecond of [false, true]) {
      const { result, isRepeated } = await send(service, { ...client, token }, request);
      const mustRepeat = isSecond || request.result !== null;
      if (mustRepeat && !isRepeated) throw new Error(`${request.key} was done again`);
      if (request.result !== null && !isDeepStrictEqual(result, request.result))
        throw new Error(
          `${request.key} gave ${JSON.stringify(result)} after ${JSON.stringify(request.result)}`,
        );
      request.result = result;
    }
  }
}
