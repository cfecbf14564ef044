import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tileUrlTemplate } from '@/lib/map/geo/tile-address';
import { tileRoutes } from './tile-routes';

const routes = tileRoutes();
const plain = { headers: { 'accept-encoding': 'identity' } };

test('a tile at the address the map uses may be cached for a year', async () => {
  const path = tileUrlTemplate
    .replace('{theme}', 'dark')
    .replace('{z}', '3')
    .replace('{x}', '7')
    .replace('{y}', '4');
  const response = await routes.request(path, plain);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(await response.text()).toMatch(/^<svg .*<\/svg>$/);
});

test('a client that accepts gzip gets the same bytes in gzip, whether the tile is drawn or cached', async () => {
  const expected = await (await routes.request('/tiles/light/3/7/4.svg', plain)).text();
  for (const accepted of ['gzip', 'br, gzip;q=0.5']) {
    const response = await routes.request('/tiles/light/3/7/4.svg', {
      headers: { 'accept-encoding': accepted },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(expected);
  }
  const refused = await routes.request('/tiles/light/3/7/4.svg', {
    headers: { 'accept-encoding': 'br, gzip;q=0' },
  });
  expect(refused.headers.get('content-encoding')).toBeNull();
});

test.each([
  ['/tiles/light/40/0/0.svg', 404, 'zoom 0 to 13'],
  ['/tiles/light/2/4/0.svg', 404, 'x and y'],
  ['/tiles/sepia/2/0/0.svg', 404, 'light or dark'],
  ['/tiles/constructor/2/0/0.svg', 404, 'light or dark'],
  ['/tiles/light/two/0/0.svg', 400, 'whole numbers'],
  ['/tiles/light/-1/0/0.svg', 400, 'whole numbers'],
  ['/tiles/light/2/0.5/0.svg', 400, 'whole numbers'],
  ['/tiles/light/2/0/0.png', 400, 'whole numbers'],
  ['/tiles/light/2/0/1e3.svg', 400, 'whole numbers'],
])('%s gets %s and describes what a tile is', async (path, status, words) => {
  const response = await routes.request(path);
  expect(response.status).toBe(status);
  const body = (await response.json()) as Record<string, string>;
  expect(body.error).toBe(status === 400 ? 'invalid_request' : 'not_found');
  expect(body.error_description).toContain(words);
  expect(response.headers.get('cache-control')).toBeNull();
});
