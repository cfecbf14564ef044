import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, allEncodings, type Encoding } from '@/lib/http/accepted-encoding';
import { capture } from './capture';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface StaticFile {
  headers: OutgoingHttpHeaders;
  bodies: Record<Encoding, Buffer>;
}

/**
 * Sends the build's scripts and styles compressed: they are most of what a first visit loads. Each file is read from
 * Next and compressed once; its name changes with its content. Resolves with false, with nothing sent, for anything
 * else.
 */
export function createStaticFiles(next: Handler) {
  const files = new Map<string, Promise<StaticFile | null>>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (request.method !== 'GET' || !isStaticFile.test(path)) return false;
    let file = files.get(path);
    if (file === undefined) {
      file = readFile(next, path);
      files.set(path, file);
      // Only files of the build: the number of invented names has no limit.
      file.then((found) => found ?? files.delete(path)).catch(() => files.delete(path));
    }
    const found = await file;
    if (found === null) return false;
    sendFile(request, response, found);
    return true;
  };
}

// One spelling for each file: no dots, escapes or doubled slashes.
const isStaticFile = /^\/_next\/static(\/[\w~-][\w.~-]*)+\.(js|css)$/;

async function readFile(next: Handler, path: string): Promise<StaticFile | null> {
  const { status, headers, body: built } = await capture(next, { url: path, headers: { host: 'localhost' } });
  if (status !== 200) return null;
  const body = path.endsWith('.js') ? Buffer.concat([compileHint, built]) : built;
  const [zipped, br] = await Promise.all([promisify(gzip)(body), compressBrotli(body)]);
  const { 'content-type': type, 'cache-control': caching } = headers;
  return {
    headers: { 'content-type': type, 'cache-control': caching, vary: 'Accept-Encoding' },
    bodies: { identity: body, gzip: zipped, br },
  };
}

/**
 * Lets the browser compile every function of a script while it arrives, off the main thread, instead of when it is
 * first called. Starting React and Next was the longest task of a first visit; this cuts it to a third. Other browsers
 * read a comment. @see https://github.com/explainers-by-googlers/explicit-javascript-compile-hints-file-based
 */
const compileHint = Buffer.from('//# allFunctionsCalledOnLoad\n');

function sendFile(request: IncomingMessage, response: ServerResponse, { headers, bodies }: StaticFile): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding'], allEncodings);
  const body = bodies[encoding];
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(body);
}

const brotli = promisify(brotliCompress);
// 9: compressed once in the life of the process, at the first visit, in about 30 ms for the largest file.
const compressBrotli = (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
