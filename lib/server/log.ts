/**
 * The only log of the process, on standard output: readable lines on a terminal, otherwise JSON. It never contains
 * secrets or personal data.
 */
import { pino, stdTimeFunctions, type DestinationStream, type LogFn, type Logger } from 'pino';
import { createLineBuffer } from './line-buffer';
import { currentRequestId, isRequestAborted, isStrangersForm } from './current-request';
import { readableLine } from './readable-line';
import { createRequestLines, type LogRequest } from './request-line';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
export type ServerLog = Log & { request: LogRequest };
export type LogLevel = 'info' | 'warn' | 'error' | 'silent';

// The number of bytes that may wait while nobody reads the output. Further lines are dropped.
const maxWaitingBytes = 4 * 1024 * 1024;

/**
 * @param level null: not set by the operator. A terminal then shows only warnings and errors, so that the start text
 * stays visible. Other outputs also get a line for each request.
 * @param processNumber null: the server has only this process
 */
export function openLog(level: LogLevel | null, processNumber: number | null = null): ServerLog {
  if (!process.stdout.isTTY) return createLog(level ?? 'info', standardOutput(), processNumber);
  return createLog(level ?? 'warn', { write: (line) => void process.stdout.write(readableLine(line)) });
}

/**
 * An error is logged as `err`, with its stack and causes. Each line has the ID of its request. Lines are written
 * asynchronously, and flushed when the process exits.
 * @param destination for tests
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
      hooks: { logMethod: lessIfNotOurs },
    },
    destination,
  );
  return Object.assign(log, {
    request: level === 'info' ? createRequestLines(destination, processNumber) : () => undefined,
  });
}

/** Logs what libraries print (mostly Next), so that every line is JSON. */
export function captureConsole(log: Log): void {
  const levels = { log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;
  for (const [name, level] of Object.entries(levels)) {
    Object.assign(console, { [name]: (...values: unknown[]) => logPrinted(log, level, values) });
  }
}

/**
 * Only these fields are logged, because others may contain requested or stored data (`detail` of PostgreSQL has the
 * values of a row).
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : typeof error };
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(isStrangersForm() ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** If nobody reads the lines, they are dropped, so that nothing waits. */
export function standardOutput(): DestinationStream {
  return createLineBuffer(() => {
    // Lines are written in large pieces. A separate write for each line would take as long as sending a cached page.
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
 * A request that failed because the client disconnected is not an error on our side, so it is logged as information.
 * Anybody can send forms that Next cannot read. They are logged as information too, without the stack.
 */
function lessIfNotOurs(this: Logger, line: Parameters<LogFn>, method: LogFn, level: number): void {
  if (level > infoLevel && (isRequestAborted() || isStrangersForm())) this.info(...line);
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
