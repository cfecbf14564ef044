/**
 * Measures how many tokens a second the token endpoint issues, with the grant "client credentials". 16 connections send
 * the requests. The server uses a new SQLite store. The target is at least 2,000 tokens a second on an idle machine.
 * This process sends the requests, and the server runs in another process. `SECONDS=10 npm run bench:token` sets the
 * length of the run in seconds.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const connections = 16;
const targetPerSecond = 2000;
const seconds = Number(process.env.SECONDS ?? 10);

const child = fork(join(import.meta.dirname, 'token-server.ts'), { execArgv: ['--import', 'tsx'] });
const [{ port, credentials }] = (await once(child, 'message')) as [{ port: number; credentials: string }];
const run = (duration: number) =>
  autocannon({
    url: `http://127.0.0.1:${port}/api/v2/organisation/100/token`,
    method: 'POST',
    connections,
    duration,
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials&scope=basic',
  });
await run(2);
const result = await run(seconds);
child.send('stop');
const perSecond = Math.round(result['2xx'] / result.duration);
console.table([
  {
    connections,
    'tokens/s': perSecond,
    target: targetPerSecond,
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    failed: result.non2xx + result.errors,
    'load average': loadavg()[0]?.toFixed(1),
  },
]);
process.exitCode = perSecond >= targetPerSecond && result.non2xx === 0 ? 0 : 1;
