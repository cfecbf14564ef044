import { LRUCache } from 'lru-cache';

export type Encoding = 'identity' | 'gzip' | 'br';

/** The encoding with the smallest result comes first. */
export const allEncodings = ['br', 'gzip'] as const;

/** Compressing shorter bodies gains nothing, because they fit in one packet with their headers. */
export const minCompressedBytes = 1000;

/**
 * The encoding of `offered` with the highest weight in an Accept-Encoding header. Of equal weights, the first is used.
 * The result is `identity` if the header accepts no offered encoding or prefers `identity`.
 * @see RFC 9110 §12.5.3
 */
export function acceptedEncoding<Offered extends Encoding>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | 'identity' {
  if (header === undefined) return 'identity';
  const weights = weightsOf(header);
  let best: Offered | 'identity' = 'identity';
  let bestWeight = weights.get('identity') ?? 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight || (weight === bestWeight && weight > 0 && best === 'identity')) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Weights from 0 (refused) to 1. */
type Weights = ReadonlyMap<string, number>;

// Browsers send only a few different headers. To parse a header takes as long as the rest of a small response.
const known = new LRUCache<string, Weights>({ max: 100 });
const maxKnownLength = 100;

function weightsOf(header: string): Weights {
  const found = known.get(header);
  if (found !== undefined) return found;
  const weights = new Map(header.toLowerCase().split(',').map(readEntry));
  if (header.length <= maxKnownLength) known.set(header, weights);
  return weights;
}

function readEntry(entry: string): [string, number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  if (quality === undefined) return [name, 1];
  // An encoding with an invalid weight is not used: a response without compression is always correct.
  return [name, qvalue.test(quality) ? Number(quality.slice(2)) : 0];
}

const qvalue = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/;
