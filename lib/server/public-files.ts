import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { lookUp } from '@/lib/base/look-up';
import {
  chooseVariant,
  createVariants,
  sendRepresentation,
  type Variants,
} from '@/lib/base/http/representation';

const types: ReadonlyMap<string, string> = new Map([
  ['.ico', 'image/vnd.microsoft.icon'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.woff2', 'font/woff2'],
]);
// Files change only with a release. Scripts are cached for a shorter time, so that they match the pages soon after an
// upgrade.
const caching = 'public, max-age=86400';
const scriptCaching = 'public, max-age=600';
const isText = /\.(js|svg|txt)$/;
const levels = [
  ['br', 11],
  ['gzip', 9],
] as const;
// Each version of a font has a name of its own.
const fontCaching = 'public, max-age=31536000, immutable';

/**
 * Reads all files of `folder` at the start. Returns a handler for GET and HEAD. The handler returns true if it has sent
 * a file.
 * @throws Error naming a file whose type is not known
 */
export function createPublicFiles(folder: string) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const files = new Map(
    found.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [`/${relative(folder, path).split(sep).join('/')}`, readPublicFile(path)];
    }),
  );
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const file = files.get(request.url?.split('?', 1)[0] ?? '');
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    sendRepresentation(request, response, chooseVariant(await file, request.headers['accept-encoding']));
    return true;
  };
}

function readPublicFile(path: string): Promise<Variants> {
  const type = types.get(extname(path));
  if (type === undefined)
    throw new Error(`${path}: only ${[...types.keys()].join(', ')} files are sent from there`);
  const body = readFileSync(path);
  const own = { '.js': scriptCaching, '.woff2': fontCaching };
  const headers = { 'Content-Type': type, 'Cache-Control': lookUp(own, extname(path)) ?? caching };
  if (!isText.test(path)) return createVariants({ headers, body, levels: [] });
  return createVariants({ headers: { ...headers, Vary: 'Accept-Encoding' }, body, levels });
}
