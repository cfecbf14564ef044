import { expect, test } from 'vitest';
import { JournalSignal } from '@/lib/store/journal-signal';
import { shareSignal } from './neighbours';
import { connectNeighbours } from './neighbours.fixture';

test('a commit wakes the waiting requests in all processes, and is announced once', () => {
  const { neighbours, sent } = connectNeighbours(3);
  const signals = neighbours.map((one) => {
    const signal = new JournalSignal();
    shareSignal(signal, one);
    return signal;
  });
  const woken: number[] = [];
  signals.forEach((signal, at) => signal.subscribe(() => woken.push(at)));
  signals[1]?.wake();
  expect(woken.sort()).toEqual([0, 1, 2]);
  expect(sent.count).toBe(1);
});
