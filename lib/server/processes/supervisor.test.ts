import { expect, test } from 'vitest';
import { Supervisor } from './supervisor';

function supervise(count: number) {
  const events: string[] = [];
  const timers: { ms: number; work: () => void }[] = [];
  const clock = { now: 0 };
  const supervisor = new Supervisor({
    count,
    start: ({ number, isFirst }) => {
      events.push(`start ${number}${isFirst ? ' first' : ''}`);
      return { end: (signal) => events.push(`${signal} ${number}`) };
    },
    schedule: (ms, work) => {
      const timer = { ms, work };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    now: () => clock.now,
    warn: () => events.push('warn'),
    exit: (code) => events.push(`exit ${code}`),
  });
  const happened = () => events.splice(0);
  const runTimer = () => timers.shift()?.work();
  const crash = (number: number) => supervisor.ended(number, { code: 1, how: 'code 1' });
  return { supervisor, happened, timers, runTimer, clock, crash };
}

test('the first process starts alone, and the others when it is ready', () => {
  const { supervisor, happened } = supervise(3);
  supervisor.begin();
  expect(happened()).toEqual(['start 1 first']);
  supervisor.ready(1);
  expect(happened()).toEqual(['start 2', 'start 3']);
  supervisor.ready(2);
  supervisor.ready(3);
  expect(happened()).toEqual([]);
});

test('if the first start fails, the server ends with the same code and nothing is started again', () => {
  const { supervisor, happened, timers, crash } = supervise(2);
  supervisor.begin();
  crash(1);
  expect(happened()).toEqual(['start 1 first', 'exit 1']);
  expect(timers).toEqual([]);
});

test('a process that ends is started again, after pauses that double up to half a minute', () => {
  const { supervisor, happened, timers, runTimer, crash } = supervise(2);
  supervisor.begin();
  supervisor.ready(1);
  supervisor.ready(2);
  happened();
  const pauses: number[] = [];
  for (let time = 0; time < 7; time += 1) {
    crash(2);
    expect(happened()).toEqual(['warn']);
    pauses.push(timers[0]?.ms ?? 0);
    runTimer();
    expect(happened()).toEqual(['start 2']);
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('after a minute without a problem, the pause is short again', () => {
  const { supervisor, timers, runTimer, clock, crash } = supervise(1);
  supervisor.begin();
  supervisor.ready(1);
  crash(1);
  runTimer();
  supervisor.ready(1);
  clock.now += 59_999;
  crash(1);
  expect(timers[0]?.ms).toBe(2_000);
  runTimer();
  supervisor.ready(1);
  clock.now += 60_000;
  crash(1);
  expect(timers[0]?.ms).toBe(1_000);
});

test('if all processes have ended, they are started again, and none counts as the first', () => {
  const { supervisor, happened, runTimer, crash } = supervise(2);
  supervisor.begin();
  supervisor.ready(1);
  happened();
  crash(1);
  crash(2);
  runTimer();
  runTimer();
  expect(happened()).toEqual(['warn', 'warn', 'start 1', 'start 2']);
});

test('a stop asks all processes to end once, starts none again, and ends when the last one has', () => {
  const { supervisor, happened, timers, crash } = supervise(3);
  supervisor.begin();
  supervisor.ready(1);
  crash(3);
  happened();
  supervisor.stop();
  supervisor.stop();
  expect(happened()).toEqual(['SIGTERM 1', 'SIGTERM 2']);
  supervisor.ended(1, { code: 0, how: 'code 0' });
  expect(happened()).toEqual([]);
  supervisor.ended(2, { code: 0, how: 'code 0' });
  expect(happened()).toEqual(['exit 0']);
  expect(timers.map(({ ms }) => ms)).toEqual([27_000]);
});

test('a process that does not end in time is killed, and the server exits with an error', () => {
  const { supervisor, happened, runTimer } = supervise(1);
  supervisor.begin();
  supervisor.ready(1);
  supervisor.stop();
  happened();
  runTimer();
  expect(happened()).toEqual(['SIGKILL 1']);
  supervisor.ended(1, { code: 1, how: 'SIGKILL' });
  expect(happened()).toEqual(['exit 1']);
});

test('a stop during the first start ends it', () => {
  const { supervisor, happened } = supervise(2);
  supervisor.begin();
  supervisor.stop();
  supervisor.ready(1);
  supervisor.ended(1, { code: 0, how: 'code 0' });
  expect(happened()).toEqual(['start 1 first', 'SIGTERM 1', 'exit 0']);
});
