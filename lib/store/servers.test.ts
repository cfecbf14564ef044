import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from './database';
import { findServers, forgetServer, heartbeatMs, recordServer } from './servers';
import { describeEachEngine } from './stores.fixture';

const server = { id: 'a', version: '1.0.0', baseUrl: 'https://members.example.org', secretMark: 'mark' };

describeEachEngine('servers on one database', (store) => {
  it('are found while they send heartbeats, once each', async () => {
    await recordServer(store(), server);
    await recordServer(store(), { ...server, version: '1.0.1' });
    await recordServer(store(), { ...server, id: 'b' });
    expect(await findServers(store())).toEqual([
      { ...server, version: '1.0.1', clockAheadMs: expect.any(Number) },
      { ...server, id: 'b', clockAheadMs: expect.any(Number) },
    ]);
    await forgetServer(store(), 'b');
    expect((await findServers(store())).map(({ id }) => id)).toEqual(['a']);
  });
});

describeEachEngine('a server that stopped without notice', (store) => {
  it('is no longer found after three missed heartbeats, and its row is deleted after a day', async () => {
    await recordServer(store(), server);
    const silentFor = async (ms: number) => {
      await store()
        .auth.updateTable('server')
        .set((eb) => ({ seen_at: eb('seen_at', '-', ms) }))
        .execute();
    };
    await silentFor(2 * heartbeatMs);
    expect(await findServers(store())).toHaveLength(1);
    await silentFor(heartbeatMs);
    expect(await findServers(store())).toEqual([]);
    await silentFor(24 * 3600 * 1000);
    await recordServer(store(), { ...server, id: 'b' });
    const rows = await store().auth.selectFrom('server').select('id').execute();
    expect(rows).toEqual([{ id: 'b' }]);
  });
});

describeEachEngine('the clock of a server', (store) => {
  it('is compared with the database’s', async () => {
    const clock = Date.UTC(2000, 0, 1);
    const earliest = await databaseTime(store(), clock);
    await recordServer(store(), server, () => clock);
    const latest = await databaseTime(store(), clock);
    const [found] = await findServers(store(), () => clock);
    // The time of the heartbeat is between `earliest` and `latest`.
    const beatAt = clock - (found?.clockAheadMs ?? NaN);
    expect([earliest <= beatAt, beatAt <= latest]).toEqual([true, true]);
  });
});

/** SQLite has no clock of its own. */
async function databaseTime({ engine, auth }: Store, clock: number): Promise<number> {
  if (engine === 'sqlite') return clock;
  const { rows } = await sql<{
    at: Date;
  }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(auth);
  return Number(rows[0]?.at);
}
