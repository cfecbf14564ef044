/**
 * Caches responses of the API. A cached response is sent while nothing that it depends on has changed:
 * - the request: its address, query, token and accepted encodings, which are the key in the cache;
 * - the databases: the data, the token's rights, and whether it was revoked. After a commit of any process, responses
 * from before the commit are not sent;
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

export interface CachedResponse {
  representation: Representation;
  caller: Caller;
}

/** The state before a response was computed. If the state has changed since then, the cached response is not sent. */
interface Moment {
  key: string;
  commits: number;
  minute: number;
}

interface Stored extends CachedResponse, Omit<Moment, 'key'> {
  endsAt: number;
}

interface Services {
  /** Must include the commits of other processes. */
  countCommits: () => number;
  clock: Clock;
  maxBytes: number;
}

// The memory that a cached response needs in addition to its body and key. The cache always counts the whole body, even
// if another cache shares the body's bytes.
const bytesBesideBody = 800;
// Longer keys take too much memory, so their responses are not cached.
const maxKeyLength = 2_000;

export class ResponseCache {
  readonly #services: Services;
  readonly #responses: LRUCache<string, Stored>;
  readonly #asked = new WeakMap<IncomingMessage, Moment>();
  readonly #waiting: (() => void)[] = [];
  #now: Omit<Moment, 'key'> & { time: number } = { commits: -1, minute: -1, time: 0 };

  constructor(services: Services) {
    this.#services = services;
    this.#responses = new LRUCache({
      maxSize: services.maxBytes,
      sizeCalculation: ({ representation }, key) =>
        representation.body.length + 2 * key.length + bytesBesideBody,
    });
  }

  /**
   * Calls `respond` with null if there is no cached response. `store` may then cache the computed response. Requests
   * that arrive in the same turn of the event loop share one check. This check reads the number of commits and the
   * time. It comes after the last of these requests, so that no response is older than its request.
   */
  find(request: IncomingMessage, respond: (response: CachedResponse | null) => void): void {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers.authorization === undefined) return respond(null);
    const key = `${secretKey(headers.authorization)} ${String(headers['accept-encoding'] ?? '')} ${url}`;
    if (key.length > maxKeyLength) return respond(null);
    const stored = this.#responses.get(key);
    // `#now` comes from an earlier request, so the new response may be newer than `#now` says. At worst, the cache does
    // not use this response. It never sends an old one.
    if (stored === undefined) {
      this.#asked.set(request, { ...this.#now, key });
      return respond(null);
    }
    if (this.#waiting.length === 0) setImmediate(() => this.#respond());
    this.#waiting.push(() => {
      if (this.#isCurrent(stored)) return respond(stored);
      this.#asked.set(request, { ...this.#now, key });
      respond(null);
    });
  }

  /** Caches a response that depends only on the request, the databases and the date. */
  store(
    request: IncomingMessage,
    { representation, access }: { representation: Representation; access: Access },
  ) {
    const moment = this.#asked.get(request);
    if (moment === undefined || access.personId !== null) return;
    const { key, commits, minute } = moment;
    const { clientId, endsAt } = access;
    this.#responses.set(key, {
      representation,
      caller: { clientId, personId: null },
      commits,
      minute,
      endsAt,
    });
  }

  #respond(): void {
    const time = this.#services.clock().getTime();
    this.#now = { commits: this.#services.countCommits(), minute: Math.floor(time / 60_000), time };
    for (const respond of this.#waiting.splice(0)) respond();
  }

  #isCurrent({ commits, minute, endsAt }: Stored): boolean {
    return commits === this.#now.commits && minute === this.#now.minute && this.#now.time < endsAt;
  }
}
