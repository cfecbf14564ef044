/**
 * Measures how fast a first visit is in Chromium with an empty cache, and how many bytes it loads. On the list, it also
 * measures a visitor who types a place and chooses a suggestion. `phone` and `desktop` use Lighthouse's network speeds.
 * `phone` also uses Lighthouse's processor speed (see browser.ts). The numbers are medians.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { freePort } from '../e2e/installation';
import { phoneSlowdown, startBrowser } from './browser';

const devices = {
  phone: {
    window: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
    line: { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 },
  },
  desktop: {
    window: { viewport: { width: 1440, height: 900 } },
    line: { latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 },
  },
} as const;
type Device = keyof typeof devices;

const loads = 5;
// This is long enough for a phone's scripts and for the map, which waits until the page is idle.
const watchedMs = 4_000;

export async function printPageLoading(base: string, paths: string[]): Promise<void> {
  const empty = await startEmptyPage();
  const browser = await startBrowser();
  const rows = [];
  const suggested = [];
  try {
    const slowdown = { phone: await phoneSlowdown(browser), desktop: 1 };
    const { scripts: emptyBytes } = await bytesOf(empty.url);
    console.log(`first visits; an empty page of Next's has ${kilobytes(emptyBytes)} kB of scripts`);
    for (const url of [empty.url, ...paths.map((path) => `${base}${path}`)]) {
      const { html, scripts, sent } = await bytesOf(url);
      const bytes = {
        'HTML kB': kilobytes(html),
        'scripts over empty kB': kilobytes(scripts - emptyBytes),
        'scripts kB as sent': kilobytes(sent),
      };
      const phone = await loadOften(browser, url, 'phone', slowdown.phone);
      const desktop = await loadOften(browser, url, 'desktop', slowdown.desktop);
      const page = url === empty.url ? 'an empty page of Next’s' : url.slice(base.length, base.length + 24);
      rows.push({ page, ...bytes, ...phone, ...desktop });
    }
    for (const device of ['phone', 'desktop'] as const)
      suggested.push({ device, ...(await chooseOften(browser, `${base}/`, device, slowdown[device])) });
  } finally {
    await browser.close();
    await empty.stop();
  }
  console.table(rows);
  console.log('a place is typed and its first suggestion chosen on the list');
  console.table(suggested);
}

async function chooseOften(browser: Browser, url: string, device: Device, slowdown: number) {
  const seen: Awaited<ReturnType<typeof chooseOnce>>[] = [];
  for (let load = 0; load < loads; load += 1) seen.push(await chooseOnce(browser, url, device, slowdown));
  return {
    'INP ms': Math.round(median(seen.map(({ inp }) => inp))),
    CLS: median(seen.map(({ cls }) => cls)).toFixed(3),
  };
}

async function loadOften(browser: Browser, url: string, device: Device, slowdown: number) {
  const seen: Awaited<ReturnType<typeof loadOnce>>[] = [];
  for (let load = 0; load < loads; load += 1) seen.push(await loadOnce(browser, url, device, slowdown));
  return {
    // The server sends the first results with the page, so they are in its first paint.
    [`${device} first ms`]: Math.round(median(seen.map(({ firstPaint }) => firstPaint))),
    [`${device} LCP ms`]: Math.round(median(seen.map(({ lcp }) => lcp))),
    [`${device} TBT ms`]: Math.round(median(seen.map(({ tbt }) => tbt))),
    [`${device} CLS`]: median(seen.map(({ cls }) => cls)).toFixed(3),
  };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

// Runs in the page before its own scripts.
const observe = `window.seen = { lcp: 0, cls: 0, inp: 0, tasks: [] };
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0) seen.inp = Math.max(seen.inp, duration);
}).observe({ type: 'event', buffered: true, durationThreshold: 16 });
watch('longtask', (entry) => { seen.tasks.push([entry.startTime, entry.duration]); });`;

interface Seen {
  lcp: number;
  cls: number;
  inp: number;
  tasks: [start: number, duration: number][];
}

async function loadOnce(browser: Browser, url: string, device: Device, slowdown: number) {
  const { context, page } = await openPage(browser, url, device, slowdown);
  const firstPaint = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
  );
  const { lcp, cls, tasks } = await page.evaluate<Seen>('window.seen');
  await context.close();
  // A task blocks the page for the time that it takes beyond 50 ms (https://web.dev/articles/tbt). The time before the
  // first paint does not count.
  const blocked = tasks.map(([start, duration]) => start + duration - Math.max(start, firstPaint) - 50);
  return { firstPaint, lcp, cls, tbt: blocked.reduce((sum, ms) => sum + Math.max(0, ms), 0) };
}

/** The slowest interaction, and how far the page has shifted since it was opened. */
async function chooseOnce(browser: Browser, url: string, device: Device, slowdown: number) {
  const { context, page } = await openPage(browser, url, device, slowdown);
  await page.getByLabel('Near', { exact: true }).pressSequentially('Geelong', { delay: 80 });
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('heading', { name: / of Geelong/ }).waitFor();
  await page.waitForTimeout(watchedMs / 2);
  const { inp, cls } = await page.evaluate<Seen>('window.seen');
  await context.close();
  return { inp, cls };
}

