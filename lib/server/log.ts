/**
 * The only log of the process, on standard output: readable lines on a terminal, otherwise JSON lines. It never
 * contains secrets or personal data.
 */
import { pino, stdTimeFunctions, type DestinationStream, type LogFn, type Logger } from 'pino';
import { createLineBuffer } from './line-buffer';
import { currentRequestId, isRequestAborted } from './current-request';
import { readableLine } from './readable-line';
import { createRequestLines, type LogRequest } from './request-line';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
/** The log, and its lines for requests. */
export type ServerLog = Log & { request: LogRequest };
export type LogLevel = 'info' | 'warn' | 'error' | 'silent';

// The number of bytes that may wait while nobody reads the output. More is dropped.
const maxWaitingBytes = 4 * 1024 * 1024;

/**
 * The log of a server. If `level` is null, the operator did not set it. A terminal then shows only warnings and errors,
 * so that the start text stays visible. Any other output also gets a line for each request.
 *
 * @param processNumber the number of this process; null: it is the only one
 */
export function openLog(level: LogLevel | null, processNumber: number | null = null): ServerLog {
  if (!process.stdout.isTTY) return createLog(level ?? 'info', standardOutput(), processNumber);
  return createLog(level ?? 'warn', { write: (line) => void process.stdout.write(readableLine(line)) });
}

/**
 * A log of lines at or above `level`. An error is logged as `err` with its stack and causes. Each line has the ID of
 * its request. Lines are written asynchronously, and flushed when the process exits. `destination` is for tests.
 */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = standardOutput(),
  processNumber: number | null = null,
): ServerLog {
  const log = pino(
    {
      level,
      base: processNumber === null ? null : { process: processNumber },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      mixin: requestOfLine,
      hooks: { logMethod: lessWhenAborted },
    },
    destination,
  );
  return Object.assign(log, {
    request: level === 'info' ? createRequestLines(destination, processNumber) : () => undefined,
  });
}

/** Sends what libraries print (mostly Next) through the log, so that every line is JSON. */
export function captureConsole(log: Log): void {
  const levels = { log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;
  for (const [name, level] of Object.entries(levels)) {
    Object.assign(console, { [name]: (...values: unknown[]) => logPrinted(log, level, values) });
  }
}

/**
 * An error as it is logged. It has only these fields, because other fields may contain requested or stored data
 * (PostgreSQL's `detail` has the values of a row).
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

/** Standard output for log lines. If nobody reads the lines, they are dropped, so that nothing waits. */
export function standardOutput(): DestinationStream {
  return createLineBuffer(() => {
    // If each line were written separately, this would take as long as sending a cached page. Writing every 4 kB would
    // take as long as looking up the token of an API request.
    const stream = pino.destination({
      dest: 1,
      sync: false,
      maxLength: maxWaitingBytes,
      minLength: 65_536,
      maxWrite: 131_072,
    });
    // If the disk is full, lines are lost. Without this listener, the process would end.
    stream.on('error', () => undefined);
    return stream;
  });
}

/**
 * If a request failed because the client disconnected, this is logged as information, because it is not an error on our
 * side.
 */
function lessWhenAborted(this: Logger, line: Parameters<LogFn>, method: LogFn, level: number): void {
  if (level > infoLevel && isRequestAborted()) this.info(...line);
  else method.apply(this, line);
}

// @see https://getpino.io/#/docs/api?id=loggerlevels-object
const infoLevel = 30;

function requestOfLine(): object {
  const requestId = currentRequestId();
  return requestId === '' ? {} : { requestId };
}

function logPrinted(log: Log, level: keyof Log, values: unknown[]): void {
  const error = values.find((value) => value instanceof Error);
  const words = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  log[level](error === undefined ? {} : { err: error }, words.join(' ').trim());
}
