/**
 * Measures how long place suggestions take for each key press, with 100,000 members: `npm run bench:places`. Targets:
 * p99 of at most 10 ms for what people type, and for texts that are designed to be slow.
 */
import { Hono } from 'hono';
import type { Directory } from '@/lib/directory/directory';
import { directoryRoutes } from '@/lib/directory/directory-routes';
import { withMemberPlaces } from '@/lib/directory/member-places';
import { createQueries } from '@/lib/directory/queries';
import { loadPlaces } from '@/lib/map/geo/places';
import { defaultNoun } from '@/lib/base/noun';
import { defaultAppearance } from '@/lib/contract/site';
import { buildWorld, today } from './directory-world';

const memberCount = Number(process.argv[2] ?? 100_000);
const rounds = 20;
const typed = [
  'melbourne',
  'st kilda',
  'mt waverley',
  'gelong',
  'launcestown vic',
  'springfield vic',
  'portland oregon',
  'tasmania',
  'new south wales',
  '3220',
  '12 high street preston',
  'xyzzy',
];
const hostile = [
  '1 2 3 4 5 6 7 8 9 0',
  'victoria '.repeat(10),
  'united states '.repeat(5),
  'zzzzqqqq '.repeat(10),
];

const model = await buildWorld(memberCount);
const queries = createQueries(
  () => model,
  () => today,
);
const about = () => ({
  ...queries.about(),
  loadedAt: null,
  isStale: false,
  problems: [],
  country: 'Australia',
});
// The suggestions use only these fields.
const directory = { ...queries, about } as unknown as Directory;
const site = () => ({
  organisationId: 1,
  name: 'Bench',
  colour: null,
  logoUrl: null,
  timeZone: 'UTC',
  country: 'Australia',
  currency: null,
  ...defaultAppearance,
  noun: defaultNoun,
  synonyms: '',
  areas: '',
  contactEmail: null,
  chapterContacts: {},
  isDemonstration: false,
});
const places = withMemberPlaces(loadPlaces(), queries);

interface Press {
  text: string;
  ms: number;
  /** The CPU time of this process. Other work on the machine affects it less than `ms`. */
  cpuMs: number;
}

/** Each round has a new cache, so that every key press is answered for the first time. */
async function press(texts: string[]): Promise<Press[]> {
  const routes = directoryRoutes({
    directory,
    places,
    site,
    logError: (error) => void process.stderr.write(`${error}\n`),
  });
  const app = new Hono().route('/directory', routes);
  const taken: Press[] = [];
  for (const text of texts) {
    const [start, before] = [performance.now(), process.cpuUsage()];
    const response = await app.request(`/directory/places.json?${new URLSearchParams({ q: text })}`);
    await response.arrayBuffer();
    const { user, system } = process.cpuUsage(before);
    taken.push({ text, ms: performance.now() - start, cpuMs: (user + system) / 1000 });
  }
  return taken;
}

async function measure(name: string, texts: string[]) {
  const presses: Press[] = [];
  for (let round = 0; round < rounds; round += 1) presses.push(...(await press(texts)));
  const at = (of: 'ms' | 'cpuMs', share: number) => {
    const times = presses.map((one) => one[of]).sort((a, b) => a - b);
    return (times[Math.floor(times.length * share)] ?? NaN).toFixed(2);
  };
  const slowest = texts.map((text) => ({ text, ms: middle(presses.filter((one) => one.text === text)) }));
  slowest.sort((a, b) => b.ms - a.ms);
  return {
    typed: name.slice(0, 24),
    'key presses': presses.length,
    'p50 ms': at('ms', 0.5),
    'p99 ms': at('ms', 0.99),
    'p99 CPU ms': at('cpuMs', 0.99),
    slowest: `${slowest[0]?.text.slice(0, 12)}: ${slowest[0]?.ms.toFixed(2)}`,
  };
}

function middle(presses: Press[]): number {
  const times = presses.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[times.length >> 1] ?? NaN;
}

const prefixes = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2));
await press(['gelong']);
console.log(`${memberCount} members; ${rounds} rounds`);
const rows = [];
for (const text of typed) rows.push(await measure(text, prefixes(text)));
rows.push(await measure('all of these', typed.flatMap(prefixes)));
rows.push(await measure('designed to be slow', hostile));
console.table(rows);
