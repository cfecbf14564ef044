import { gunzipSync, gzipSync } from 'node:zlib';
import { Hono, type Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { acceptedEncoding } from '@/lib/base/http/accepted-encoding';
import { respondWith, toRepresentation } from '@/lib/base/http/representation';
import { mapThemes, type MapThemeName } from '@/lib/map/geo/map-theme';
import { maxTileZoom } from '@/lib/map/geo/tile-address';
import { drawTile } from '@/lib/map/geo/tiles';

/** This cache has room for all tiles that a few hundred visitors of one region need. A tile has 0.2 to 67 kB. */
const cacheBytes = 32 * 1024 * 1024;

/**
 * Our base map: `/tiles/{theme}/{z}/{x}/{y}.svg`. Tiles are drawn on request and cached. Browsers cache them for a
 * year.
 */
export function tileRoutes(): Hono {
  const routes = new Hono();
  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes, key) => bytes.length + key.length + 200,
  });
  routes.get('/tiles/:theme/:z/:x/:file', (c) => {
    const { theme, z, x, file } = c.req.param();
    if (!isTheme(theme))
      return c.json(
        problem('not_found', `The theme of a tile must be ${Object.keys(mapThemes).join(' or ')}`),
        404,
      );
    const y = /^(\d{1,8})\.svg$/.exec(file)?.[1];
    if (!/^\d{1,3}$/.test(z) || !/^\d{1,8}$/.test(x) || y === undefined) {
      return c.json(
        problem(
          'invalid_request',
          'The address of a tile must be /tiles/{theme}/{z}/{x}/{y}.svg with whole numbers for z, x and y',
        ),
        400,
      );
    }
    const tile = { theme, z: Number(z), x: Number(x), y: Number(y) };
    const key = `${theme}/${tile.z}/${tile.x}/${tile.y}`;
    const bytes = cache.get(key) ?? pack(drawTile(tile));
    if (bytes === null)
      return c.json(
        problem(
          'not_found',
          `There are tiles only for zoom 0 to ${maxTileZoom}, with x and y from 0 to 2^z - 1`,
        ),
        404,
      );
    cache.set(key, bytes);
    return response(c, bytes);
  });
  return routes;
}

function isTheme(name: string): name is MapThemeName {
  return Object.hasOwn(mapThemes, name);
}

function pack(svg: string | null): Buffer<ArrayBuffer> | null {
  return svg === null ? null : gzipSync(svg);
}

function response(context: Context, zipped: Buffer<ArrayBuffer>): Response {
  const encoding = acceptedEncoding(context.req.header('accept-encoding'), ['gzip']);
  const body = encoding === 'gzip' ? zipped : gunzipSync(zipped);
  return respondWith(context, toRepresentation({ headers: tileHeaders, etag: null, encoding, body }));
}

const tileHeaders = {
  'Content-Type': 'image/svg+xml',
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
};

function problem(error: 'invalid_request' | 'not_found', description: string) {
  return { error, error_description: description };
}
