/** The files of `public/`, read once at the start: icons, and others that are the same for all until an update. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { isKnown } from '@/lib/http/entity-tag';

interface PublicFile {
  body: Buffer;
  type: string;
  etag: string;
}

const types: ReadonlyMap<string, string> = new Map([
  ['.ico', 'image/vnd.microsoft.icon'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
]);
// An icon changes with a release; a browser checks it again after a day.
const caching = 'public, max-age=86400';

/**
 * Sends a file of `folder` to GET and HEAD; returns whether it did. Files in sub-folders are not sent.
 * @throws Error naming a file of a type that is not known
 */
export function createPublicFiles(folder: string) {
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readPublicFile(join(folder, name))]));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const file = files.get(request.url?.split('?', 1)[0] ?? '');
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    response.setHeader('Cache-Control', caching);
    response.setHeader('ETag', file.etag);
    if (isKnown(request.headers['if-none-match'], file.etag)) {
      response.writeHead(304).end();
      return true;
    }
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.body.length });
    response.end(request.method === 'HEAD' ? undefined : file.body);
    return true;
  };
}

function readPublicFile(path: string): PublicFile {
  const type = types.get(extname(path));
  if (type === undefined)
    throw new Error(`${path}: only ${[...types.keys()].join(', ')} files are sent from there`);
  const body = readFileSync(path);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { body, type, etag: `"${digest}"` };
}
