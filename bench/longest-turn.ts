/**
 * Measures the longest time for which one request blocks the main thread. SQLite has 100,000 members, clustered in
 * cities. The time is CPU time of that thread, because other work on the machine does not change it. Linux only. `npm
 * run bench:turns -- DIR`: DIR is a data folder with such members, or an empty folder, which the benchmark fills.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@/lib/store/database';
import { startTestService, testBaseUrl } from '@/lib/service/service.fixture';
import { storeClusteredMembers } from './clustered-store';

const [dataDir = ''] = process.argv.slice(2);
if (!existsSync(join(dataDir, 'members.db')))
  await storeClusteredMembers({ dataDir, postgresUrl: null }, 100_000);
const store = await openStore({ dataDir, postgresUrl: null });
const service = startTestService(store, { now: new Date().toISOString() });
const token = await service.token();

const sydney = 'Geolocation[Lat]=-33.87&Geolocation[Lng]=151.21';
const paths = [
  'members?Page[Size]=20',
  'members?Page[Size]=20&Page[After]=70000',
  'members?ExpiryDate[From]=2027-06-01&Page[Size]=20',
  'members?ExpiryDate[From]=2027-06-01',
  'members?DateModified[After]=2031-01-01',
  'members?DateModified[After]=2031-01-01&Page[Size]=20',
  'members?MembershipType[]=1&ExpiryDate[From]=2028-06-01&Page[Size]=20',
  'members?MembershipCategory[]=1&Page[Size]=20',
  'members?MembershipCategory[]=1&Page[Size]=20&Page[After]=70000',
  'members?MembershipCategory[]=1',
  'members?User[State][]=NSW&Page[Size]=20',
  'members?User[LastName]=Anan7&User[State][]=NSW',
  `locations?${sydney}&Geolocation[Distance]=5`,
  `locations?${sydney}&Geolocation[Distance]=5&Page[Size]=20`,
  `locations?${sydney}&Page[Size]=20`,
  `locations?${sydney}`,
  `locations?${sydney}&Geolocation[Distance]=20000&Page[Size]=20`,
  `locations?${sydney}&Geolocation[Distance]=20000`,
  'locations?Name=clinic 7&Page[Size]=20',
];

const rows: Record<string, object> = {};
// The first requests also compile the code.
await measure('members?Page[Size]=21');
await measure(`locations?${sydney}&Geolocation[Distance]=60&Page[Size]=21`);
for (const path of paths) rows[path.replace(sydney, 'Sydney')] = await measure(path);
console.table(rows);
await store.close();

async function measure(path: string) {
  let longest = 0;
  let isDone = false;
  const response = read(path).finally(() => (isDone = true));
  for (let before = mainThreadMs(); !isDone;) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = mainThreadMs();
    longest = Math.max(longest, now - before);
    before = mainThreadMs();
  }
  const bytes = await response;
  return {
    'longest turn ms': Number(longest.toFixed(1)),
    kB: Math.round(bytes / 1000),
  };
}

async function read(path: string): Promise<number> {
  const response = await service.app.request(`${testBaseUrl}/api/v2/organisation/1/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
}

/** The CPU time of this thread only. @see https://docs.kernel.org/scheduler/sched-stats.html */
function mainThreadMs(): number {
  const [nanoseconds = ''] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
