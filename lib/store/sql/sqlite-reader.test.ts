import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sqliteDialect } from './sqlite';
import { sqliteReaderDialect, TooManyReads } from './sqlite-reader';

interface Tables {
  part: { id: number; half: number; name: string };
}

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-reader-'));
const file = join(folder, 'parts.db');
const writer = new Kysely<Tables>({ dialect: sqliteDialect(file, { busyTimeoutMs: 1_000 }) });
const reader = new Kysely<Tables>({ dialect: sqliteReaderDialect(file) });
const count = async (db: Kysely<Tables>) =>
  (await sql<{ n: number }>`select count(*) as n from part`.execute(db)).rows[0]?.n;
// This file is not in WAL mode, so its reads do not end before `writing` releases its lock.
const lockedFile = join(folder, 'locked.db');
const writing = new DatabaseSync(lockedFile);
writing.exec('create table part (id integer)');
function openLocked() {
  writing.exec('begin exclusive');
  const db = new Kysely<Tables>({ dialect: sqliteReaderDialect(lockedFile) });
  return { db, release: () => writing.exec('rollback') };
}

beforeAll(async () => {
  await sql`create table part (id integer primary key, half real not null, name text not null)`.execute(
    writer,
  );
  await sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < 2000)
    insert into part select n, n / 2.0, 'part ' || n from number`.execute(writer);
});
afterAll(async () => {
  writing.close();
  await reader.destroy();
  await writer.destroy();
  rmSync(folder, { recursive: true });
});

it('reads the same rows as the main thread: numbers, texts, bytes and nulls, few and many', async () => {
  const selects = [
    sql`select id, half from part order by id`,
    sql`select id, half, name from part order by id`,
    sql`select id, half, case when id = 1999 then null else id end as gap from part order by id`,
    sql`select cast(name as blob) as bytes, null as gap from part limit 3`,
    sql`select id from part where id < ${0}`,
  ];
  for (const select of selects) {
    const [there, here] = await Promise.all([select.execute(reader), select.execute(writer)]);
    expect(there.rows).toEqual(here.rows);
  }
});

it('lets the main thread work meanwhile', async () => {
  const { db, release } = openLocked();
  const read = count(db);
  await setImmediate();
  release();
  expect(await read).toBe(0);
  await db.destroy();
});

it('a transaction sees one state, and single statements see each commit', async () => {
  const open = () => reader.startTransaction().setAccessMode('read only').execute();
  const before = await open();
  expect(await count(before)).toBe(2_000);
  await sql`insert into part values (2001, 0, 'last')`.execute(writer);
  const after = await open();
  expect([await count(before), await count(after), await count(reader)]).toEqual([2_000, 2_001, 2_001]);
  await before.rollback().execute();
  await after.commit().execute();
  const again = await open();
  expect(await count(again)).toBe(2_001);
  await again.rollback().execute();
});

it('writes nothing, and a refused statement has the code of its error', async () => {
  await expect(sql`delete from part`.execute(reader)).rejects.toThrow(/readonly/);
  await expect(reader.transaction().execute(count)).rejects.toThrow('read-only transactions');
  await expect(sql`select * from absent`.execute(reader)).rejects.toThrow('no such table');
  expect(await count(reader)).toBe(2_001);
});

it('refuses reads when too many wait, but never a statement of a transaction that has begun', async () => {
  const begun = await reader.startTransaction().setAccessMode('read only').execute();
  // Two reads are sent at the same time, and one of them may be the transaction's. 64 more reads may wait.
  const reads = Array.from({ length: 100 }, () => count(reader));
  const inTransaction = count(begun);
  const errors = (await Promise.allSettled(reads)).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as Error] : [],
  );
  expect(errors.length).toBeGreaterThanOrEqual(34);
  expect(errors.length).toBeLessThanOrEqual(35);
  expect(errors.every((error) => error instanceof TooManyReads)).toBe(true);
  expect(await inTransaction).toBe(2_001);
  await begun.rollback().execute();
});

it('reads what a client waits for before the later parts of long lists, which still have their turns', async () => {
  const open = await reader.startTransaction().setAccessMode('read only').execute();
  await count(open);
  const order: string[] = [];
  const note = (name: string, read: Promise<unknown>) => read.then(() => order.push(name));
  const later = Array.from({ length: 4 }, () => note('later', count(open)));
  const first = Array.from({ length: 12 }, () => note('first', count(reader)));
  await Promise.all([...later, ...first]);
  await open.rollback().execute();
  const lastFirst = order.lastIndexOf('first');
  expect(order.lastIndexOf('later')).toBeGreaterThan(8);
  expect(order.slice(0, lastFirst).filter((name) => name === 'later').length).toBeGreaterThan(1);
});

it.each([
  [5_000, 'fulfilled'],
  [5_001, 'rejected'],
])('a read that has waited %i ms is %s', async (ms, status) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { db, release } = openLocked();
    // The thread gets two reads, and the third one waits.
    const reads = Promise.allSettled([1, 2, 3].map(() => count(db)));
    await setImmediate();
    vi.advanceTimersByTime(ms);
    release();
    expect((await reads).map((read) => read.status)).toEqual(['fulfilled', 'fulfilled', status]);
    await db.destroy();
  } finally {
    vi.useRealTimers();
  }
});

it('finishes the reads that it was sent before it closes', async () => {
  const { db, release } = openLocked();
  const reads = Promise.allSettled([1, 2, 3].map(() => count(db)));
  await setImmediate();
  const closed = db.destroy();
  await setImmediate();
  release();
  await closed;
  expect((await reads).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});
