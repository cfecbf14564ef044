/**
 * Sends a stored answer of the API again while nothing that it depends on has changed:
 *
 * - the request: its address and query, its token and the accepted encodings. They are the key;
 * - the databases, which have the data, the token's rights and its revocation. After any commit, also of another
 *   process, no answer that was stored before is sent;
 * - the time: tokens expire, and the organisation's date changes on a full minute.
 *
 * Only answers to a client's own token are stored. Whether a member may still use a client depends on more.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Clock } from '@/lib/clock';
import type { Representation } from '@/lib/http/representation';
import type { Access } from '@/lib/membership-oauth/access';
import type { Caller } from '@/lib/server/current-request';
import { secretKey } from '@/lib/server/secret-key';

export interface RepeatedAnswer {
  representation: Representation;
  caller: Caller;
}

/** The state before an answer was computed, so that an answer is not repeated if anything changed meanwhile. */
interface Moment {
  key: string;
  commits: number;
  minute: number;
}

interface Stored extends RepeatedAnswer, Omit<Moment, 'key'> {
  endsAt: number;
}

interface Services {
  /** The number of commits to the databases. It must also count those of other processes. */
  countCommits: () => number;
  clock: Clock;
  maxBytes: number;
}

// The key, the caller and the cache's own entry. The body counts too, although another cache may have the same bytes.
const bytesBesideBody = 800;
// Longer addresses are not worth their memory.
const maxKeyLength = 2_000;

export class RepeatedAnswers {
  readonly #services: Services;
  readonly #answers: LRUCache<string, Stored>;
  readonly #asked = new WeakMap<IncomingMessage, Moment>();
  readonly #waiting: (() => void)[] = [];
  #now: Omit<Moment, 'key'> & { time: number } = { commits: -1, minute: -1, time: 0 };

  constructor(services: Services) {
    this.#services = services;
    this.#answers = new LRUCache({
      maxSize: services.maxBytes,
      sizeCalculation: ({ representation }, key) =>
        representation.body.length + 2 * key.length + bytesBesideBody,
    });
  }

  /**
   * Calls `respond` with the answer to a request. null: it must be computed; then `keep` may store the answer. What
   * decides whether an answer still holds is read once for all requests of a turn of the event loop, after the last of
   * them, so that no answer is older than its request.
   */
  find(request: IncomingMessage, respond: (answer: RepeatedAnswer | null) => void): void {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers.authorization === undefined) return respond(null);
    const key = `${secretKey(headers.authorization)} ${String(headers['accept-encoding'] ?? '')} ${url}`;
    if (key.length > maxKeyLength) return respond(null);
    const stored = this.#answers.get(key);
    // Until something is read, an answer counts as computed from the databases as they were at the last reading.
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

  /**
   * Stores an answer that depends on nothing but the request, the databases and the date.
   */
  keep(
    request: IncomingMessage,
    { representation, access }: { representation: Representation; access: Access },
  ) {
    const moment = this.#asked.get(request);
    if (moment === undefined || access.personId !== null) return;
    const { key, commits, minute } = moment;
    const { clientId, endsAt } = access;
    this.#answers.set(key, { representation, caller: { clientId, personId: null }, commits, minute, endsAt });
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
