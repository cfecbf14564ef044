/**
 * What our SVG tiles cost: drawing on the server, and decoding and panning in Chromium as a phone four times slower
 * than this machine would. Targets: a tile in the middle under 5 ms, no task of the page's main thread over 50 ms,
 * 60 frames a second while panning; the row of empty tiles tells what of it is the machine's and not the tiles'.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { chromium, type Page } from 'playwright';
import { findChromium } from '../scripts/find-chromium.mjs';
import { toMercator } from '../lib/geo/labels';
import { tileUrlTemplate } from '../lib/geo/tile-address';
import { tileRoutes } from '../lib/geo/tile-routes';
import { drawTile } from '../lib/geo/tiles';

const places = { Geelong: [-38.15, 144.36], Europe: [48, 10], 'Portland, Oregon': [45.52, -122.68] } as const;
const zooms = [2, 4, 6, 8, 10, 12, 14];
const slowerThanHere = 4;

drawTile({ theme: 'light', z: 0, x: 0, y: 0 });
console.table(zooms.map(drawing));

const app = new Hono().route('/', tileRoutes());
const leaflet = createRequire(import.meta.url).resolve('leaflet');
app.get('/leaflet.js', (c) => c.body(readFileSync(leaflet), 200, { 'Content-Type': 'text/javascript' }));
app.get('/leaflet.css', (c) =>
  c.body(readFileSync(leaflet.replace(/leaflet[^/]*$/, 'leaflet.css')), 200, { 'Content-Type': 'text/css' }),
);
app.get('/', (c) =>
  c.html(
    '<!doctype html><link rel="stylesheet" href="/leaflet.css"><script src="/leaflet.js"></script>' +
      '<body style="margin:0"><div id="map" style="height:100vh"></div>',
  ),
);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
// tsx names functions with a helper of its own, which a page does not have.
await page.addInitScript('globalThis.__name = (named) => named');
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`); // a TCP server's address
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: slowerThanHere });
const empty = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const rows = [];
rows.push({
  place: 'empty tiles',
  zoom: 4,
  ...(await pan(page, { latitude: 0, longitude: 0, zoom: 4, url: empty })),
});
for (const [place, [latitude, longitude]] of Object.entries(places)) {
  for (const zoom of [4, 8])
    rows.push({ place, zoom, ...(await pan(page, { latitude, longitude, zoom, url: tileUrlTemplate })) });
}
console.table(rows);
await browser.close();
server.close();

function drawing(z: number) {
  const times: number[] = [];
  const sizes: number[] = [];
  for (const [latitude, longitude] of Object.values(places)) {
    const at = toMercator(longitude, latitude);
    for (let step = 0; step < 25; step++) {
      const x = Math.floor(at.x * 2 ** z) + (step % 5) - 2;
      const y = Math.floor(at.y * 2 ** z) + Math.floor(step / 5) - 2;
      const start = performance.now();
      const svg = drawTile({ theme: 'light', z, x, y });
      if (svg === null) continue;
      times.push(performance.now() - start);
      sizes.push(gzipSync(svg).length);
    }
  }
  const part = (values: number[], share: number) =>
    values.sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
  return {
    zoom: z,
    tiles: times.length,
    'median ms': Number(part(times, 0.5).toFixed(2)),
    'p99 ms': Number(part(times, 0.99).toFixed(2)),
    'median kB gzip': Number((part(sizes, 0.5) / 1000).toFixed(1)),
    'largest kB gzip': Number((part(sizes, 1) / 1000).toFixed(1)),
  };
}

/** Six screens to the east and back, each over half a second, tiles new on the way there. */
async function pan(page: Page, view: { latitude: number; longitude: number; zoom: number; url: string }) {
  return page.evaluate(async ({ latitude, longitude, zoom, url }) => {
    const { L } = window as unknown as { L: typeof import('leaflet') }; // the script of the page above
    const map = L.map('map', { zoomAnimation: false }).setView([latitude, longitude], zoom);
    const tiles = L.tileLayer(url.replace('{theme}', 'light')).addTo(map);
    const loaded = performance.now();
    await new Promise((resolve) => tiles.once('load', resolve));
    const firstMs = performance.now() - loaded;
    const longTasks: number[] = [];
    const observer = new PerformanceObserver((list) =>
      list.getEntries().forEach((task) => longTasks.push(task.duration)),
    );
    observer.observe({ type: 'longtask' });
    const frames: number[] = [];
    let last = performance.now();
    let isPanning = true;
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      if (isPanning) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    for (const x of [300, 300, 300, -300, -300, -300]) {
      const moved = new Promise((resolve) => map.once('moveend', resolve));
      map.panBy([x, 0], { animate: true, duration: 0.5 });
      await moved;
    }
    isPanning = false;
    for (const task of observer.takeRecords()) longTasks.push(task.duration);
    observer.disconnect();
    map.remove();
    frames.sort((a, b) => a - b);
    return {
      'first view ms': Math.round(firstMs),
      'frames a second': Math.round(1000 / (frames.reduce((sum, ms) => sum + ms, 0) / frames.length)),
      'frame p95 ms': Math.round(frames[Math.floor(frames.length * 0.95)] ?? 0),
      'tasks over 50 ms': longTasks.length,
      'longest ms': Math.round(Math.max(0, ...longTasks)),
    };
  }, view);
}
