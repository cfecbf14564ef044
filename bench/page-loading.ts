/**
 * Measures how fast a first visit is in Chromium with an empty cache, and how many bytes it loads. `phone` and
 * `desktop` use Lighthouse's network speeds. `phone` also uses Lighthouse's processor speed (see browser.ts). The
 * numbers are medians.
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
  try {
    const slowdown = { phone: await phoneSlowdown(browser), desktop: 1 };
    const { scripts: emptyBytes } = await bytesOf(empty.url);
    console.log(`first visits; an empty page of Next's has ${kilobytes(emptyBytes)} kB of scripts`);
    for (const url of [empty.url, ...paths.map((path) => `${base}${path}`)]) {
      const { html, scripts } = await bytesOf(url);
      const bytes = { 'HTML kB': kilobytes(html), 'scripts over empty kB': kilobytes(scripts - emptyBytes) };
      const phone = await loadOften(browser, url, 'phone', slowdown.phone);
      const desktop = await loadOften(browser, url, 'desktop', slowdown.desktop);
      const page = url === empty.url ? 'an empty page of Next’s' : url.slice(base.length, base.length + 24);
      rows.push({ page, ...bytes, ...phone, ...desktop });
    }
  } finally {
    await browser.close();
    await empty.stop();
  }
  console.table(rows);
}

async function loadOften(browser: Browser, url: string, device: Device, slowdown: number) {
  const seen: Awaited<ReturnType<typeof loadOnce>>[] = [];
  for (let load = 0; load < loads; load += 1) seen.push(await loadOnce(browser, url, device, slowdown));
  const median = (name: keyof (typeof seen)[number]) =>
    seen.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(loads / 2)] ?? 0;
  return {
    [`${device} LCP ms`]: Math.round(median('lcp')),
    [`${device} TBT ms`]: Math.round(median('tbt')),
    [`${device} CLS`]: median('cls').toFixed(3),
  };
}

// Runs in the page before its own scripts.
const observe = `window.seen = { lcp: 0, cls: 0, tasks: [] };
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
watch('longtask', (entry) => { seen.tasks.push([entry.startTime, entry.duration]); });`;

interface Seen {
  lcp: number;
  cls: number;
  tasks: [start: number, duration: number][];
}

async function loadOnce(browser: Browser, url: string, device: Device, slowdown: number) {
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
  const firstPaint = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
  );
  const { lcp, cls, tasks } = await page.evaluate<Seen>('window.seen');
  await context.close();
  // A task blocks the page for the time that it takes beyond 50 ms (https://web.dev/articles/tbt). The time before the
  // first paint does not count.
  const blocked = tasks.map(([start, duration]) => start + duration - Math.max(start, firstPaint) - 50);
  return { lcp, cls, tbt: blocked.reduce((sum, ms) => sum + Math.max(0, ms), 0) };
}

/** The sizes in bytes after compression with gzip. */
async function bytesOf(url: string): Promise<{ html: number; scripts: number }> {
  const html = await (await fetch(url)).text();
  const sources = scriptsOf(html).map(async (source) => (await fetch(new URL(source, url))).arrayBuffer());
  const scripts = (await Promise.all(sources)).map((body) => gzipSync(Buffer.from(body)).length);
  return { html: gzipSync(html).length, scripts: scripts.reduce((sum, bytes) => sum + bytes, 0) };
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
