import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RenderingBusy, RenderSlots, defaultRenderLimits, type RenderLimits } from './render-slots';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(limits: Partial<RenderLimits> = {}) {
  const slots = new RenderSlots({ ...defaultRenderLimits, ...limits });
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const busy: string[] = [];
  const request = (network: string, name: string) =>
    slots
      .run(network, async () => {
        started.push(name);
        await new Promise<void>((resolve) => finish.set(name, resolve));
      })
      .catch((error: unknown) => {
        if (!(error instanceof RenderingBusy)) throw error;
        busy.push(name);
      });
  const settle = async () => vi.advanceTimersByTimeAsync(0);
  return { request, started, finish, busy, settle };
}

test('two pages are rendered at the same time, and networks take turns', async () => {
  const { request, started, finish, settle } = start();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void request('a', name);
  void request('b', 'b1');
  void request('c', 'c1');
  await settle();
  expect(started).toEqual(['a1', 'a2']);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) {
    finish.get(name)?.();
    await settle();
  }
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5']);
});

test('a page is refused if too many pages wait, for its network or in total', async () => {
  const { request, started, finish, busy, settle } = start({ maxWaiting: 3, maxWaitingPerNetwork: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void request('a', name);
  void request('b', 'b1');
  void request('c', 'c1');
  await settle();
  expect(busy).toEqual(['a5', 'c1']);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) {
    finish.get(name)?.();
    await settle();
  }
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  void request('c', 'c2');
  await settle();
  expect(started).toContain('c2');
});

test('a page that waited too long is refused, and is not rendered later', async () => {
  const { request, started, finish, busy, settle } = start({ turnMs: 60_000 });
  for (const name of ['a1', 'a2', 'a3']) void request('a', name);
  await vi.advanceTimersByTimeAsync(defaultRenderLimits.waitMs);
  expect(busy).toEqual(['a3']);
  finish.get('a1')?.();
  await settle();
  void request('b', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('a page that does not end loses its turn', async () => {
  const { request, started, finish, settle } = start({ turnMs: 1_000 });
  for (const name of ['a1', 'a2']) void request('a', name);
  void request('b', 'b1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toEqual(['a1', 'a2', 'b1']);
  // A page that ends after its turn was taken away does not free another turn.
  finish.get('a1')?.();
  finish.get('a2')?.();
  await settle();
  for (const name of ['c1', 'c2', 'c3']) void request('c', name);
  await settle();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('a page that fails ends its turn', async () => {
  const slots = new RenderSlots({ ...defaultRenderLimits, simultaneous: 1 });
  await expect(slots.run('a', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.run('a', async () => 'next')).toBe('next');
});
