/** Pictures that an association uploaded. They are public. */
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { tagOf } from '@/lib/base/http/entity-tag';
import { respondWith, toRepresentation, type Representation } from '@/lib/base/http/representation';
import { lookUp } from '@/lib/base/look-up';
import { maxPictureBytes, pictureTypes } from '@/lib/contract/picture-types';
import { isPictureName } from '@/lib/contract/fields/organisation';
import type { Store } from '@/lib/store/database';
import { findPicture } from '@/lib/store/pictures';
import { picturePath } from '@/lib/contract/site';
import { respondNotFound } from './errors';

/** Enough for all pictures of a few associations. */
const cacheBytes = 16 * maxPictureBytes;

export function pictureRoute(store: Store): Hono {
  const app = new Hono();
  const cache = new LRUCache<string, Representation>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  app.get('/pictures/:organisation{[0-9]{1,15}}/:name', async (context) => {
    const { organisation, name } = context.req.param();
    const path = picturePath(Number(organisation), name);
    const known = cache.get(path);
    if (known !== undefined) return respondWith(context, known);
    const type = lookUp(pictureTypes, name.slice(name.lastIndexOf('.') + 1));
    const found = isPictureName(name) ? await findPicture(store.members, Number(organisation), name) : null;
    if (found === null || type === undefined) return respondNotFound(context);
    const body = new Uint8Array(found);
    const headers = { 'Content-Type': type, ...pictureHeaders };
    const picture = toRepresentation({ headers, etag: tagOf(body), body });
    cache.set(path, picture);
    return respondWith(context, picture);
  });
  return app;
}

const pictureHeaders = {
  // The name of a picture is the start of its hash. So the picture at an address never changes, and caches can keep it.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  // An SVG that is opened by itself could otherwise run scripts with the rights of our site.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};
