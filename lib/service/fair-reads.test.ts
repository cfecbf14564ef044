import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '@/lib/store/database';
import { putSampleStructure, noAreaCentre, testCause } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService } from './service.fixture';

const maxTurns = 4;
const maxWaitingEach = 64;
const tooMany = 100;
/** No two of these lists have the same filter, so that each counts its matches. */
const uncounted = (at: number) =>
  `members?ExpiryDate[From]=2026-07-01T00:${String(10 + (at % 50))}:${String(10 + Math.floor(at / 50))}Z&Page[Size]=20`;

describeEachEngine('a client that asks for too many counts', (store) => {
  it('gets 503 for some of them, and another client has its turn before the rest', async () => {
    const entered: string[] = [];
    const started: string[] = [];
    const readInTurn: Store['readInTurn'] = (caller, read) => {
      entered.push(caller);
      return store().readInTurn(caller, (db) => {
        started.push(caller);
        return read(db);
      });
    };
    const service = startTestService({ ...store(), readInTurn });
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store(), context, (writer) => putSampleStructure(writer));
    const [greedy, modest] = [await service.token(), await service.token()];
    const request = (at: number, token: string) => service.get(uncounted(at), { token });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    // Long reads of somebody else have all turns, so that the requests wait.
    const busy = Array.from({ length: maxTurns }, (_, at) =>
      store().readInTurn(`somebody ${at}`, () => released),
    );
    const first = Array.from({ length: tooMany }, (_, at) => request(at, greedy));
    const refused = await Promise.any(first);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    const second = request(tooMany, modest);
    await expect.poll(() => entered.length, { timeout: 20_000 }).toBe(tooMany + 1);
    release();
    const statuses = (await Promise.all([...first, second])).map(({ status }) => status);
    await Promise.all(busy);
    expect(statuses.pop()).toBe(200);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(
      tooMany - maxWaitingEach,
    );
    // With its own turn, it may still wait for the reads that began before it.
    expect(started.slice(0, 2 * maxTurns)).toContain(entered.at(-1));
    expect(new Set(entered).size).toBe(2);
  });

  it('has a turn while another client counts, and one client alone does not have every turn', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const started: string[] = [];
    const greedy = Array.from({ length: maxTurns }, (_, at) =>
      store().readInTurn('greedy', async () => {
        started.push(`greedy ${at}`);
        await released;
      }),
    );
    const { rows } = await store().readInTurn('modest', (db) =>
      sql<{ one: number }>`select 1 as one`.execute(db),
    );
    expect(rows).toEqual([{ one: 1 }]);
    expect(started.length).toBeLessThan(maxTurns);
    release();
    await Promise.all(greedy);
    expect(started).toHaveLength(maxTurns);
  });
});
