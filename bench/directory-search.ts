/**
 * Measures searches of 100,000 members, and how much a refresh delays visitors who search at the same time. Run with
 * `npx tsx --expose-gc bench/directory-search.ts [members]`.
 */
import { emptyFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { findAlternatives, searchDirectory } from '@/lib/directory/search-directory';
import { clusterMembers } from '@/lib/directory/clusters';
import { buildWorld, firstNames, integer, lastNames, lists, random } from './directory-world';

const memberCount = Number(process.argv[2] ?? 100_000);
function heapMegabytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** `cpuMs` is the CPU time of one run, which other work on the machine hardly changes. */
function show(name: string, times: number[], cpuMs: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(2);
  console.log(
    `${name.padEnd(34)} median ${at(0.5).padStart(7)} ms   p99 ${at(0.99).padStart(7)} ms   cpu ${cpuMs.toFixed(2).padStart(6)} ms`,
  );
}

const before = heapMegabytes();
let last = performance.now();
let longestPause = 0;
const watch = setInterval(() => {
  longestPause = Math.max(longestPause, performance.now() - last);
  last = performance.now();
}, 1);
const started = performance.now();
const model = await buildWorld(memberCount);
console.log(
  `${memberCount} members built in ${(performance.now() - started).toFixed(0)} ms, longest pause ${longestPause.toFixed(0)} ms`,
);
clearInterval(watch);
console.log(`memory: ${(((heapMegabytes() - before) * 1e6) / memberCount).toFixed(0)} bytes a member`);

const noneLapsed = new Set<number>();
const near = (radiusKm: number) => ({
  point: { latitude: -38 + random() * 20, longitude: 115 + random() * 38 },
  radiusKm,
  unit: 'km' as const,
  label: null,
});
const typo = (text: string) => text.slice(0, 2) + text.slice(3);
const lastName = () => lastNames[integer(20_000)] ?? '';
const questions: Record<string, () => DirectoryFilter> = {
  everything: () => ({ ...emptyFilter, page: 1 + integer(100) }),
  'everything, A–Z': () => ({ ...emptyFilter, sort: 'name', page: 1 + integer(100) }),
  'one letter': () => ({ ...emptyFilter, text: String.fromCharCode(97 + integer(26)) }),
  'two letters': () => ({ ...emptyFilter, text: lastName().slice(0, 2) }),
  'three letters': () => ({ ...emptyFilter, text: lastName().slice(0, 3) }),
  'full name': () => ({ ...emptyFilter, text: `${firstNames[integer(1_500)]} ${lastName()}` }),
  'typing error': () => ({ ...emptyFilter, text: typo(lastName()) }),
  'nothing found': () => ({ ...emptyFilter, text: 'qqqqqqqq' }),
  'facets in five': () => ({
    ...emptyFilter,
    facets: {
      type: ['1', '2'],
      category: ['100', '101'],
      state: ['Victoria'],
      country: ['Australia'],
      'extra-5': [lists.extras[0]?.options[integer(20)] ?? ''],
    },
  }),
  'near, 50 km': () => ({ ...emptyFilter, near: near(50) }),
  'near, 1000 km, page 40': () => ({ ...emptyFilter, near: near(1000), page: 40 }),
  'near, everywhere': () => ({ ...emptyFilter, near: near(20_000) }),
  'text, near and facet': () => ({
    ...emptyFilter,
    text: lastName().slice(0, 2),
    near: near(500),
    facets: { state: ['Victoria'] },
  }),
};
const cpuSince = (start: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
const wholeCpu = process.cpuUsage();
const all: number[] = [];
for (const [name, send] of Object.entries(questions)) {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let run = 0; run < 150; run += 1) {
    const filter = send();
    const start = performance.now();
    searchDirectory(model, filter, noneLapsed);
    times.push(performance.now() - start);
  }
  show(name, times.slice(20), cpuSince(cpu) / 150);
  all.push(...times.slice(20));
}
show('all of these', all, cpuSince(wholeCpu) / (150 * Object.keys(questions).length));
function showTimed(name: string, work: () => unknown): void {
  const cpu = process.cpuUsage();
  const times = Array.from({ length: 60 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  show(name, times.slice(10), cpuSince(cpu) / 60);
}
const australia = { south: -45, west: 110, north: -10, east: 155 };
showTimed('clusters, all in view', () =>
  clusterMembers(model, emptyFilter, { box: australia, zoom: 4 }, noneLapsed),
);
showTimed('what to try instead', () => {
  const filter = { ...emptyFilter, text: 'qqqq', near: near(5), facets: { state: ['Victoria'] } };
  return findAlternatives(model, filter, noneLapsed);
});
