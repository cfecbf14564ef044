import { expect, test } from 'vitest';
import { createLog } from './log';
import { readableLine } from './readable-line';

function record() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(readableLine(line)) }) };
}

test('a terminal gets the time of day, the level, the message and the fields', () => {
  const { lines, log } = record();
  log.info({ method: 'GET', route: '/map', status: 200, ms: 1.5 });
  log.warn('the API is away');
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d {2}info {3}method=GET {2}route=\/map {2}status=200 {2}ms=1\.5\n$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d {2}warn {3}the API is away\n$/),
  ]);
});

test('an error is shown with its stack and causes', () => {
  const { lines, log } = record();
  log.error({ err: new Error('failed', { cause: new TypeError('no') }) }, 'a request failed');
  expect(lines[0]).toMatch(
    /error {2}a request failed\n {2}Error: failed\n {6}at [^]*caused by:\n {2}TypeError: no\n/,
  );
});

test('text from outside cannot write other lines or control the terminal', () => {
  const { lines, log } = record();
  log.warn('one\n00:00:00  error  two \u001b[2J');
  expect(lines[0]?.trim().split('\n')).toHaveLength(1);
  expect(lines[0]).not.toContain('\u001b');
});
