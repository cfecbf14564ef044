/**
 * `kill -9` at seeded random moments of writing: a service that issues tokens, signs members in and exchanges codes,
 * and an import at the same time. After each kill the data must be intact, and every confirmed response must still be
 * true.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@/lib/membership-service/oauth/clients';
import { openStore } from '@/lib/membership-store/database';
import { seededRandom } from '@/lib/seeded-random';
import { requireJournal, requireOneImport, requireWhole, startImport } from './kill-state';
import { requestToken, callback, repeat, requireHeld, signIn, site, type Ledger } from './kill-work';
import { ServiceProcess, type ServiceSettings } from './service-process';

export interface KillSummary {
  rounds: number;
  /** The responses before the kills that still held afterwards. */
  tokens: number;
  signIns: number;
  exchanges: number;
  /** Imports that a kill rolled back, and those that finished before it. */
  importsUndone: number;
  importsDone: number;
}

interface Round {
  settings: ServiceSettings;
  random: () => number;
  /** The company that all imported members have, or null before the first import. */
  company: string | null;
}

const maxWritingMs = 700;

/** @throws Error with the seed and the round in which a check failed */
export async function runKillRounds(
  settings: ServiceSettings,
  { seed, rounds, log = () => {} }: { seed: number; rounds: number; log?: (line: string) => void },
): Promise<KillSummary> {
  const summary = { rounds, tokens: 0, signIns: 0, exchanges: 0, importsUndone: 0, importsDone: 0 };
  const random = seededRandom(seed);
  await prepare(settings);
  let ledger: Ledger | null = null;
  let company: string | null = null;
  for (let round = 1; round <= rounds; round += 1) {
    try {
      // Every other kill may come before the first response.
      const waits = round % 2 === 0;
      const name = `Company ${round}`;
      const after = await killOnce({ settings, random, company }, { name, ledger, waits });
      summary.tokens += after.ledger.tokens.length;
      summary.signIns += after.ledger.sessions.length;
      summary.exchanges += after.ledger.exchanged.length;
      if (after.company === company) summary.importsUndone += 1;
      else summary.importsDone += 1;
      ({ ledger, company } = after);
      log(`round ${round}: killed after ${after.writingMs} ms of writing`);
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}`, { cause: error });
    }
  }
  const service = await ServiceProcess.start(settings);
  try {
    if (ledger !== null) await requireHeld(service, ledger);
  } finally {
    await service.end('SIGTERM');
  }
  return summary;
}

/** The demonstration, a client that exchanges codes, and an empty organisation to import into. */
async function prepare(settings: ServiceSettings): Promise<void> {
  await (await ServiceProcess.start(settings)).end('SIGTERM');
  const store = await openStore(settings);
  try {
    await createClient(store, {
      organisationId: 100,
      name: 'Site',
      scopes: ['user', 'basic'],
      credentials: site,
      redirectUris: [callback],
      isFirstParty: true,
    });
  } finally {
    await store.close();
  }
}

async function killOnce(
  { settings, random, company }: Round,
  { name, ledger, waits }: { name: string; ledger: Ledger | null; waits: boolean },
) {
  const importing = startImport(settings, name);
  const writingMs = Math.round(random() * maxWritingMs);
  let service: ServiceProcess | null = null;
  let written: Ledger;
  try {
    service = await ServiceProcess.start(settings);
    if (ledger !== null) await requireHeld(service, ledger);
    written = await writeUntilKilled(service, { importing, waits, writingMs });
  } finally {
    await Promise.all([service?.end('SIGKILL'), importing.kill()]);
  }
  const store = await openStore(settings);
  try {
    await requireWhole(store);
    await requireJournal(store);
    return { ledger: written, company: await requireOneImport(store, [company, name]), writingMs };
  } finally {
    await store.close();
  }
}

/** @returns the responses. `waits`: at least one code is exchanged before the time of writing begins */
async function writeUntilKilled(
  service: ServiceProcess,
  {
    importing,
    waits,
    writingMs,
  }: { importing: ReturnType<typeof startImport>; waits: boolean; writingMs: number },
): Promise<Ledger> {
  const written: Ledger = { tokens: [], sessions: [], exchanged: [], undecided: [] };
  const work = new AbortController();
  const { signal } = work;
  const working = Promise.all([
    ...Array.from({ length: 3 }, () => repeat(signal, () => requestToken(service, written))),
    ...Array.from({ length: 2 }, (_, at) => repeat(signal, () => signIn(service, { at, written }))),
  ]);
  const hasExchanged = async () => {
    while (waits && written.exchanged.length === 0 && !signal.aborted) await pause(5);
  };
  try {
    // Failed work ends the wait.
    await Promise.race([working, Promise.all([importing.hasBegun, hasExchanged()])]);
    await pause(writingMs);
    await Promise.all([service.end('SIGKILL'), importing.kill(), work.abort()]);
  } finally {
    work.abort();
  }
  await working;
  return written;
}
