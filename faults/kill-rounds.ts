/**
 * `kill -9` at seeded random moments of writing: a service that issues tokens, signs members in and exchanges codes,
 * and an import beside it. After each kill the data must be whole, and whatever was answered must hold.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore, type Store } from '@/lib/membership-service/store/database';
import { organisation, ServiceProcess, type ServiceSettings } from './service-process';

export interface KillSummary {
  rounds: number;
  /** What was answered before the kills, and held after them. */
  tokens: number;
  signIns: number;
  exchanges: number;
  /** Imports that a kill undid, and those that were done before it came. */
  importsUndone: number;
  importsDone: number;
}

/** What the service has answered, so that it must hold after a kill. */
interface Ledger {
  tokens: string[];
  /** Cookies of browsers that were signed in. */
  sessions: Map<string, string>[];
  exchanged: { code: string; token: string }[];
  /** Codes of which nobody knows whether they were exchanged. */
  undecided: string[];
}

interface Round {
  settings: ServiceSettings;
  random: () => number;
  /** The company that all imported members have, or null before the first import. */
  company: string | null;
}

const importedMembers = 1500;
const importedOrganisation = '7';
const maxWritingMs = 700;
const callback = 'https://site.example/callback';
const site = { id: 'killedsite', secret: 'killedsitesecret' };

/** @throws Error telling the seed and the round in which something did not hold */
export async function runKillRounds(
  settings: ServiceSettings,
  { seed, rounds, log = () => {} }: { seed: number; rounds: number; log?: (line: string) => void },
): Promise<KillSummary> {
  const summary = { rounds, tokens: 0, signIns: 0, exchanges: 0, importsUndone: 0, importsDone: 0 };
  const random = seeded(seed);
  await prepare(settings);
  let ledger: Ledger | null = null;
  let company: string | null = null;
  for (let round = 1; round <= rounds; round += 1) {
    try {
      const after = await killOnce({ settings, random, company }, { name: `Company ${round}`, ledger });
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
  const { createClient } = await import('@/lib/membership-service/oauth/clients');
  const store = await openStore(settings);
  try {
    await createClient(store, {
      ...{ organisationId: 100, name: 'Site', scopes: ['user', 'basic'], credentials: site },
      ...{ redirectUris: [callback], isFirstParty: true },
    });
  } finally {
    await store.close();
  }
}

async function killOnce(
  { settings, random, company }: Round,
  { name, ledger }: { name: string; ledger: Ledger | null },
) {
  const importing = startImport(settings, name);
  const service = await ServiceProcess.start(settings);
  if (ledger !== null) await requireHeld(service, ledger);
  const written: Ledger = { tokens: [], sessions: [], exchanged: [], undecided: [] };
  const work = new AbortController();
  const working = Promise.all([
    ...Array.from({ length: 3 }, () => repeat(work.signal, () => askToken(service, written))),
    ...Array.from({ length: 2 }, (_, at) => repeat(work.signal, () => signIn(service, { at, written }))),
  ]);
  await importing.hasBegun;
  const writingMs = Math.round(random() * maxWritingMs);
  await new Promise((resolve) => setTimeout(resolve, writingMs));
  const ends = [service.end('SIGKILL'), importing.kill()];
  work.abort();
  await Promise.all(ends);
  await working;
  const store = await openStore(settings);
  try {
    await requireWhole(store);
    return { ledger: written, company: await requireOneImport(store, [company, name]), writingMs };
  } finally {
    await store.close();
  }
}

/** Works until it is told to stop; what fails then was in flight. */
async function repeat(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted && !isNetwork(error)) throw error;
      return;
    }
  }
}

/** fetch says so of a connection that broke; the body of an answer ends so too. */
function isNetwork(error: unknown): boolean {
  return error instanceof TypeError;
}

async function askToken(service: ServiceProcess, written: Ledger): Promise<void> {
  written.tokens.push(await tokenIn(await service.askToken(site, { ...ownToken })));
}

const ownToken = { grant_type: 'client_credentials', scope: 'basic' };

async function tokenIn(answer: Response): Promise<string> {
  if (answer.status !== 200) throw new Error(`a token was refused: ${answer.status} ${await answer.text()}`);
  const body: { access_token: string } = await answer.json();
  return body.access_token;
}

/** A member signs in by password, and the site exchanges the code. */
async function signIn(service: ServiceProcess, { at, written }: { at: number; written: Ledger }) {
  const { members } = service.credentials();
  // Those who alone have their e-mail address, so that no chooser comes.
  const member = members[at];
  if (member === undefined) throw new Error('the demonstration has members');
  const browser = await service.browser(member.password).open(authorizePath);
  await browser.signIn(member.email);
  const code = browser.answer().get('code');
  if (code === null) throw new Error(`no code on ${browser.path}`);
  written.sessions.push(new Map(browser.cookies));
  written.undecided.push(code);
  const token = await tokenIn(await exchange(service, code));
  written.undecided.splice(written.undecided.indexOf(code), 1);
  written.exchanged.push({ code, token });
}

