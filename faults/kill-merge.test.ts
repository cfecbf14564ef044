/**
 * `kill -9` before any statement of a merge of two persons and of its undo. Members and accounts are in two databases, so
 * a kill may come between them: the next start of the server then completes the accounts (docs/decisions.md, J6).
 */
import { expect, it } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { startSession } from '@/lib/sign-in/accounts/sessions';
import { createClient, findClient } from '@/lib/sign-in/oauth/clients';
import { giveConsent } from '@/lib/sign-in/oauth/consents';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import type { Store } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { testEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { sampleSize } from '@/lib/base/test-strength';
import { readRecordedState, requireJournalled } from './journal-replay';
import { inStore, startAndStopService } from './embedded-service';
import { newSettings } from './new-settings';
import { runCommand } from './run-command';
import type { ServiceSettings } from './service-process';

const [organisationId, from, into] = [1, 5, 7];
const rounds = sampleSize({ usual: 3, long: 100 });
const clock = () => new Date();
const isPositive = (count: number) => count > 0;

it.each(testEngines)(
  'on %s, a merge or its undo that is killed before any of its statements is undone, or completed by the next start',
  { timeout: sampleSize({ usual: 600_000, long: 6_000_000 }) },
  async (engine) => {
    const { settings, remove } = await newSettings(engine);
    try {
      const clientId = await inStore(settings, prepare);
      const writing = await countStatements(settings, clientId);
      const seen = { none: 0, 'in members.db': 0, all: 0 };
      for (let round = 0; round < rounds; round += 1) {
        for (const what of ['merge', 'undo'] as const) {
          const { first, last } = writing[what];
          const killAt = first + Math.floor(((round + 0.5) / rounds) * (last - first + 1));
          seen[await killAndStart(settings, { what, killAt, clientId })] += 1;
        }
      }
      expect(seen).toMatchObject({
        none: expect.toSatisfy(isPositive),
        'in members.db': expect.toSatisfy(isPositive),
      });
    } finally {
      await remove();
    }
  },
);

/** Person 5 has an account, person 7 has none. @returns the ID of a client that both may use */
async function prepare(store: Store): Promise<string> {
  const options = { organisationId, clock, areaCentre: noAreaCentre, cause: testCause };
  await withMembersWriter(store, options, async (writer) => {
    await putSampleStructure(writer, { id: organisationId });
    await writer.memberships.put(sampleMember(from));
    await writer.memberships.put(sampleMember(50, { kind: 'corporate', typeId: 2 }, { id: from }));
    await writer.memberships.put(sampleMember(into));
  });
  await setPassword(store, { organisationId, personId: from, password: 'a password of five' }, clock());
  const { id } = await createClient(store, { organisationId, name: 'Site', scopes: ['user'] });
  const client = await findClient(store, organisationId, id);
  if (client === null) throw new Error('the client is registered');
  await giveConsent(store, { client, personId: from, scopes: ['user'] }, clock());
  return id;
}

type What = 'merge' | 'undo';

/** The numbers of the statements that write. The statements before them only open the store and read. */
async function countStatements(
  settings: ServiceSettings,
  clientId: string,
): Promise<Record<What, { first: number; last: number }>> {
  const counted = { merge: { first: 1, last: 1 }, undo: { first: 1, last: 1 } };
  const refused = await run(settings, { what: 'merge', isConfirmed: false });
  for (const what of ['merge', 'undo'] as const) {
    await inStore(settings, (store) => signIn(store, clientId));
    const { statements } = await run(settings, { what });
    counted[what] = { first: refused.statements - 1, last: statements };
  }
  return counted;
}

/** @returns what had been written when the process was killed */
async function killAndStart(
  settings: ServiceSettings,
  { what, killAt, clientId }: { what: What; killAt: number; clientId: string },
): Promise<'none' | 'in members.db' | 'all'> {
  const before = await inStore(settings, async (store) => {
    const isMerged = await isAlias(store);
    // After the kill in the previous round, the persons may be in the wrong state for `what`. The opposite command then
    // runs first.
    if (isMerged !== (what === 'undo')) return null;
    if (!isMerged) await signIn(store, clientId);
    return { state: await readRecordedState(store, organisationId), accounts: await readAccounts(store) };
  });
  if (before === null) {
    await run(settings, { what: what === 'merge' ? 'undo' : 'merge' });
    return killAndStart(settings, { what, killAt, clientId });
  }
  await run(settings, { what, killAt });
  const left = await inStore(settings, async (store) => {
    const isMerged = await isAlias(store);
    const after = await readRecordedState(store, organisationId);
    await requireJournalled(store, organisationId, { before: before.state, after });
    const moves = await store.members.selectFrom('account_move').selectAll().execute();
    return { after, isMerged, isPending: moves.length > 0, accounts: await readAccounts(store) };
  });
  const isDone = left.isMerged === (what === 'merge');
  // If no work is left for the next start, the accounts must already fit the members.
  if (!left.isPending) expect(left.accounts).toEqual(isDone ? expectedAccounts() : before.accounts);
  await startAndStopService(settings);
  await inStore(settings, async (store) => {
    expect(await readRecordedState(store, organisationId)).toEqual(left.after);
    expect(await readAccounts(store), `${what} killed before statement ${killAt}`).toEqual(
      isDone ? expectedAccounts() : before.accounts,
    );
    expect(await store.members.selectFrom('account_move').selectAll().execute()).toEqual([]);
  });
  if (!isDone) return 'none';
  return left.isPending ? 'in members.db' : 'all';
}

/** Each field lists which of the two persons have this kind of data, by their IDs. */
interface Accounts {
  account: number[];
  consent: number[];
  session: number[];
  token: number[];
}

function expectedAccounts(): Accounts {
  // A merge ends the sign-ins of the merged person, and its undo brings none back.
  return { account: [], consent: [], session: [], token: [] };
}

async function readAccounts({ auth }: Store): Promise<Accounts> {
  const read = async (table: 'account' | 'consent' | 'session') =>
    (await auth.selectFrom(table).select('person_id').execute()).map((row) => row.person_id);
  const live = auth.selectFrom('access_token').select('person_id').where('revoked_at', 'is', null);
  return {
    account: await read('account'),
    consent: await read('consent'),
    session: await read('session'),
    token: (await live.execute()).map((row) => Number(row.person_id)),
  };
}

async function signIn({ auth }: Store, clientId: string): Promise<void> {
  await auth.transaction().execute(async (transaction) => {
    for (const table of ['session', 'access_token'] as const) await transaction.deleteFrom(table).execute();
    await startSession(transaction, { organisationId, personId: from }, clock());
  });
  const token = { clientId, organisationId, personId: from, scopes: ['user' as const], codeHash: null };
  await issueToken(auth, token, clock());
}

async function isAlias({ members }: Store): Promise<boolean> {
  return (await members.selectFrom('person_alias').select('id').execute()).length > 0;
}

async function run(
  settings: ServiceSettings,
  { what, killAt = 0, isConfirmed = true }: { what: What; killAt?: number; isConfirmed?: boolean },
): Promise<{ statements: number }> {
  const merge = ['person', 'merge', String(from), String(into), '--keep-membership', String(into)];
  const undo = async () => ['undo', await inStore(settings, findLastMerge)];
  const line = what === 'merge' ? merge.concat(isConfirmed ? '--yes' : []) : await undo();
  const { code, isKilled, statements, printed } = await runCommand(settings, line, { killAt });
  if (isKilled) return { statements: killAt - 1 };
  if (code !== (isConfirmed ? 0 : 1)) throw new Error(`${line.join(' ')} ended with ${code}: ${printed}`);
  return { statements };
}

async function findLastMerge({ members }: Store): Promise<string> {
  const row = await members
    .selectFrom('journal')
    .select('run_id')
    .where('kind', '=', 'alias')
    .where('run_id', 'is not', null)
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();
  return String(row.run_id);
}
