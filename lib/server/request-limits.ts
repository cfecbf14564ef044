import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '@/lib/base/rate-limit';
import { clientAddress, clientNetwork } from './client-address';
import type { Caller } from './current-request';
import type { Part } from './route-table';
import { secretKey } from './secret-key';
import { TokenBuckets } from './token-buckets';

export type LimitName = BucketName | 'in-progress';
type BucketName = 'pages' | 'json' | 'json-bytes' | 'tiles' | 'api' | 'api-unproven' | 'cards';

/**
 * The limits for each network (an IPv4 address or an IPv6 /64). They are high enough for an office of a few hundred
 * people behind one address. During a search, a person loads about 2 pages or results a second. A map requests 40 tiles
 * together. Few people search or open a map in the same second.
 */
const requestRateLimits: Record<BucketName, RateLimit> = {
  pages: { burst: 600, perSeconds: 30 },
  json: { burst: 300, perSeconds: 15 },
  // 32 MB a day: 8,000 result pages or 2,000 full views of the map. A directory of 100,000 members can be read at most
  // twice.
  'json-bytes': { burst: 32e6, perSeconds: 86_400 },
  tiles: { burst: 1_000, perSeconds: 10 },
  // The limit for each API client, and for each member for whom a client acts. This limit applies once the credentials
  // are verified.
  api: { burst: 1_000, perSeconds: 10 },
  // The limit for each network's requests without verified credentials.
  'api-unproven': { burst: 300, perSeconds: 15 },
  // Checks of membership cards. Several people at the door of an event check a card every few seconds.
  cards: { burst: 60, perSeconds: 60 },
};

export interface SettledResponse {
  status: number;
  bytes: number;
  /** null: no credentials were verified. */
  caller: Caller | null;
}

/** Call `settle` once, with the outcome of the request. */
export interface Admitted {
  settle(response: SettledResponse): void;
}

export interface Refusal {
  limit: LimitName;
  retryAfterSeconds: number;
}

export interface RequestLimitsServices {
  trustProxy: number;
  now: () => number;
  rateLimits?: Partial<Record<BucketName, RateLimit>>;
  /** The maximum for each network. */
  maxInProgress?: number;
  /** The number of servers that share the load. Each limit is divided by this number. */
  serverCount?: () => number;
}

// A browser without HTTP/2 sends six requests at a time. A response seldom takes more than a few milliseconds.
const defaultMaxInProgress = 200;
const nothingToSettle: Admitted = { settle: () => undefined };

/**
 * Each server counts its own requests. Each limit is divided by the number of servers, so that all servers together
 * allow about the whole limit. The counts are lost when the process ends.
 */
export function createRequestLimits({
  trustProxy,
  now,
  rateLimits,
  maxInProgress = defaultMaxInProgress,
  serverCount = () => 1,
}: RequestLimitsServices) {
  const make = (name: BucketName) =>
    new TokenBuckets(rateLimits?.[name] ?? requestRateLimits[name], { now, divisor: serverCount });
  const buckets: Record<BucketName, TokenBuckets> = {
    pages: make('pages'),
    json: make('json'),
    'json-bytes': make('json-bytes'),
    tiles: make('tiles'),
    api: make('api'),
    'api-unproven': make('api-unproven'),
    cards: make('cards'),
  };
  const verified = createVerifiedCredentials();

  const take = (limit: BucketName, key: string): Refusal | null => {
    const retryAfterSeconds = buckets[limit].take(key);
    return retryAfterSeconds === 0 ? null : { limit, retryAfterSeconds };
  };
  const admitJson = (network: string): Admitted | Refusal => {
    const retryAfterSeconds = buckets['json-bytes'].wait(network);
    if (retryAfterSeconds > 0) return { limit: 'json-bytes', retryAfterSeconds };
    const settle: Admitted['settle'] = ({ bytes }) => buckets['json-bytes'].charge(network, bytes);
    return take('json', network) ?? { settle };
  };
  const admitApi = (network: string, authorization: string | undefined): Admitted | Refusal => {
    if (authorization === undefined) return take('api-unproven', network) ?? nothingToSettle;
    const key = secretKey(authorization);
    const owner = verified.get(key);
    if (owner !== undefined) {
      const settle: Admitted['settle'] = ({ status }) => status === 401 && verified.delete(key);
      return take('api', owner) ?? { settle };
    }
    const settle: Admitted['settle'] = ({ caller }) => {
      if (caller === null) return;
      const name = nameOf(caller);
      verified.set(key, name);
      buckets.api.charge(name, 1);
      buckets['api-unproven'].charge(network, -1);
    };
    return take('api-unproven', network) ?? { settle };
  };

  const admit = (request: IncomingMessage, part: Part, network: string): Admitted | Refusal => {
    if (part === 'static') return nothingToSettle;
    if (part === 'api') return admitApi(network, request.headers.authorization);
    if (part === 'json') return admitJson(network);
    const bucket = part === 'tiles' ? 'tiles' : part === 'card' ? 'cards' : 'pages';
    return take(bucket, network) ?? nothingToSettle;
  };
  const inProgress = new Map<string, number>();
  return (request: IncomingMessage, part: Part): Admitted | Refusal => {
    const network = clientNetwork(clientAddress(request, trustProxy));
    const before = inProgress.get(network) ?? 0;
    if (before >= maxInProgress) return { limit: 'in-progress', retryAfterSeconds: 1 };
    const admitted = admit(request, part, network);
    if ('limit' in admitted) return admitted;
    inProgress.set(network, before + 1);
    const settle: Admitted['settle'] = (response) => {
      const left = (inProgress.get(network) ?? 1) - 1;
      if (left === 0) inProgress.delete(network);
      else inProgress.set(network, left);
      admitted.settle(response);
    };
    return { settle };
  };
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;

// The memory for about 10,000 tokens. A token that was removed from memory is verified again at its next request.
const verifiedBytes = 4 * 1024 * 1024;

/** The keys are hashes of Authorization headers. The values are callers. */
function createVerifiedCredentials(): LRUCache<string, string> {
  return new LRUCache({
    maxSize: verifiedBytes,
    sizeCalculation: (owner, key) => 300 + 2 * (owner.length + key.length),
  });
}

function nameOf({ clientId, personId }: Caller): string {
  return personId === null ? clientId : `${clientId} ${personId}`;
}
