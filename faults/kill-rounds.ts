/**
 * Kills a service and an import with `kill -9`, at seeded random moments while both write. The service issues tokens,
 * signs members in, exchanges codes and changes members. The import imports the same members at the same time. After
 * each kill, the data must be intact, and the journal must lead from the state before to the state after. Every
 * confirmed response must still be true.
 */
import { createClient } from '@/lib/sign-in/oauth/clients';
import type { Store } from '@/lib/store/database';
import type { JournalRow } from '@/lib/store/journal-read';
import { seededRandom } from '@/lib/base/seeded-random';
import { readRecordedState, requireJournalled, type RecordedState } from './journal-replay';
import {
  importedOrganisation,
  readImported,
  requireOneImport,
  requirePositions,
  requireWhole,
  startImport,
} from './kill-state';
import { requestToken, callback, repeat, requireHeld, signIn, site, type Ledger } from './kill-work';
import { ApiWriter, requireWholeWrites, sendAgain, type SentWrite, type WriterClient } from './kill-writes';
import { Responses } from './responses';
import { ServiceProcess, type ServiceSettings } from './service-process';
import { inStore } from './embedded-service';

export interface KillSummary {
  rounds: number;
  /** The numbers of confirmed tokens, sign-ins, code exchanges and writes that were still valid after the kills. */
  tokens: number;
  signIns: number;
  exchanges: number;
  writes: number;
  /** The numbers of writes that a kill prevented, and of writes that were stored without a response. */
  writesUndone: number;
  writesUnanswered: number;
  /** The numbers of imports that a kill rolled back, and of imports that finished before the kill. */
  importsUndone: number;
  importsDone: number;
}

/** What the service has confirmed (`ledger`), and what was requested (`sent`), before a kill. */
interface Written {
  ledger: Ledger;
  sent: SentWrite[];
}

interface Checked extends Written {
  company: string;
  states: ReadonlyMap<number, RecordedState>;
  /** The imported organisation's journal rows since the process was last killed. */
  rows: JournalRow[];
}

interface Round {
  settings: ServiceSettings;
  client: WriterClient;
  random: () => number;
  number: number;
}

const demonstration = 100;
/**
 * The test first waits until the import writes. In every other round, it also waits until a code is exchanged. Then it
 * waits for a random number of further responses, less than this number. Then it kills the service.
 */
const maxResponses = 100;
const apiWriters = 4;

/** @throws Error with the seed and the round in which a check failed */
export async function runKillRounds(
  settings: ServiceSettings,
  { seed, rounds, log = () => {} }: { seed: number; rounds: number; log?: (line: string) => void },
): Promise<KillSummary> {
  const random = seededRandom(seed);
  const summary = {
    rounds,
    tokens: 0,
    signIns: 0,
    exchanges: 0,
    writes: 0,
    writesUndone: 0,
    writesUnanswered: 0,
    importsUndone: 0,
    importsDone: 0,
  };
  const client = await prepare(settings);
  let checked = await inStore(settings, (store) => readFirst(store));
  for (let number = 1; number <= rounds; number += 1) {
    try {
      const before = checked.company;
      checked = await killOnce({ settings, client, random, number }, checked, summary);
      if (checked.company === before) summary.importsUndone += 1;
      else summary.importsDone += 1;
      log(JSON.stringify({ round: number, ...summary }));
    } catch (error) {
      throw new Error(`seed ${seed}, round ${number}`, { cause: error });
    }
  }
  const service = await ServiceProcess.start(settings);
  try {
    await requireConfirmed(service, client, checked);
  } finally {
    await service.end('SIGTERM');
  }
  const nothing = { ledger: emptyLedger(), sent: [] };
  await inStore(settings, (store) => check(store, client, { before: checked, written: nothing, summary }));
  return summary;
}

async function prepare(settings: ServiceSettings): Promise<WriterClient> {
  await (await ServiceProcess.start(settings)).end('SIGTERM');
  const { ended } = startImport(settings, companyOf(0));
  const [code] = await ended;
  if (code !== 0) throw new Error(`the first import ended with ${code}`);
  return inStore(settings, async (store) => {
    await createClient(store, {
      organisationId: demonstration,
      name: 'Site',
      scopes: ['user', 'basic'],
      credentials: site,
      redirectUris: [callback],
      isFirstParty: true,
    });
    const credentials = { id: 'killedwriter', secret: 'killedwritersecret' };
    const scopes = ['members', 'members:write'] as const;
    const organisationId = importedOrganisation;
    await createClient(store, { organisationId, name: 'Writer', scopes, credentials });
    return { organisationId, credentials, ...(await readImported(store)) };
  });
}

