import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchedBefore, startFetch } from './fetched';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A source whose requests the test answers one after the other. */
function sourceOf(key: string) {
  const requests: { signal: AbortSignal; answer: (data: string) => void; fail: () => void }[] = [];
  const load = (signal: AbortSignal) =>
    new Promise<string>((answer, reject) =>
      requests.push({ signal, answer, fail: () => reject(new Error('no connection')) }),
    );
  return { source: { key, load }, requests };
}

test('two who need the same share one request, and it is used again until it is no longer fresh', async () => {
  const { source, requests } = sourceOf('shared');
  const [one, two] = [startFetch(source), startFetch(source)];
  requests[0]?.answer('first');
  expect([await one.answer, await two.answer]).toEqual(['first', 'first']);
  vi.advanceTimersByTime(29_000);
  expect(await startFetch(source).answer).toBe('first');
  expect(requests).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  const later = startFetch(source);
  expect(fetchedBefore('shared')).toBe('first');
  requests[1]?.answer('second');
  expect(await later.answer).toBe('second');
  expect(fetchedBefore('shared')).toBe('second');
});

test('a request ends when the last one who needs it is gone, and is sent again when it is needed again', () => {
  const { source, requests } = sourceOf('ended');
  const [one, two] = [startFetch(source), startFetch(source)];
  one.release();
  expect(requests[0]?.signal.aborted).toBe(false);
  two.release();
  expect(requests[0]?.signal.aborted).toBe(true);
  startFetch(source);
  expect(requests[1]?.signal.aborted).toBe(false);
});

test('a failed request is sent once more, and a second failure is not kept', async () => {
  const { source, requests } = sourceOf('failing');
  const { answer } = startFetch(source);
  const failed = expect(answer).rejects.toThrow('no connection');
  requests[0]?.fail();
  await vi.advanceTimersByTimeAsync(1_000);
  requests[1]?.fail();
  await failed;
  const again = startFetch(source);
  requests[2]?.answer('here');
  expect(await again.answer).toBe('here');
});
