import { expect, test } from 'vitest';
import { createLineBuffer, createLog, type LogLevel } from './log';

const logged = {
  requestId: 'request-1',
  clientId: 'a "client"\n',
  method: 'GET',
  route: '/members/:slug',
  status: 200,
  ms: 1.23456,
  bytes: 10,
  isCutOff: false,
};

function record(level: LogLevel, processNumber: number | null = null) {
  const lines: string[] = [];
  return { lines, log: createLog(level, { write: (line) => void lines.push(line) }, processNumber) };
}

test.each([null, 2])('the line of a request has the format of the other lines, in process %s', (number) => {
  const { lines, log } = record('info', number);
  log.request(logged);
  const { requestId, clientId, method, route, status, bytes } = logged;
  log.info({ requestId, clientId, method, route, status, ms: 1.23, bytes });
  const time = /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/;
  const [line = '', usual = ''] = lines.map((text) => text.replace(time, '"time":""'));
  expect(JSON.parse(line)).toEqual(JSON.parse(usual));
  expect([line.endsWith('}\n'), line.split('\n').length]).toEqual([true, 2]);
});

test('the line of a request without a client, of which only a part was sent', () => {
  const { lines, log } = record('info');
  log.request({ ...logged, clientId: null, isCutOff: true });
  const line = JSON.parse(lines[0] ?? '');
  expect([line.cutOff, 'clientId' in line]).toEqual([true, false]);
});

test.each(['warn', 'error', 'silent'] as const)('LOG_LEVEL=%s leaves out requests', (level) => {
  const { lines, log } = record(level);
  log.request(logged);
  expect(lines).toEqual([]);
});

test('lines are passed on in their order, together when there are many, and at the end of the process', () => {
  const written: string[] = [];
  const output = { write: (text: string) => void written.push(text), flush: () => undefined };
  const exitListeners = process.listenerCount('exit');
  const buffer = createLineBuffer(() => output);
  const pass = process.listeners('exit')[exitListeners];
  buffer.write('one\n');
  buffer.write('two\n');
  expect(written).toEqual([]);
  buffer.write(`${'x'.repeat(8_200)}\n`);
  buffer.write('last\n');
  expect(written).toEqual([`one\ntwo\n${'x'.repeat(8_200)}\n`]);
  pass?.(0);
  expect(written.join('').endsWith('last\n')).toBe(true);
  process.removeListener('exit', pass as () => void);
});