const authorizePath = `${organisation}/authorize?${new URLSearchParams({
  ...{ response_type: 'code', client_id: site.id, redirect_uri: callback, state: 'x', scope: 'user' },
})}`;

function exchange(service: ServiceProcess, code: string): Promise<Response> {
  return service.askToken(site, { grant_type: 'authorization_code', code, redirect_uri: callback });
}

/** What was answered before the kill holds: tokens and sessions work, and no code works twice. */
async function requireHeld(service: ServiceProcess, { tokens, sessions, exchanged, undecided }: Ledger) {
  const sample = [...tokens.slice(-5), ...tokens.slice(0, 5)];
  for (const token of sample) await requireStatus(await withToken(service, 'categories', token), 200);
  for (const cookies of sessions) {
    const browser = service.browser('');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await browser.open(authorizePath);
    if (!browser.answer().has('code')) throw new Error('a session was lost');
  }
  for (const { code, token } of exchanged) {
    await requireStatus(await withToken(service, 'user', token), 200);
    await requireStatus(await exchange(service, code), 400);
  }
  for (const code of undecided) {
    const statuses = [(await exchange(service, code)).status, (await exchange(service, code)).status];
    if (statuses[1] !== 400) throw new Error(`a code was redeemed twice: ${statuses}`);
  }
}

function withToken(service: ServiceProcess, path: string, token: string): Promise<Response> {
  return service.request(`${organisation}/${path}`, { headers: { authorization: `Bearer ${token}` } });
}

async function requireStatus(answer: Response, expected: number): Promise<void> {
  const text = await answer.text();
  if (answer.status !== expected) throw new Error(`${answer.status} instead of ${expected}: ${text}`);
}

/** SQLite's own checks, and what they cannot know: no token of a code that was not consumed, no two of one. */
async function requireWhole(store: Store): Promise<void> {
  for (const database of store.engine === 'sqlite' ? [store.members, store.auth] : []) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database);
    if (rows[0]?.integrity_check !== 'ok') throw new Error(`damaged: ${JSON.stringify(rows)}`);
    const broken = await sql`pragma foreign_key_check`.execute(database);
    if (broken.rows.length > 0) throw new Error(`foreign keys: ${JSON.stringify(broken.rows)}`);
  }
  const { rows } = await sql<{ code_hash: string }>`
    select token.code_hash from access_token token
    left join authorization_code code on code.code_hash = token.code_hash
    where token.code_hash is not null
    group by token.code_hash having count(*) > 1 or max(code.consumed_at) is null`.execute(store.auth);
  if (rows.length > 0) throw new Error(`${rows.length} codes have two tokens, or one without being consumed`);
}

/** All members of one import and nothing of another. @returns the company that they have */
async function requireOneImport(store: Store, companies: (string | null)[]): Promise<string | null> {
  const { rows } = await sql<{ organisation: string; count: number }>`
    select person.organisation, count(*) as count from person
    join membership on membership.organisation_id = person.organisation_id and membership.person_id = person.id
    join membership_document document
      on document.organisation_id = membership.organisation_id and document.membership_id = membership.id
    where person.organisation_id = ${Number(importedOrganisation)}
    group by person.organisation`.execute(store.members);
  const [found, ...others] = rows;
  const isWhole = found === undefined || Number(found.count) === importedMembers;
  const company = found?.organisation ?? null;
  if (isWhole && others.length === 0 && companies.includes(company)) return company;
  throw new Error(`half an import: ${JSON.stringify(rows)}, expected one of ${companies}`);
}

/** `chapterhouse import` of the same members, all of them changed. `hasBegun`: it has understood the columns and writes. */
function startImport({ dataDir, postgresUrl }: ServiceSettings, company: string) {
  const line = (at: number) => `M-${at},First${at},Last${at},${company},Full,Cat ${at % 9}`;
  const lines = Array.from({ length: importedMembers }, (_, at) => line(at));
  const header = 'Number,First name,Last name,Organisation,Type,Categories';
  writeFileSync(join(dataDir, 'members.csv'), `${header}\n${lines.join('\n')}\n`);
  const command = join(import.meta.dirname, '../scripts/chapterhouse.mjs');
  const args = ['import', 'members.csv', '--organisation', importedOrganisation, '--create', 'Killed'];
  const child = spawn(process.execPath, [command, ...args], {
    cwd: dataDir,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: postgresUrl ?? '' },
  });
  const ended = once(child, 'exit');
  child.stderr.on('data', () => undefined);
  return {
    hasBegun: Promise.race([once(child.stderr, 'data'), ended]),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
