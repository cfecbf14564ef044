import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenList } from '@/lib/store/lists/list';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { streamList } from './list-body';
import { openUnnamed, Spool } from './spool';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function endlessList(): OpenList & { isClosed: boolean } {
  const list = {
    total: 1_000_000,
    next: null,
    isLong: false,
    isClosed: false,
    read: async () => '{}',
    close: async () => void (list.isClosed = true),
  };
  return list;
}

function start(
  list: OpenList,
  encoding: 'identity' | 'gzip',
  spool = new Spool(() => openUnnamed(tmpdir())),
) {
  const ticket = { endRead: vi.fn(), leave: vi.fn() };
  const logError = vi.fn();
  const stream = streamList(list, { firstParts: [Buffer.from('[{}')], encoding, spool, ticket, logError });
  return { reader: stream.getReader(), ticket, logError };
}

it('a client that has not finished in 10 minutes is disconnected, and its list is no longer read', async () => {
  const list = endlessList();
  const { reader, ticket } = start(list, 'identity');
  const readFor = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return reader.read();
  };
  expect(Buffer.from((await readFor(0)).value ?? []).toString()).toBe('[{}');
  expect((await readFor(10 * 60_000 - 1)).done).toBe(false);
  expect(ticket.leave).not.toHaveBeenCalled();
  await expect(readFor(1)).rejects.toThrow('10 minutes');
  await waitFor(() => expect(list.isClosed).toBe(true));
  expect(ticket.leave).toHaveBeenCalled();
});

it('reading stops when the reader disconnects', async () => {
  const list = endlessList();
  const { reader, ticket } = start(list, 'gzip');
  await reader.cancel();
  await waitFor(() => expect(list.isClosed).toBe(true));
  expect(ticket.leave).toHaveBeenCalled();
});

it('a list is read to its end and closed even if nobody reads the response', async () => {
  const parts = Array.from({ length: 40 }, (_, at) => JSON.stringify('x'.repeat(50_000) + at));
  const list = { ...endlessList(), read: async () => parts.shift() ?? null, close: vi.fn(async () => {}) };
  const { reader, ticket } = start(list, 'identity');
  await waitFor(() => expect(list.close).toHaveBeenCalled());
  expect(ticket.endRead).toHaveBeenCalled();
  expect(ticket.leave).not.toHaveBeenCalled();
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read())
    text += Buffer.from(next.value).toString();
  expect(JSON.parse(text)).toHaveLength(41);
  expect(ticket.leave).toHaveBeenCalled();
});

it('a full disk cuts off the body, stops the reading, and is logged', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const list = { ...endlessList(), read: async () => 'x'.repeat(100_000) };
  const closed = vi.spyOn(list, 'close');
  const { reader, ticket, logError } = start(list, 'identity', new Spool(() => Promise.reject(full)));
  await waitFor(() => expect(logError).toHaveBeenCalledWith(expect.objectContaining({ cause: full })));
  await expect(reader.read()).rejects.toThrow('no space left');
  expect(closed).toHaveBeenCalled();
  expect(ticket.leave).toHaveBeenCalled();
});