function companyOf(round: number): string {
  return `Company ${round}`;
}

async function readFirst(store: Store): Promise<Checked> {
  return {
    ledger: emptyLedger(),
    sent: [],
    rows: [],
    company: await requireOneImport(store, [companyOf(0)]),
    states: await readStates(store),
  };
}

async function killOnce(round: Round, before: Checked, summary: KillSummary): Promise<Checked> {
  const { settings, client, number } = round;
  const service = await ServiceProcess.start(settings);
  let importing: ReturnType<typeof startImport> | null = null;
  let written: Written;
  try {
    await requireConfirmed(service, client, before);
    importing = startImport(settings, companyOf(number));
    written = await writeUntilKilled(service, importing, round);
  } finally {
    await Promise.all([service.end('SIGKILL'), importing?.kill()]);
  }
  return inStore(settings, (store) =>
    check(store, client, { before, written, summary, companies: [before.company, companyOf(number)] }),
  );
}

/**
 * Confirmed work from before the last kill must still be stored. Unconfirmed work is sent again, and must then be
 * stored exactly once.
 */
async function requireConfirmed(
  service: ServiceProcess,
  client: WriterClient,
  { ledger, sent }: Written,
): Promise<void> {
  await requireHeld(service, ledger);
  const confirmed = sent.filter(({ result }) => result !== null).slice(-10);
  await sendAgain(service, client, [...confirmed, ...sent.filter(({ result }) => result === null)]);
}

async function writeUntilKilled(
  service: ServiceProcess,
  importing: ReturnType<typeof startImport>,
  { client, random, number }: Round,
): Promise<Written> {
  const ledger = emptyLedger();
  const responses = new Responses();
  const work = new AbortController();
  const until = { signal: work.signal, onDone: () => responses.add() };
  const writers = Array.from(
    { length: apiWriters },
    (_, at) => new ApiWriter(client, { name: `round-${number}-${at}`, random }),
  );
  const working = Promise.all([
    repeat(until, () => requestToken(service, ledger)),
    ...[0, 1].map((at) => repeat(until, () => signIn(service, { at, written: ledger }))),
    ...writers.map((writer) => repeat(until, () => writer.write(service))),
  ]);
  // In every other round, the kill may come before the first code is exchanged.
  const hasExchanged = () => ledger.exchanged.length > 0;
  const begun = number % 2 === 1 ? responses.until(hasExchanged) : Promise.resolve();
  const target = Math.floor(random() * maxResponses);
  try {
    // If `working` fails during one of these waits, the wait ends with its error.
    await Promise.race([working, Promise.all([importing.hasStarted, begun])]);
    await Promise.race([working, responses.more(target)]);
    await Promise.all([service.end('SIGKILL'), importing.kill(), work.abort()]);
  } finally {
    work.abort();
  }
  await working;
  return { ledger, sent: writers.flatMap(({ sent }) => sent) };
}

function emptyLedger(): Ledger {
  return { tokens: [], sessions: [], exchanged: [], undecided: [] };
}

/**
 * @param companies the companies that the imported members are allowed to have. If absent, only the company in `before`
 * is allowed
 */
async function check(
  store: Store,
  client: WriterClient,
  {
    before,
    written,
    summary,
    companies = [before.company],
  }: { before: Checked; written: Written; summary: KillSummary; companies?: string[] },
): Promise<Checked> {
  await requireWhole(store);
  await requirePositions(store);
  const states = await readStates(store);
  let rows: JournalRow[] = [];
  for (const [id, after] of states) {
    const earlier = before.states.get(id);
    if (earlier === undefined) throw new Error(`organisation ${id} is new`);
    const found = await requireJournalled(store, id, { before: earlier, after });
    if (id === client.organisationId) rows = found;
  }
  const sent = [...before.sent, ...written.sent];
  const { unanswered, undone } = await requireWholeWrites(store, client, {
    sent,
    rows: [...before.rows, ...rows],
  });
  summary.tokens += written.ledger.tokens.length;
  summary.signIns += written.ledger.sessions.length;
  summary.exchanges += written.ledger.exchanged.length;
  summary.writes += written.sent.length - unanswered - undone;
  summary.writesUnanswered += unanswered;
  summary.writesUndone += undone;
  return { ...written, states, rows, company: await requireOneImport(store, companies) };
}

async function readStates(store: Store): Promise<Map<number, RecordedState>> {
  const states = new Map<number, RecordedState>();
  for (const id of [demonstration, importedOrganisation]) states.set(id, await readRecordedState(store, id));
  return states;
}
