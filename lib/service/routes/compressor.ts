import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** At these levels, compression is at least as fast as a network connection. */
export const listLevels = { gzip: 5, br: 4 };

export function createCompressor(encoding: 'gzip' | 'br'): Transform {
  if (encoding === 'gzip') return createGzip({ level: listLevels.gzip });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: listLevels.br } });
}
