import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseVariant, createVariants, sendRepresentation, type Variants } from '@/lib/http/representation';
import { capture } from './capture';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Sends the build's scripts and styles compressed, because they are most of what a first visit loads. Each file is read
 * from Next and compressed only once, because its name changes with its content. If the request is for anything else,
 * nothing is sent and the result is false.
 */
export function createStaticFiles(next: Handler) {
  const files = new Map<string, Promise<Variants | null>>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (request.method !== 'GET' || !isStaticFile.test(path)) return false;
    let file = files.get(path);
    if (file === undefined) {
      file = readFile(next, path);
      files.set(path, file);
      // Only files of the build are cached, because clients can invent any number of other names.
      file.then((found) => found ?? files.delete(path)).catch(() => files.delete(path));
    }
    const found = await file;
    if (found === null) return false;
    sendRepresentation(request, response, chooseVariant(found, request.headers['accept-encoding']));
    return true;
  };
}

// A name without dots, escapes or doubled slashes, so that each file has only one spelling.
const isStaticFile = /^\/_next\/static(\/[\w~-][\w.~-]*)+\.(js|css)$/;

async function readFile(next: Handler, path: string): Promise<Variants | null> {
  const { status, headers, body: built } = await capture(next, { url: path, headers: { host: 'localhost' } });
  if (status !== 200) return null;
  const body = path.endsWith('.js') ? Buffer.concat([compileHint, built]) : built;
  const sent = {
    'Content-Type': String(headers['content-type']),
    'Cache-Control': String(headers['cache-control']),
    Vary: 'Accept-Encoding',
  };
  return createVariants({ headers: sent, body, levels });
}

/**
 * With this comment, the browser compiles every function of a script while the script arrives, and not on the main
 * thread. Otherwise it would compile each function at its first call. The start of React and Next.js was the longest
 * task of a first visit. It now takes a third of the time. Browsers without this feature read it as a comment.
 * @see https://github.com/explainers-by-googlers/explicit-javascript-compile-hints-file-based
 */
const compileHint = Buffer.from('//# allFunctionsCalledOnLoad\n');

// Brotli level 9. Each file is compressed once in the life of the process, at the first visit. The largest takes about
// 30 ms.
const levels = [
  ['br', 9],
  ['gzip', 6],
] as const;
