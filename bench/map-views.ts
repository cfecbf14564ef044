import { createServer, request, Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import KDBush from 'kdbush';
import { categoryCount, random } from './map-members';

const viewsEach = 400;
// The sizes in pixels of the areas that a phone and a desktop request. The map adds a margin, so each area is 1.5 times
// the visible width and height.
const screens = [
  { width: 390 * 1.5, height: 500 * 1.5 },
  { width: 1400 * 1.5, height: 600 * 1.5 },
];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface ViewTiming {
  ms: number;
  bytes: number;
  features: number;
}

export async function measureViews(base: string): Promise<Record<string, string | number>[]> {
  const filters: [string, () => string][] = [
    ['everybody', () => ''],
    ['one category, again and again', () => '&category=Field+7'],
    ['a text never searched before', () => `&q=${text()}`],
    [
      'a circle and a category never asked before',
      () => `${circle()}&category=Field+${Math.floor(random() * categoryCount)}`,
    ],
  ];
  const rows = [];
  const sizes: number[] = [];
  for (const [name, filter] of filters) {
    const requests: ViewTiming[] = [];
    for (let view = 0; view < viewsEach; view += 1)
      requests.push(await send(`${base}/directory/clusters.json?${viewOf(view)}${filter()}`));
    sizes.push(...requests.map((one) => one.bytes));
    rows.push({ view: name, ...summary(requests) });
  }
  const bytes = part(
    sizes.sort((a, b) => a - b),
    0.5,
  );
  const baseline = { view: `bare node:http, ${bytes} bytes`, ...summary(await requestBaseline(bytes)) };
  return [...rows, baseline].map((row) => ({
    ...row,
    '× bare p99': Number((row['p99 ms'] / baseline['p99 ms']).toFixed(1)),
  }));
}

/**
 * Measures how many milliseconds it takes to build one k-d tree of this many points. For each filter, supercluster
 * builds one tree for each zoom. The first tree has all points. Until a tree is complete, every request is blocked.
 */
export function treeMs(points: number): number {
  const tree = new KDBush(points);
  for (let at = 0; at < points; at += 1) tree.add(random() * 40 + 113, random() * 34 - 44);
  const start = performance.now();
  tree.finish();
  return performance.now() - start;
}

function viewOf(number: number): string {
  const zoom = 3 + (number % 15);
  const screen = screens[number % screens.length] ?? { width: 0, height: 0 };
  const degrees = 360 / (256 * 2 ** zoom);
  const [latitude, longitude] = somewhere();
  const [high, wide] = [(screen.height * degrees * 0.8) / 2, (screen.width * degrees) / 2];
  const edges = [
    Math.max(-90, latitude - high),
    Math.max(-180, longitude - wide),
    Math.min(90, latitude + high),
    Math.min(180, longitude + wide),
  ];
  return `view=${edges.map((edge) => edge.toFixed(2)).join(',')}&zoom=${zoom}`;
}

const cities = [
  [-33.87, 151.2],
  [-37.81, 144.96],
  [-27.47, 153.03],
  [-31.95, 115.86],
  [-34.93, 138.6],
  [-42.88, 147.33],
] as const;

function somewhere(): [number, number] {
  const [latitude, longitude] = cities[Math.floor(random() * cities.length)] ?? cities[0];
  return [latitude + random() - 0.5, longitude + random() - 0.5];
}

const text = () => `firm+${Math.floor(random() * 100_000)}`;

function circle(): string {
  const [latitude, longitude] = somewhere();
  return `&lat=${latitude.toFixed(2)}&lng=${longitude.toFixed(2)}&radius=${5 + Math.floor(random() * 200)}&unit=km`;
}

async function requestBaseline(bytes: number): Promise<ViewTiming[]> {
  const body = Buffer.alloc(bytes, ' ');
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A server that listens on TCP has an AddressInfo.
  const requests: ViewTiming[] = [];
  for (let view = 0; view < viewsEach; view += 1) requests.push(await send(`http://127.0.0.1:${port}/`));
  server.closeAllConnections();
  server.close();
  return requests;
}

function send(url: string): Promise<ViewTiming> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const requesting = request(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const ms = performance.now() - start;
        const body = Buffer.concat(chunks).toString();
        if (response.statusCode !== 200) return reject(new Error(`${url} returned ${response.statusCode}`));
        const features = body.startsWith('{') ? JSON.parse(body).features.length : 0;
        resolve({ ms, bytes: body.length, features });
      });
    });
    requesting.on('error', reject).end();
  });
}

function summary(requests: ViewTiming[]) {
  const times = requests.map((one) => one.ms).sort((a, b) => a - b);
  return {
    views: requests.length,
    'p50 ms': Number(part(times, 0.5).toFixed(1)),
    'p99 ms': Number(part(times, 0.99).toFixed(1)),
    'longest ms': Number(part(times, 1).toFixed(1)),
    'most features': Math.max(...requests.map((one) => one.features)),
    'most kB': Math.round(Math.max(...requests.map((one) => one.bytes)) / 1000),
  };
}

/**
 * Returns the quantile: the value that this share (0 to 1) of the sorted values does not exceed. Returns 0 if there are
 * no values.
 */
export function part(values: number[], share: number): number {
  return values[Math.floor((values.length - 1) * share)] ?? 0;
}
