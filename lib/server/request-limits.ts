import type { IncomingMessage } from 'node:http';
import { clientAddress, clientNetwork } from './client-address';
import type { Part } from './route-label';
import { TokenBuckets, type Rate } from './token-buckets';

/** What a limit is called in the figures. */
export type LimitName = 'pages' | 'json' | 'json-bytes' | 'tiles' | 'api' | 'api-unproven';

/**
 * For each network (an IPv4 address, an IPv6 /64). Made for an office of a few hundred behind one address: somebody who
 * searches asks for some 2 pages or answers a second and a map for 40 tiles at once, seldom many people in the same second.
 */
const requestRates: Record<LimitName, Rate> = {
  pages: { burst: 600, perSecond: 20 },
  json: { burst: 300, perSecond: 20 },
  // 32 MB a day as sent: 8,000 result pages or 2,000 full views of the map, and a directory of 100,000 members no more than twice.
  'json-bytes': { burst: 32e6, perSecond: 32e6 / 86_400 },
  tiles: { burst: 1_000, perSecond: 100 },
  // For each Authorization header that has been accepted: a site, or a member's token.
  api: { burst: 1_000, perSecond: 100 },
  // For each network: no Authorization header, or one that has not been accepted (yet).
  'api-unproven': { burst: 300, perSecond: 20 },
};

/** A request that was let through: to be told how it went. */
export interface Admitted {
  /** `bytes`: what was sent. */
  settle(answer: { status: number; bytes: number }): void;
}

/** A request that is not let through. */
export interface Refusal {
  limit: LimitName;
  retryAfterSeconds: number;
}

export interface RequestLimitsOptions {
  trustProxy: number;
  now: () => number;
  rates?: Partial<Record<LimitName, Rate>>;
}

// Some 100 bytes each: 12 MB when all six are full.
const maxKeys = 20_000;
const nothingToSettle: Admitted = { settle: () => undefined };

/** Decides for each request whether it is let through. Counted by this process alone and forgotten at its end. */
export function createRequestLimits({ trustProxy, now, rates }: RequestLimitsOptions) {
  const make = (name: LimitName) => new TokenBuckets(rates?.[name] ?? requestRates[name], { maxKeys, now });
  const buckets: Record<LimitName, TokenBuckets> = {
    pages: make('pages'),
    json: make('json'),
    'json-bytes': make('json-bytes'),
    tiles: make('tiles'),
    api: make('api'),
    'api-unproven': make('api-unproven'),
  };

  const take = (limit: LimitName, key: string): Refusal | null => {
    const retryAfterSeconds = buckets[limit].take(key);
    return retryAfterSeconds === 0 ? null : { limit, retryAfterSeconds };
  };
  const admitJson = (network: string): Admitted | Refusal => {
    const retryAfterSeconds = buckets['json-bytes'].wait(network);
    if (retryAfterSeconds > 0) return { limit: 'json-bytes', retryAfterSeconds };
    const settle: Admitted['settle'] = ({ bytes }) => buckets['json-bytes'].charge(network, bytes);
    return take('json', network) ?? { settle };
  };
  const admitApi = (network: string, credentials: string | undefined): Admitted | Refusal => {
    if (credentials !== undefined && buckets.api.has(credentials))
      return take('api', credentials) ?? nothingToSettle;
    const refusal = take('api-unproven', network);
    if (refusal !== null || credentials === undefined) return refusal ?? nothingToSettle;
    const settle: Admitted['settle'] = ({ status }) => {
      if (!isAccepted(status)) return;
      buckets.api.charge(credentials, 1);
      buckets['api-unproven'].charge(network, -1);
    };
    return { settle };
  };

  return (request: IncomingMessage, part: Part): Admitted | Refusal => {
    if (part === 'static' || isOwn(request)) return nothingToSettle;
    const network = clientNetwork(clientAddress(request, trustProxy));
    if (part === 'api') return admitApi(network, request.headers.authorization);
    if (part === 'json') return admitJson(network);
    return take(part === 'tiles' ? 'tiles' : 'pages', network) ?? nothingToSettle;
  };
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/** Answers that only right credentials get; not 400, 401, 404, 429 and what failed. */
function isAccepted(status: number): boolean {
  return status < 400 || status === 403;
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * A request that this machine makes itself: our own web side's of our own API, above all. What a proxy on this machine
 * passes on has one of these headers.
 */
function isOwn({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress } = socket;
  return (
    (loopback.test(remoteAddress) || remoteAddress === localAddress) &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    headers['x-real-ip'] === undefined
  );
}
