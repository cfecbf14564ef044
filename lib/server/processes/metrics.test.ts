import { expect, test } from 'vitest';
import type { ToWorker } from './messages';
import { mergeMetrics } from './join';
import { MetricsRounds } from './metrics-rounds';

test('the series of a name are together, with one description', () => {
  const one =
    '# HELP a Text\n# TYPE a counter\na{process="1"} 1\na{process="1",x="y"} 2\n\n# HELP b B\n# TYPE b gauge\nb{process="1"} 3\n';
  const two =
    '# HELP b B\n# TYPE b gauge\nb{process="2"} 4\n\n# HELP a Text\n# TYPE a counter\na{process="2"} 5\n';
  expect(mergeMetrics([one, two])).toBe(
    '# HELP a Text\n# TYPE a counter\na{process="1"} 1\na{process="1",x="y"} 2\na{process="2"} 5\n\n' +
      '# HELP b B\n# TYPE b gauge\nb{process="1"} 3\nb{process="2"} 4\n',
  );
  expect(mergeMetrics([])).toBe('');
});

function startRounds() {
  const sent: { to: number; message: ToWorker }[] = [];
  const timers = new Set<() => void>();
  const rounds = new MetricsRounds({
    own: async () => 'own',
    schedule: (_, work) => {
      timers.add(work);
      return () => void timers.delete(work);
    },
  });
  const asked = [2, 1].map((to) => ({
    number: to,
    send: (message: ToWorker) => void sent.push({ to, message }),
  }));
  const messages = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return sent.splice(0);
  };
  return { rounds, asked, messages, timers };
}

test('the process that asked gets the metrics of all, in order, under its own ID', async () => {
  const { rounds, asked, messages, timers } = startRounds();
  rounds.begin({ number: 1, id: 70 }, asked);
  rounds.begin({ number: 2, id: 70 }, asked);
  const [first, , other] = (await messages()).map(({ message }) => message);
  if (first?.kind !== 'send metrics' || other?.kind !== 'send metrics') throw new Error('nobody was asked');
  rounds.add(first.id, 2, 'two');
  rounds.add(other.id, 1, 'ONE');
  expect(await messages()).toEqual([]);
  rounds.add(first.id, 1, 'one');
  rounds.add(other.id, 2, 'TWO');
  expect(await messages()).toEqual([
    { to: 1, message: { kind: 'all metrics', id: 70, texts: ['one', 'two', 'own'] } },
    { to: 2, message: { kind: 'all metrics', id: 70, texts: ['ONE', 'TWO', 'own'] } },
  ]);
  expect(timers.size).toBe(0);
});

test('a process that ends or does not respond in time is left out', async () => {
  const { rounds, asked, messages, timers } = startRounds();
  rounds.begin({ number: 1, id: 1 }, asked);
  rounds.add(1, 1, 'one');
  rounds.ended(2);
  rounds.begin({ number: 1, id: 2 }, asked);
  rounds.add(2, 1, 'one');
  for (const expire of timers) expire();
  // This text arrives after the time to respond has ended.
  rounds.add(2, 2, 'two');
  const results = (await messages()).filter(({ message }) => message.kind === 'all metrics');
  expect(results).toEqual([
    { to: 1, message: { kind: 'all metrics', id: 1, texts: ['one', 'own'] } },
    { to: 1, message: { kind: 'all metrics', id: 2, texts: ['one', 'own'] } },
  ]);
});
