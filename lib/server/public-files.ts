/** The files of `public/`, read once at the start: icons and scripts, the same for all until an update. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { sendRepresentation, tagOf, toRepresentation, type Representation } from '@/lib/http/representation';

const types: ReadonlyMap<string, string> = new Map([
  ['.ico', 'image/vnd.microsoft.icon'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
]);
// A file changes with a release. After an upgrade, pages soon get the scripts that belong to them.
const caching = 'public, max-age=86400';
const scriptCaching = 'public, max-age=600';

/**
 * Sends a file of `folder` to GET and HEAD; returns whether it did. Files in sub-folders are not sent.
 * @throws Error naming a file of a type that is not known
 */
export function createPublicFiles(folder: string) {
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readPublicFile(join(folder, name))]));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const file = files.get(request.url?.split('?', 1)[0] ?? '');
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    sendRepresentation(request, response, file);
    return true;
  };
}

function readPublicFile(path: string): Representation {
  const type = types.get(extname(path));
  if (type === undefined)
    throw new Error(`${path}: only ${[...types.keys()].join(', ')} files are sent from there`);
  const body = readFileSync(path);
  const isScript = extname(path) === '.js';
  const headers = { 'Content-Type': type, 'Cache-Control': isScript ? scriptCaching : caching };
  return toRepresentation({ headers, etag: tagOf(body), body });
}
