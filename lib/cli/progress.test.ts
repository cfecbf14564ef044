import { expect, it } from 'vitest';
import { createProgress } from './progress';
import type { Terminal } from './terminal';

function terminalOf(isInteractive: boolean): Terminal & { seen: string[] } {
  const seen: string[] = [];
  return {
    calledFrom: '/',
    isInteractive,
    seen,
    readInput: async () => '',
    readSecret: async () => '',
    ask: null,
    out: (text) => seen.push(`out: ${text}`),
    err: (text) => seen.push(text),
    rewrite: (text) => seen.push(`\r${text}`),
  };
}

it('on a terminal one line is updated, with a bar once the total is known, and the line is cleared at the end', () => {
  const terminal = terminalOf(true);
  const progress = createProgress(terminal);
  progress.show({ text: 'Reading: 1,000 rows', done: 1000, total: null });
  progress.show({ text: 'half', done: 50_000, total: 100_000 });
  progress.show({ text: 'all', done: 100_000, total: 100_000 });
  progress.end();
  expect(terminal.seen).toEqual([
    '\rReading: 1,000 rows',
    `\r[${'#'.repeat(12)}${'.'.repeat(12)}] half`,
    `\r[${'#'.repeat(24)}] all`,
    '\r',
  ]);
});

it('in a pipe a plain line is written from time to time for each step, and nothing is overwritten', () => {
  const terminal = terminalOf(false);
  const progress = createProgress(terminal);
  for (const step of ['Reading', 'Writing']) {
    for (let done = 1000; done <= 60_000; done += 1000)
      progress.show({ text: `${step}: ${done}`, done, total: 60_000 });
  }
  progress.end();
  expect(terminal.seen).toEqual(['Reading: 25000', 'Reading: 50000', 'Writing: 25000', 'Writing: 50000']);
});

it('a short task shows no progress in a pipe, and has nothing to clear on a terminal', () => {
  for (const isInteractive of [false, true]) {
    const terminal = terminalOf(isInteractive);
    const progress = createProgress(terminal);
    if (!isInteractive) progress.show({ text: 'Reading: 20 rows', done: 20, total: null });
    progress.end();
    expect(terminal.seen).toEqual([]);
  }
});
