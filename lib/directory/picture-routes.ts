/** The pictures of members whose entries show them (docs/decisions.md, A4). */
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { tagOf } from '@/lib/base/http/entity-tag';
import { respondWith, toRepresentation, type Representation } from '@/lib/base/http/representation';
import { pictureFiles, pictureTypeOfFile, type PictureFile } from '@/lib/contract/picture-files';
import type { Directory } from './directory';

/** null: no picture of the membership has this ID. */
export type ReadMemberPicture = (of: {
  membershipId: number;
  id: string;
  file: PictureFile;
}) => Promise<Buffer | null>;

/** Enough for the pictures of a thousand cards. */
const cacheBytes = 16 * 1024 * 1024;
const notFound = { 'Cache-Control': 'no-store' };

/** The entry decides at each request whether the picture is public. */
export function memberPictureRoutes({
  directory,
  read,
}: {
  directory: Pick<Directory, 'find'>;
  read: ReadMemberPicture;
}): Hono {
  const routes = new Hono();
  const cache = new LRUCache<string, Representation>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  routes.get('/pictures/members/:membership/:picture/:file', async (context) => {
    const { membership, picture: id, file: name } = context.req.param();
    const file = pictureFiles.find((one) => one === name);
    if (file === undefined || !showsPicture(directory, membership, id))
      return context.text('There is no such picture', 404, notFound);
    const key = `${id} ${file}`;
    const known = cache.get(key);
    if (known !== undefined) return respondWith(context, known);
    const found = await read({ membershipId: Number(membership), id, file });
    if (found === null) return context.text('There is no such picture', 404, notFound);
    const body = new Uint8Array(found);
    // A picture that is hidden or removed is gone everywhere after a minute.
    const headers = { ...pictureHeaders(file), 'Cache-Control': 'public, max-age=60' };
    const representation = toRepresentation({ headers, etag: tagOf(body), body });
    cache.set(key, representation);
    return respondWith(context, representation);
  });
  return routes;
}

export function showsPicture(directory: Pick<Directory, 'find'>, membership: string, id: string): boolean {
  const entry = directory.find(membership);
  return entry !== null && entry !== 'removed' && entry.picture?.id === id;
}

/** Without `Cache-Control`, which depends on who may see the picture. */
export function pictureHeaders(file: PictureFile): Record<string, string> {
  return {
    'Content-Type': pictureTypeOfFile(file),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}
