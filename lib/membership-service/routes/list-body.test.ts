import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenList } from '../store/list';
import { streamList } from './list-body';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list without end, which tells whether it was closed. */
function endlessList(): OpenList & { isClosed: boolean } {
  const list = {
    ...{ total: 1_000_000, next: null, isClosed: false },
    read: async () => '{}',
    close: async () => void (list.isClosed = true),
  };
  return list;
}

it('a reader too slow to finish in 10 minutes is cut off, and the consistent read with it', async () => {
  const list = endlessList();
  const reader = streamList(list, [Buffer.from('[{}')], 'identity').getReader();
  const readFor = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return reader.read();
  };
  expect(Buffer.from((await readFor(0)).value ?? []).toString()).toBe('[{}');
  expect((await readFor(10 * 60_000 - 1)).done).toBe(false);
  expect(list.isClosed).toBe(false);
  await expect(readFor(1)).rejects.toThrow('10 minutes');
  expect(list.isClosed).toBe(true);
});

it('a reader that goes away ends the consistent read', async () => {
  const list = endlessList();
  const reader = streamList(list, [Buffer.from('[{}')], 'gzip').getReader();
  await reader.cancel();
  await vi.waitFor(() => expect(list.isClosed).toBe(true));
});
