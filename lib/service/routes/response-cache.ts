/**
 * Caches responses of the API. A cached response is sent while nothing that it depends on has changed:
 * - the request: its address, query, token and accepted encodings, which are the key in the cache;
 * - the databases: the data, the token's rights, and whether it was revoked. After any process has changed them,
 * responses from before the change are not sent;
 * - the time: tokens expire, and the organisation's date changes on a full minute.
 * Only responses to a client's own token are cached. A response to a member's token also depends on whether the member
 * may still use the client. So such a response is not cached.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Clock } from '@/lib/base/clock';
import type { Representation } from '@/lib/base/http/representation';
import type { Access } from '@/lib/sign-in/oauth/access';
import type { Caller } from '@/lib/server/current-request';
import { secretKey } from '@/lib/server/secret-key';
import type { AskedResponse, ReadResponseStates, ResponseState } from './response-states';

export interface CachedResponse {
  representation: Representation;
  caller: Caller;
}

/** The state before a response was computed. If the state has changed since then, the cached response is not sent. */
interface Moment {
  key: string;
  state: ResponseState;
  minute: number;
}

interface Stored extends CachedResponse, Omit<Moment, 'key'> {
  endsAt: number;
}

interface Asked extends AskedResponse {
  key: string;
  request: IncomingMessage;
  respond: (response: CachedResponse | null) => void;
}

interface Services {
  readStates: ReadResponseStates;
  clock: Clock;
  logError: (error: unknown) => void;
  maxBytes: number;
}

// The memory that a cached response needs in addition to its body and key. The cache always counts the whole body, even
// if another cache shares the body's bytes.
const bytesBesideBody = 800;
// Longer keys take too much memory, so their responses are not cached.
const maxKeyLength = 2_000;

// How many addresses are remembered that were requested once. Most requests are never repeated, and cost no state.
const maxSeen = 2_000;

export class ResponseCache {
  readonly #services: Services;
  readonly #responses: LRUCache<string, Stored>;
  readonly #seen = new LRUCache<string, true>({ max: maxSeen });
  readonly #moments = new WeakMap<IncomingMessage, Moment>();
  readonly #waiting: Asked[] = [];

  constructor(services: Services) {
    this.#services = services;
    this.#responses = new LRUCache({
      maxSize: services.maxBytes,
      sizeCalculation: ({ representation }, key) =>
        representation.body.length + 2 * key.length + bytesBesideBody,
    });
  }

  /**
   * Calls `respond` with null if there is no cached response. If the request is repeated, `store` may then cache the
   * computed response. Requests that arrive in the same turn of the event loop share one check. This check reads the
   * states and the time. It comes after the last of these requests, so that no response is older than its request.
   */
  find(request: IncomingMessage, respond: (response: CachedResponse | null) => void): void {
    const { method, url = '', headers } = request;
    const [, secret] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const [, organisation] = /^\/api\/v\d\/organisation\/(\d{1,15})\//.exec(url) ?? [];
    if (method !== 'GET' || secret === undefined || organisation === undefined) return respond(null);
    const key = `${secretKey(secret)} ${String(headers['accept-encoding'] ?? '')} ${url}`;
    if (key.length > maxKeyLength) return respond(null);
    if (!this.#responses.has(key) && !this.#seen.has(key)) {
      this.#seen.set(key, true);
      return respond(null);
    }
    if (this.#waiting.length === 0) setImmediate(() => void this.#respond(this.#waiting.splice(0)));
    this.#waiting.push({ key, request, respond, secret, organisationId: Number(organisation) });
  }

  /** Caches a response that depends only on the request, the databases and the date. */
  store(
    request: IncomingMessage,
    { representation, access }: { representation: Representation; access: Access },
  ) {
    const moment = this.#moments.get(request);
    if (moment === undefined || moment.state === null || access.personId !== null) return;
    const { key, state, minute } = moment;
    const { clientId, endsAt } = access;
    this.#responses.set(key, {
      representation,
      caller: { clientId, personId: null },
      state,
      minute,
      endsAt,
    });
  }

  async #respond(asked: readonly Asked[]): Promise<void> {
    const time = this.#services.clock().getTime();
    const minute = Math.floor(time / 60_000);
    const states = await this.#services.readStates(asked).catch((error: unknown) => {
      this.#services.logError(error);
      return [];
    });
    for (const [at, { key, request, respond }] of asked.entries()) {
      const state = states[at] ?? null;
      const stored = this.#responses.get(key);
      const isCurrent = stored?.minute === minute && stored.state === state && time < stored.endsAt;
      if (!isCurrent) this.#moments.set(request, { key, state, minute });
      respond(isCurrent ? stored : null);
    }
  }
}
