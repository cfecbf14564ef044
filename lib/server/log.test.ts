import { afterEach, expect, test, vi } from 'vitest';
import { captureConsole, createLog, type LogLevel } from './log';
import { withRequest } from './current-request';

function record(level: LogLevel = 'info') {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }) };
}
const original = { ...console };
afterEach(() => void Object.assign(console, original));

test('an error is logged with its causes, without fields that may contain stored data', () => {
  const { lines, log } = record();
  const row = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@x.org)' });
  withRequest(
    { id: 'request-1', isRendered: false, caller: null, isStrangersForm: false, isAborted: () => false },
    () => log.error({ err: new Error('failed', { cause: row }) }, 'a request failed'),
  );
  expect(lines).toMatchObject([
    { level: 'error', requestId: 'request-1', msg: 'a request failed', err: { cause: { code: '23505' } } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('ada@x.org');
});

test('a failure because the client disconnected during its request is not an error', () => {
  const { lines, log } = record();
  withRequest(
    { id: 'request-1', isRendered: false, caller: null, isStrangersForm: false, isAborted: () => true },
    () => {
      log.error({ err: new Error('aborted') }, 'a request failed');
      log.warn('told');
    },
  );
  expect(lines).toMatchObject([
    { level: 'info', requestId: 'request-1', msg: 'a request failed', err: { message: 'aborted' } },
    { level: 'info', msg: 'told' },
  ]);
});

test('a form of a stranger that cannot be read is not an error, and writes no stack', () => {
  const { lines, log } = record();
  captureConsole(log);
  const printer: Pick<Console, 'error' | 'warn'> = console;
  const request = {
    id: 'request-1',
    isRendered: true,
    caller: null,
    isStrangersForm: true,
    isAborted: () => false,
  };
  const error = new Error('Failed to find Server Action', { cause: new Error('no such ID') });
  withRequest(request, () => printer.error(error));
  withRequest({ ...request, isStrangersForm: false }, () => printer.error(error));
  expect(lines).toMatchObject([
    { level: 'info', requestId: 'request-1', err: { message: 'Failed to find Server Action' } },
    { level: 'error', err: { stack: expect.any(String) } },
  ]);
  expect(JSON.stringify(lines[0])).not.toContain('stack');
});

test('what libraries print becomes log lines', () => {
  const { lines, log } = record();
  captureConsole(log);
  const printer: Pick<Console, 'error' | 'warn'> = console;
  printer.error('⨯', new TypeError('no'), { token: 'Zt0ken' });
  printer.warn('old', 3);
  expect(lines).toMatchObject([
    { level: 'error', msg: '⨯', err: { name: 'TypeError', message: 'no' } },
    { level: 'warn', msg: 'old 3' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Zt0ken');
});

test('LOG_LEVEL=warn leaves out request lines, silent leaves out everything', () => {
  const quiet = record('warn');
  quiet.log.info({ route: '/' });
  quiet.log.warn('told');
  expect(quiet.lines).toMatchObject([{ msg: 'told' }]);
  const silent = record('silent');
  silent.log.error('told');
  expect(silent.lines).toEqual([]);
});

test('a line break in a logged text does not make two lines', () => {
  const write = vi.fn();
  createLog('info', { write }).info('one\n{"level":"error"}');
  expect(write).toHaveBeenCalledTimes(1);
  expect(String(write.mock.calls[0]?.[0]).trim().split('\n')).toHaveLength(1);
});
