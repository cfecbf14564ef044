/**
 * Measures the time that the read model needs for a change of one member, and the time of the first search after the
 * change, for several numbers of members. Run with `npm run bench:change [-- members…]`. Targets with 100,000 members:
 * at most 100 ms of CPU time, and the event loop blocked for at most 25 ms at a time. The CPU time should be about the
 * same for every number of members.
 */
import { applyChanges, type DirectoryChanges } from '@/lib/directory/model/apply-changes';
import { emptyFilter } from '@/lib/directory/filter';
import { searchDirectory } from '@/lib/directory/search-directory';
import { buildWorld, integer, makeEntry, today } from './directory-world';

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1_000, 10_000, 100_000, 500_000];
const changeCount = 200;
const noneLapsed = new Set<number>();

function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function heapMegabytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/**
 * Every fourth change hides a member. The change after it adds a new member. Every other change gives a member a new
 * name and place. If this member was hidden before, the member becomes visible again.
 */
function nextChange(size: number, number: number): DirectoryChanges {
  const id = 1 + integer(size);
  if (number % 4 === 0) return { removed: [String(id)], changed: [] };
  const own = number % 4 === 1 ? size + number : id;
  return { removed: [], changed: [{ entry: makeEntry(own), listedUntil: '2030-01-01' }] };
}

async function measure(size: number) {
  const cpuOfLoad = process.cpuUsage();
  let model = await buildWorld(size);
  const loadMs = cpuMs(cpuOfLoad);
  const before = heapMegabytes();
  const [changes, searches]: [number[], number[]] = [[], []];
  let changeCpuMs = 0;
  for (let number = 0; number < changeCount; number += 1) {
    const change = nextChange(size, number);
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    model = applyChanges(model, change, { today });
    const changed = performance.now();
    changeCpuMs += cpuMs(cpu);
    searchDirectory(model, emptyFilter, noneLapsed);
    changes.push(changed - start);
    searches.push(performance.now() - changed);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  return {
    members: size,
    'load, CPU ms': Math.round(loadMs),
    'change, CPU ms': (changeCpuMs / changeCount).toFixed(2),
    'of a load': `1/${Math.round(loadMs / (changeCpuMs / changeCount))}`,
    'change, median ms': median(changes).toFixed(2),
    'longest ms': Math.max(...changes).toFixed(1),
    'search after it, median ms': median(searches).toFixed(2),
    'search, longest ms': Math.max(...searches).toFixed(1),
    'MB for all changes': (heapMegabytes() - before).toFixed(1),
  };
}

const rows = [];
for (const size of sizes) rows.push(await measure(size));
console.table(rows);
