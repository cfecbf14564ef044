/** Pictures that an association uploaded. They are public. */
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { lookUp } from '@/lib/look-up';
import { maxPictureBytes, pictureTypes } from '@/lib/membership-api/picture-types';
import { isPictureName } from '@/lib/membership-api/fields/organisation';
import type { Store } from '@/lib/membership-store/database';
import { findPicture } from '@/lib/membership-store/pictures';
import { picturePath } from '@/lib/site';
import { respondNotFound } from './errors';

/** Enough for all pictures of a few associations. */
const cacheBytes = 16 * maxPictureBytes;

export function pictureRoute(store: Store): Hono {
  const app = new Hono();
  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 1,
  });
  app.get('/pictures/:organisation{[0-9]{1,15}}/:name', async (context) => {
    const { organisation, name } = context.req.param();
    const path = picturePath(Number(organisation), name);
    const type = lookUp(pictureTypes, name.slice(name.lastIndexOf('.') + 1));
    const known = cache.get(path);
    const found =
      known ?? (isPictureName(name) ? await findPicture(store.members, Number(organisation), name) : null);
    if (found === null || type === undefined) return respondNotFound(context);
    const content = Buffer.from(found);
    if (known === undefined) cache.set(path, content);
    return context.body(content, 200, {
      'Content-Type': type,
      // The name of a picture is the start of its hash. So the picture at an address never changes, and caches can keep
      // it.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      // An SVG that is opened by itself could otherwise run scripts with the rights of our site.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });
  return app;
}
