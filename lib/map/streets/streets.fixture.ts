import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll } from 'vitest';

export const subiacoFile = join(import.meta.dirname, '../../../e2e/streets/subiaco.pmtiles');
export const subiaco = readFileSync(subiacoFile);

/** Lets tests open the archive of `archiveServer`, which is on this machine. */
export const fromThisMachine = { allowsPrivate: true, howToAllow: null };

export function readArchive(bytes: Uint8Array): PMTiles {
  return new PMTiles({
    getKey: () => 'archive',
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
}

/** Responds to the next requests. null: the file server responds as usual. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export function archiveServer(bytes: Uint8Array) {
  const served = {
    address: '',
    answer: null as Answer | null,
    ranges: [] as [first: number, last: number][],
    etag: '"one"',
  };
  const server = createServer((request, response) => {
    if (served.answer !== null) return served.answer(request, response);
    if (request.url !== '/archive.pmtiles') return void response.writeHead(404).end();
    const [, first = '0', end = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const last = Math.min(Number(end), bytes.length - 1);
    served.ranges.push([Number(first), last]);
    response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${bytes.length}`, ETag: served.etag });
    response.end(bytes.subarray(Number(first), last + 1));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    served.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive.pmtiles`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return served;
}
