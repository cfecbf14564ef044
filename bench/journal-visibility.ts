import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { watchedId, watchedName } from './journal-members';
import type { JournalSite } from './journal-site';
import { quantile, send } from './open-load';

const [apiRounds, commandRounds] = [20, 3];
const targets = { apiMs: 1_000, commandMs: 5_000 };
const pollMs = 5;
const givenUpMs = 60_000;

export async function measureVisibility(site: JournalSite) {
  const afterLoad = await changeByApi(site, 'Afterload');
  const rendered: number[] = [];
  const [byApi, byCommand]: [number[], number[]] = [[], []];
  for (let round = 0; round < apiRounds; round += 1) {
    rendered.push(await renderMs(site));
    byApi.push(await changeByApi(site, `Byapi${round}`));
  }
  for (let round = 0; round < commandRounds; round += 1) {
    byCommand.push(await changeByCommand(site, `Bycommand${round}`));
  }
  if (Math.max(...byApi) > targets.apiMs || Math.max(...byCommand) > targets.commandMs) process.exitCode = 1;
  const base = quantile(rendered, 0.5);
  return [
    toRow('the page rendered anew (baseline)', rendered, base),
    toRow('change by the API, from the request', byApi, base),
    toRow('change by a command, from its journal row', byCommand, base),
    toRow('first change by the API after the batches', [afterLoad], base),
  ];
}

function toRow(what: string, times: number[], base: number) {
  const median = quantile(times, 0.5);
  return {
    'until the page shows it': what,
    rounds: times.length,
    'median ms': Math.round(median),
    'longest ms': Math.round(Math.max(...times)),
    '× rendering': (median / base).toFixed(1),
  };
}

async function changeByApi(site: JournalSite, lastName: string): Promise<number> {
  await readPage(site);
  const start = performance.now();
  const isFailed = await send(site.base, site.change(watchedId, { User: { LastName: lastName } }));
  if (isFailed) throw new Error('the watched member could not be changed');
  await waitFor(site, lastName);
  return performance.now() - start;
}

async function changeByCommand(site: JournalSite, lastName: string): Promise<number> {
  const { Next } = await site.readJson<{ Next: string }>('changes');
  const { dataDir } = site.installation;
  const file = join(dataDir, 'changed.csv');
  const row = `${watchedId},${watchedName},${lastName},m${watchedId}@example.org`;
  writeFileSync(file, `ChapterhouseID,FirstName,LastName,Email\n${row}\n`);
  await readPage(site);
  const command = join(import.meta.dirname, '../chapterhouse');
  const child = spawn(command, ['import', file, '--organisation', '1'], {
    env: { ...process.env, DATA_DIR: dataDir, ...site.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = Promise.all([text(child.stderr), once(child, 'close')]);
  const [seenAt] = await Promise.all([
    waitFor(site, lastName),
    ended.then(([printed]) => {
      if (child.exitCode !== 0) throw new Error(printed);
    }),
  ]);
  const { Changes } = await site.readJson<{ Changes: { ID: string; Time: string }[] }>(
    `changes?After=${Next}`,
  );
  const written = Changes.find(({ ID }) => ID === String(watchedId));
  if (written === undefined) throw new Error('the command left no journal row');
  return seenAt - Date.parse(written.Time);
}

/** @returns when the page showed the change, in milliseconds since 1970 */
async function waitFor(site: JournalSite, lastName: string): Promise<number> {
  const until = performance.now() + givenUpMs;
  while (!(await readPage(site)).includes(lastName)) {
    if (performance.now() > until) throw new Error(`no page showed ${lastName} within ${givenUpMs} ms`);
    await pause(pollMs);
  }
  return Date.now();
}

async function renderMs(site: JournalSite): Promise<number> {
  const start = performance.now();
  // A page whose cache key is longer than the limit is rendered for every request, as it would be without the cache.
  await readPage(site, { 'next-url': 'x'.repeat(5000) });
  return performance.now() - start;
}

async function readPage({ base }: JournalSite, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${base}/?q=${watchedName.toLowerCase()}`, { headers });
  const html = await response.text();
  if (!html.includes(watchedName))
    throw new Error(`the page does not show ${watchedName}: ${response.status}`);
  return html;
}
