/**
 * Measures how long one client waits while another sends expensive requests inside its limits: 20 times a second a page
 * of members with a filter that was not counted before, and for which the row of every member is read. Once a second
 * each, the second client asks for a page with a new expiry date, and for a page of all members. The product runs as
 * `npm start` serves it, on SQLite, and also on PostgreSQL if TEST_POSTGRES_URL names a server. `npm run
 * bench:second-client [-- --members 100000 --seconds 20 --rate 20 --data FOLDER]`. Targets: no request of the second
 * client is refused, the p99 of its pages of all members is at most 100 ms, and the p99 of its other pages is at most
 * 100 ms more than when it is alone.
 */
import { cpSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { Installation } from '../e2e/installation';
import { storeClusteredMembers } from './clustered-store';
import { arrive, quantile, type LoadResponse } from './open-load';
import { organisationPath, Product } from './product';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    /** The first client's requests a second. Its limit is 100. */
    rate: { type: 'string', default: '20' },
    /** A data folder that already has these members, for SQLite. */
    data: { type: 'string', default: '' },
  },
});
const [members, seconds, rate] = [Number(values.members), Number(values.seconds), Number(values.rate)];

const list = `${organisationPath('v2')}/members?Page[Size]=20`;
let sent = 0;
/** No two requests have the same instant, so that each counts its matches anew. */
const uncounted = () => {
  const at = new Date(Date.parse('2026-07-01T00:00:00Z') + (sent += 1) * 1000);
  return `${list}&ExpiryDate[From]=${at.toISOString().slice(0, 19)}Z`;
};
/** No index has both dates. */
const expensive = () => `${uncounted()}&DateModified[After]=2001-01-01`;

const rows: Record<string, object> = {};
const server = process.env.TEST_POSTGRES_URL;
await measureEngine('SQLite', null);
const database = server === undefined ? null : await createTestDatabase(server);
if (database !== null) await measureEngine('PostgreSQL', database.url).finally(() => database.remove());

async function measureEngine(engine: string, postgresUrl: string | null): Promise<void> {
  const installation = new Installation();
  try {
    const { dataDir } = installation;
    if (values.data !== '' && postgresUrl === null) cpSync(values.data, dataDir, { recursive: true });
    else await storeClusteredMembers({ dataDir, postgresUrl }, members);
    const product = await Product.start(installation, { clientCount: 2, postgresUrl });
    // The first requests also compile code.
    await measure(product, { firstRate: 0, forSeconds: 5 });
    for (const firstRate of [0, rate]) {
      const { first, second } = await measure(product, { firstRate, forSeconds: seconds });
      rows[`${engine}, first client ${firstRate} a second`] = {
        'refused to the first': `${first.filter(({ isFailed }) => isFailed).length} of ${first.length}`,
        'to the second': `${second.filter(({ isFailed }) => isFailed).length} of ${second.length}`,
        ...times('uncounted', second),
        ...times('all members', second),
        'load average': Number(loadavg()[0]?.toFixed(1)),
      };
      console.table(rows);
    }
  } finally {
    await installation.stop();
  }
}

async function measure(
  product: Product,
  { firstRate, forSeconds }: { firstRate: number; forSeconds: number },
): Promise<{ first: LoadResponse[]; second: LoadResponse[] }> {
  const [first, second]: LoadResponse[][] = [[], []];
  let at = 0;
  const load = arrive(product.base, {
    perSecond: firstRate,
    seconds: forSeconds,
    next: () => ({ kind: 'load', path: encodeURI(expensive()), headers: product.headers(0) }),
    onResponse: (response) => first?.push(response),
  });
  const probe = arrive(product.base, {
    perSecond: 2,
    seconds: forSeconds,
    next: () => {
      at += 1;
      const [kind, path] = at % 2 === 0 ? ['uncounted', uncounted()] : ['all members', list];
      return { kind, path: encodeURI(path), headers: product.headers(1) };
    },
    onResponse: (response) => second?.push(response),
  });
  await Promise.all([load, probe]);
  return { first: first ?? [], second: second ?? [] };
}

function times(kind: string, responses: readonly LoadResponse[]): Record<string, number> {
  const ms = responses.filter((one) => one.kind === kind).map((one) => one.ms);
  return {
    [`${kind}: p50 ms`]: Number(quantile(ms, 0.5).toFixed(0)),
    [`${kind}: p99 ms`]: Number(quantile(ms, 0.99).toFixed(0)),
  };
}