async function openPage(browser: Browser, url: string, device: Device, slowdown: number) {
  const { window, line } = devices[device];
  const context = await browser.newContext(window);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(watchedMs);
  return { context, page };
}

/** The sizes in bytes after compression with gzip. `sent`: the size of the scripts as a browser gets them. */
export async function bytesOf(url: string): Promise<{ html: number; scripts: number; sent: number }> {
  const html = await (await fetch(url)).text();
  const found = await Promise.all(
    scriptsOf(html).map(async (source) => {
      const response = await fetch(new URL(source, url), { headers: { 'accept-encoding': 'br, gzip' } });
      const body = Buffer.from(await response.arrayBuffer());
      return {
        gzip: gzipSync(body).length,
        sent: Number(response.headers.get('content-length') ?? body.length),
      };
    }),
  );
  const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
  return {
    html: gzipSync(html).length,
    scripts: sum(found.map(({ gzip }) => gzip)),
    sent: sum(found.map(({ sent }) => sent)),
  };
}

function scriptsOf(html: string): string[] {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  return [...new Set(tags.filter(([tag]) => !/nomodule/i.test(tag)).map(([, source = '']) => source))];
}

/**
 * Builds and serves a Next.js page with one word. The page is built inside the project, so that the build finds the
 * packages.
 */
async function startEmptyPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const root = join(import.meta.dirname, '../.next-empty-page');
  mkdirSync(join(root, 'app'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module","private":true}');
  writeFileSync(join(root, 'app/page.jsx'), 'export default () => <p>Empty</p>;');
  writeFileSync(
    join(root, 'app/layout.jsx'),
    'export default ({ children }) => <html><body>{children}</body></html>;',
  );
  const next = join(import.meta.dirname, '../node_modules/next/dist/bin/next');
  // Next.js also finds the project's own settings in the folder above. The project's settings for test runs must not
  // apply to this page.
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_DIST_DIR: '',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const built = spawnSync(process.execPath, [next, 'build', root], { encoding: 'utf8', env });
  if (built.status !== 0) throw new Error(`next build of an empty page: ${built.stdout}${built.stderr}`);
  const port = String(await freePort());
  const server = spawn(process.execPath, [next, 'start', root, '-p', port], { stdio: 'ignore', env });
  const url = `http://localhost:${port}/`;
  const stop = async () => {
    const ended = once(server, 'close');
    server.kill();
    await ended;
    rmSync(root, { recursive: true, force: true });
  };
  while (server.exitCode === null && !(await fetch(url).then(Boolean, () => false)));
  return { url, stop };
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
