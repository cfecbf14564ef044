/**
 * Measures the map with 100,000 locations in about five minutes: `npm run bench:map [-- locations]`. Prints tables and
 * figures. First, the server draws tiles. It draws each tile once for all visitors, in a median of less than 10 ms.
 * Second, the server sends views of the map over HTTP. They are compared with a node:http server that sends the same
 * number of bytes. The p99 of a view must be less than 30 ms. A view must have at most 500 features. Third, Chromium
 * shows the page like a mid-range phone (see map-page.ts). The gestures on this page are compared with the same
 * gestures on an empty map. The first marks must appear within 1 s of the first paint. The map must move at 60 frames a
 * second, and every task must take less than 50 ms. The browser animates the end of a zoom without the page's scripts.
 * So the benchmark counts the browser's frames for that time, not those of the scripts. Fourth, the same phone shows a
 * list near a place. The first card must be in view within 1.2 s of the start of the navigation. The size of this page
 * without the map is measured too. Fifth, the same phone shows a map with streets. The first complete view must appear
 * within 1.5 s of the start of the navigation. While the map is dragged, it must reach 50 frames a second.
 */
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { Installation } from '../e2e/installation';
import { toMercator } from '../lib/map/geo/labels';
import { drawTile } from '../lib/map/geo/tiles';
import { phoneSlowdown, startBrowser } from './browser';
import { writeMembers } from './map-members';
import {
  measureFirstCard,
  measureFirstMark,
  measureFirstStreets,
  measureGestures,
  measureStreetGestures,
  type GestureCost,
} from './map-page';
import { measureViews, part, treeMs } from './map-views';

const locations = Number(process.argv[2] ?? 100_000);
const places = { Geelong: [-38.15, 144.36], Europe: [48, 10], 'Portland, Oregon': [45.52, -122.68] } as const;

drawTile({ theme: 'light', z: 0, x: 0, y: 0 });
console.log('Tiles drawn on the server');
console.table([1, 3, 5, 7, 9, 11, 13].map(drawing));

const browser = await startBrowser();
const slowdown = await phoneSlowdown(browser);
await browser.close();

const installation = new Installation();
try {
  const file = join(installation.dataDir, 'members.csv');
  await writeMembers(file, locations);
  const create = ['--create', 'Bench', '--open-directory', '--set', 'Country=Australia'];
  installation.chapterhouse(['import', file, '--organisation', '1', ...create]);
  const base = await installation.start({});
  console.log(`Views of ${locations} locations, one after the other, none asked for before`);
  console.table(await measureViews(base));
  const trees = Array.from({ length: 5 }, () => treeMs(locations)).sort((a, b) => a - b);
  console.log(
    `One k-d tree of ${locations} points, which holds up all else: ${Math.round(part(trees, 0.5))} ms`,
  );
  const [nothing, tiles, members] = [
    await measureGestures(base, 'nothing', slowdown),
    await measureGestures(base, 'tiles', slowdown),
    await measureGestures(base, 'members', slowdown),
  ];
  const [card, cardOnPhone] = [await measureFirstCard(base, 1), await measureFirstCard(base, slowdown)];
  console.log(
    `First card in view after the start of the navigation: ${Math.round(card.ms)} ms here, ${Math.round(cardOnPhone.ms)} ms on a phone; the page without the map: ${Math.round(cardOnPhone.kilobytes)} kB`,
  );
  const [here, onPhone] = [await measureFirstMark(base, 1), await measureFirstMark(base, slowdown)];
  console.log(
    `First marks after the first paint: ${Math.round(here)} ms here, ${Math.round(onPhone)} ms on a phone`,
  );
  console.table([...gestures('members', members, nothing), ...gestures('tiles alone', tiles, nothing)]);
} finally {
  await installation.stop();
}

const inSubiaco = new Installation();
try {
  const folder = join(import.meta.dirname, '../e2e/streets');
  const file = join(folder, 'fictional-breweries.csv');
  inSubiaco.chapterhouse(['import', file, '--organisation', '1', '--create', 'Bench', '--open-directory']);
  const base = await inSubiaco.start({ MAP_STREETS: join(folder, 'subiaco.pmtiles') });
  console.log('The map with streets');
  const [here, onPhone] = [await measureFirstStreets(base, 1), await measureFirstStreets(base, slowdown)];
  console.log(
    `First complete view after the start of the navigation: ${Math.round(here)} ms here, ${Math.round(onPhone)} ms on a phone`,
  );
  console.table(gestures('streets', await measureStreetGestures(base, slowdown), []));
} finally {
  await inSubiaco.stop();
}

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
      sizes.push(gzipSync(svg).length / 1000);
    }
  }
  times.sort((a, b) => a - b);
  sizes.sort((a, b) => a - b);
  return {
    z,
    tiles: times.length,
    'p50 ms': Number(part(times, 0.5).toFixed(2)),
    'p99 ms': Number(part(times, 0.99).toFixed(2)),
    'p50 kB gzip': Number(part(sizes, 0.5).toFixed(1)),
    'most kB gzip': Number(part(sizes, 1).toFixed(1)),
  };
}

function gestures(drawn: string, costs: GestureCost[], nothing: GestureCost[]) {
  return costs.map(({ gesture, moving, scripted, longTasks, marks }, number) => {
    const empty = nothing[number]?.moving ?? [];
    const sorted = [...moving].sort((a, b) => a - b);
    return {
      drawn,
      gesture,
      marks,
      'frames a second': Math.round(perSecond(moving)),
      'p95 ms': Math.round(part(sorted, 0.95)),
      "scripts' frames": Math.round(perSecond(scripted)),
      'tasks over 50 ms': longTasks.length,
      'longest ms': Math.round(Math.max(0, ...longTasks)),
      'nothing drawn': Math.round(perSecond(empty)),
      '× nothing drawn': Number((perSecond(moving) / perSecond(empty)).toFixed(2)),
    };
  });
}

function perSecond(frames: number[]): number {
  return (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
}
