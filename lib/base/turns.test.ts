import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoTurn, Turns, type TurnLimits } from './turns';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const usual: TurnLimits = {
  simultaneous: 2,
  simultaneousEach: 2,
  maxWaiting: 300,
  maxWaitingEach: 100,
  waitMs: 5_000,
  turnMs: 10_000,
};

function start(limits: Partial<TurnLimits> = {}) {
  const turns = new Turns({ ...usual, ...limits });
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const busy: string[] = [];
  const request = (caller: string, name: string) =>
    turns
      .run(caller, async () => {
        started.push(name);
        await new Promise<void>((resolve) => finish.set(name, resolve));
      })
      .catch((error: unknown) => {
        if (!(error instanceof NoTurn)) throw error;
        busy.push(name);
      });
  const settle = async () => vi.advanceTimersByTimeAsync(0);
  return { request, started, finish, busy, settle };
}

test('two pieces of work run at the same time, and callers take turns, first those who had none', async () => {
  const { request, started, finish, settle } = start();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void request('a', name);
  void request('b', 'b1');
  void request('c', 'c1');
  await settle();
  expect(started).toEqual(['a1', 'a2']);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) {
    finish.get(name)?.();
    await settle();
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4', 'a5']);
});

test('one caller leaves the turns that it may not have to others, who do not wait', async () => {
  const { request, started, finish, settle } = start({ simultaneousEach: 1 });
  for (const name of ['a1', 'a2', 'a3']) void request('a', name);
  await settle();
  expect(started).toEqual(['a1']);
  void request('b', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  finish.get('b1')?.();
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  finish.get('a1')?.();
  await settle();
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('no two pieces of work have the same seat at the same time', async () => {
  const turns = new Turns(usual);
  const seats: number[] = [];
  const finish: (() => void)[] = [];
  const work = (seat: number) => {
    seats.push(seat);
    return new Promise<void>((resolve) => finish.push(resolve));
  };
  const all = ['a', 'b', 'c', 'd'].map((caller) => turns.run(caller, work));
  await vi.advanceTimersByTimeAsync(0);
  expect(seats).toEqual([0, 1]);
  finish[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  finish[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(seats).toEqual([0, 1, 1, 0]);
  for (const end of finish) end();
  await Promise.all(all);
});

test('work is refused if too much work waits, of its caller or in total', async () => {
  const { request, started, finish, busy, settle } = start({ maxWaiting: 3, maxWaitingEach: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void request('a', name);
  void request('b', 'b1');
  void request('c', 'c1');
  await settle();
  expect(busy).toEqual(['a5', 'c1']);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) {
    finish.get(name)?.();
    await settle();
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  void request('c', 'c2');
  await settle();
  expect(started).toContain('c2');
});

test('work that waited too long is refused, and is not done later', async () => {
  const { request, started, finish, busy, settle } = start({ turnMs: 60_000 });
  for (const name of ['a1', 'a2', 'a3']) void request('a', name);
  await vi.advanceTimersByTimeAsync(usual.waitMs);
  expect(busy).toEqual(['a3']);
  finish.get('a1')?.();
  await settle();
  void request('b', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('work that does not end loses its turn', async () => {
  const { request, started, finish, settle } = start({ turnMs: 1_000 });
  for (const name of ['a1', 'a2']) void request('a', name);
  void request('b', 'b1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toEqual(['a1', 'a2', 'b1']);
  // Work that ends after its turn was taken away does not free another turn.
  finish.get('a1')?.();
  finish.get('a2')?.();
  await settle();
  for (const name of ['c1', 'c2', 'c3']) void request('c', name);
  await settle();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('work that fails ends its turn', async () => {
  const turns = new Turns({ ...usual, simultaneous: 1, simultaneousEach: 1 });
  await expect(turns.run('a', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.run('a', async () => 'next')).toBe('next');
});
