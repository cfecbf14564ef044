/** The process's one log: JSON lines on standard output, without what is anybody's secret or personal. */
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { currentRequestId } from './current-request';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
export type LogLevel = 'info' | 'warn' | 'error' | 'silent';

// What waits to be written when nobody reads it; more is dropped.
const maxWaitingBytes = 4 * 1024 * 1024;

/**
 * The log from `level` on, an error as `err` with its stack and causes, each line with the ID of the request it belongs to. Written
 * beside the requests and flushed when the process exits. `destination` is for tests.
 */
export function createLog(level: LogLevel, destination: DestinationStream = standardOutput()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      mixin: requestOfLine,
    },
    destination,
  );
}

/** Sends what libraries print (Next, mostly) through the log, so that every line of it is JSON. */
export function captureConsole(log: Log): void {
  const levels = { log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;
  for (const [name, level] of Object.entries(levels)) {
    Object.assign(console, { [name]: (...values: unknown[]) => logPrinted(log, level, values) });
  }
}

/**
 * An error as the log has it. Only these fields: others may hold what was asked or stored (PostgreSQL's `detail` has
 * the values of a row).
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : typeof error };
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: String(error.code) } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function standardOutput(): DestinationStream {
  // A write for each line would cost as much as sending a kept page.
  const stream = pino.destination({
    ...{ dest: 1, sync: false, maxLength: maxWaitingBytes },
    ...{ minLength: 4096, periodicFlush: 1_000 },
  });
  // A disk that is full loses lines; without a listener it would end the process.
  stream.on('error', () => undefined);
  return stream;
}

function requestOfLine(): object {
  const requestId = currentRequestId();
  return requestId === '' ? {} : { requestId };
}

function logPrinted(log: Log, level: keyof Log, values: unknown[]): void {
  const error = values.find((value) => value instanceof Error);
  const words = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  log[level](error === undefined ? {} : { err: error }, words.join(' ').trim());
}
