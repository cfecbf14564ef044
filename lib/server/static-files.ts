import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  chooseVariant,
  createVariants,
  sendRepresentation,
  type Variants,
} from '@/lib/base/http/representation';
import { capture } from './capture';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Sends the build's scripts and styles compressed, because they are most of what a first visit loads. Each file is read
 * from Next and compressed only once. A file with new content has a new name, so a cached file never becomes outdated.
 * @returns false, and sends nothing, if the request is for anything else
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
      // Clients can invent any number of names, so only files of the build are cached.
      file.then((found) => found ?? files.delete(path)).catch(() => files.delete(path));
    }
    const found = await file;
    if (found === null) return false;
    sendRepresentation(request, response, chooseVariant(found, request.headers['accept-encoding']));
    return true;
  };
}

// The path has no empty or escaped part, and no part that begins with a dot. Each file therefore has only one spelling.
const isStaticFile = /^\/_next\/static(\/[\w~-][\w.~-]*)+\.(js|css)$/;

async function readFile(next: Handler, path: string): Promise<Variants | null> {
  const { status, headers, body } = await capture(next, { url: path, headers: { host: 'localhost' } });
  if (status !== 200) return null;
  const sent = {
    'Content-Type': String(headers['content-type']),
    'Cache-Control': String(headers['cache-control']),
    Vary: 'Accept-Encoding',
  };
  const br = await capture(next, { url: `${path}.br`, headers: { host: 'localhost' } });
  return createVariants({ headers: sent, body, levels, packed: br.status === 200 ? { br: br.body } : {} });
}

// Each file is compressed once in the life of the process, at the first visit. The build has compressed it with Brotli.
const levels = [
  ['br', 9],
  ['gzip', 6],
] as const;
