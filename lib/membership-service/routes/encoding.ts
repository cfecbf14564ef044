import { createBrotliCompress, createGzip, constants } from 'node:zlib';
import type { Transform } from 'node:stream';

export type Encoding = 'identity' | 'gzip' | 'br';

/** Bodies below this many bytes gain nothing: they fit one packet with their headers. */
export const minCompressedBytes = 1000;

/** What a client takes, brotli first; identity when it takes neither. @see RFC 9110 §12.5.3 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const taken = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim().split(/\s*;\s*/))
    .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') || taken.includes('*') ? 'gzip' : 'identity';
}

/** A fresh compressor, of a quality that keeps pace with a network. */
export function createCompressor(encoding: 'gzip' | 'br'): Transform {
  if (encoding === 'gzip') return createGzip({ level: 5 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
