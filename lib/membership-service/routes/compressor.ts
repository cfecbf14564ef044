import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** A new compressor, with a quality that is fast enough for a network. */
export function createCompressor(encoding: 'gzip' | 'br'): Transform {
  if (encoding === 'gzip') return createGzip({ level: 5 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
