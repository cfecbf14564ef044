/**
 * The only log of the process, on standard output: readable lines on a terminal, otherwise JSON. It never contains
 * secrets or personal data.
 */
import { pino, stdTimeFunctions, type DestinationStream, type LogFn, type Logger } from 'pino';
import { currentRequestId, isRequestAborted, isStrangersForm } from './current-request';
import { readableLine } from './readable-line';

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

interface LoggedRequest {
  requestId: string;
  /** null: the client is unknown, or the request has no client. */
  clientId: string | null;
  method: string;
  route: string;
  status: number;
  ms: number;
  bytes: number;
  /** The client got only a part of the response. */
  isCutOff: boolean;
}

type LogRequest = (request: LoggedRequest) => void;

/**
 * Writes lines in pino's format, in a quarter of the time that pino takes. With pino, writing one line would take as
 * long as finding a cached response.
 */
function createRequestLines(destination: DestinationStream, processNumber: number | null = null): LogRequest {
  const isoTime = createTimes();
  const process = processNumber === null ? '' : `,"process":${processNumber}`;
  return ({ requestId, clientId, method, route, status, ms, bytes, isCutOff }) => {
    const client = clientId === null ? '' : `,"clientId":${JSON.stringify(clientId)}`;
    const start = `{"level":"info","time":"${isoTime()}"${process},"requestId":${JSON.stringify(requestId)}${client}`;
    const response = `"status":${status},"ms":${Math.round(ms * 100) / 100},"bytes":${bytes}`;
    const end = isCutOff ? ',"cutOff":true}\n' : '}\n';
    destination.write(
      `${start},"method":${JSON.stringify(method)},"route":${JSON.stringify(route)},${response}${end}`,
    );
  };
}

/** ISO 8601 in UTC, with milliseconds. */
function createTimes(): () => string {
  let second = 0;
  let text = '';
  return () => {
    const now = Date.now();
    const at = Math.floor(now / 1000);
    if (at !== second) {
      second = at;
      text = new Date(at * 1000).toISOString().slice(0, 20);
    }
    return `${text}${String(now - at * 1000).padStart(3, '0')}Z`;
  };
}

interface Output extends DestinationStream {
  flush(): void;
}

// At each line, pino's stream would measure the length of all its waiting text. This buffer therefore collects lines,
// and the stream gets many lines together.
const waitingCharacters = 8_192;
const flushMs = 1_000;

/**
 * Collects lines and passes them on together. This happens every second, when the buffer has `waitingCharacters`, and
 * when the process exits.
 */
export function createLineBuffer(openOutput: () => Output): DestinationStream {
  let lines = '';
  let output: Output | null = null;
  const pass = () => {
    if (lines !== '') output?.write(lines);
    lines = '';
  };
  // When the process exits, the output writes its last lines in an `exit` listener of its own. The listener below must
  // run earlier, so it is added before the output is opened.
  process.on('exit', pass);
  output = openOutput();
  const timer = setInterval(() => {
    pass();
    output.flush();
  }, flushMs);
  timer.unref();
  return {
    write(line) {
      lines += line;
      if (lines.length >= waitingCharacters) pass();
    },
  };
}
