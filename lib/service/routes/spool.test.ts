import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '@/lib/base/seeded-random';
import { openUnnamed, Spool } from './spool';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-spool-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([1, 2, 3, 4, 5])(
  'returns what was written, in order, at any speed of writer and reader (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    let filesOpened = 0;
    const spool = new Spool(() => {
      filesOpened += 1;
      return openUnnamed(folder);
    });
    const pause = async (most: number) => {
      for (let turn = Math.floor(random() * most); turn > 0; turn -= 1) await setImmediate();
    };
    const written: Buffer[] = [];
    const write = async () => {
      for (let part = 0; part < 200; part += 1) {
        const bytes = Buffer.alloc(1 + Math.floor(random() * 120_000), part);
        written.push(bytes);
        await spool.write(bytes);
        await pause(4);
      }
      spool.end();
    };
    const read: Uint8Array[] = [];
    const readAll = async () => {
      for (let next = await spool.read(); next !== null; next = await spool.read()) {
        read.push(next);
        // The reader is sometimes slower than the writer and sometimes as fast.
        await pause(read.length % 60 < 30 ? 30 : 2);
      }
    };
    await Promise.all([write(), readAll()]);
    expect(Buffer.concat(read).equals(Buffer.concat(written))).toBe(true);
    expect(filesOpened).toBe(1);
    await spool.close();
  },
);

it('has an unnamed file that only its owner can open, and no file while the reader keeps up', async () => {
  let file: FileHandle | undefined;
  const spool = new Spool(async () => (file = await openUnnamed(folder)));
  await spool.write(Buffer.alloc(400_000));
  expect(file).toBe(undefined);
  await spool.write(Buffer.alloc(400_000));
  const { mode, nlink } = (await file?.stat()) ?? { mode: 0, nlink: 1 };
  expect([mode & 0o777, nlink]).toEqual([0o600, 0]);
  expect(readdirSync(folder)).toEqual([]);
  await spool.close();
  expect(await spool.write(Buffer.alloc(1))).toBe(false);
  expect(await spool.read()).toBe(null);
});
