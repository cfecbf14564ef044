export type Encoding = 'identity' | 'gzip' | 'br';

/** What most answers are offered in, the smallest first. */
export const allEncodings = ['br', 'gzip'] as const;

/** Bodies below this many bytes gain nothing: they fit one packet with their headers. */
export const minCompressedBytes = 1000;

/** The first of `offered` that an Accept-Encoding header allows; identity when it allows none. @see RFC 9110 §12.5.3 */
export function acceptedEncoding<Offered extends Encoding>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | 'identity' {
  if (header === undefined) return 'identity';
  const given = header.toLowerCase();
  // What nearly every browser sends needs no reading.
  if (given.includes('q=0') || given.includes('*')) return acceptedByName(given, offered);
  return offered.find((encoding) => given.includes(encoding)) ?? 'identity';
}

function acceptedByName<Offered extends Encoding>(given: string, offered: readonly Offered[]) {
  const entries = given.split(',').map((entry) => entry.trim().split(/\s*;\s*/));
  const isRefused = (quality: string | undefined) => quality !== undefined && /^q=0(\.0*)?$/.test(quality);
  const taken = new Map(entries.map(([name, quality]) => [name, !isRefused(quality)]));
  const isTaken = (encoding: string) => taken.get(encoding) ?? taken.get('*') ?? false;
  return offered.find(isTaken) ?? 'identity';
}
