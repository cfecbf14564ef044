/** What keeps the server or a command from starting, and what the operator can do. */
import { ConfigError } from './config';
import { StartupError } from './startup-error';

export interface StartupProblem {
  what: string;
  todo: string;
}

interface Failure {
  code: string;
  /** SQLite's extended result code. null: another error. @see https://sqlite.org/rescode.html */
  sqlite: number | null;
  call: string;
  /** The file or address that the error names, or ''. */
  subject: string;
  message: string;
}

interface Place {
  dataDir: string;
  port: number;
}

type Row = [
  matches: (failure: Failure) => boolean,
  explain: (failure: Failure, place: Place) => StartupProblem,
];

const hasAny = (codes: readonly string[]) => (failure: Failure) => codes.includes(failure.code);

const sqliteFull = 13;
/** SQLITE_IOERR_WRITE: also reported if a file reaches the system's limit on the size of files. */
const sqliteWriteFailed = 778;
/** With PROCESSES, the primary process listens for all processes, and the failed call in the others is `bind`. */
const isListen = (call: string) => call === 'listen' || call === 'bind';
const primaryCode = ({ sqlite }: Failure) => (sqlite ?? 0) % 256;

/** The first row that matches is used. */
const rows: Row[] = [
  [
    ({ code, call }) => code === 'EADDRINUSE' && isListen(call),
    (_, { port }) => ({
      what: `Another program uses port ${port}.`,
      todo: 'Stop it (it may be another Chapterhouse), or set PORT to another number.',
    }),
  ],
  [
    ({ code, call }) => code === 'EADDRNOTAVAIL' && isListen(call),
    ({ subject }) => ({
      what: `This machine does not have the address ${subject}.`,
      todo: 'Correct HOST; leave it out to listen on this machine only.',
    }),
  ],
  [
    ({ code, call }) => code === 'EACCES' && isListen(call),
    (_, { port }) => ({
      what: `This user does not have permission to use port ${port}.`,
      todo: 'Set PORT to a number from 1024 on, and put a proxy in front for 80 and 443.',
    }),
  ],
  [
    isFull,
    ({ subject, message }, { dataDir }) => ({
      what: `The disk of ${subject || dataDir} is full or cannot be written (${message}).`,
      todo: 'Free some space on it. The existing data is intact.',
    }),
  ],
  [
    hasAny(['EMFILE', 'ENFILE']),
    () => ({
      what: 'This process has reached its limit of open files.',
      todo: 'Raise the limit to at least 1024: ulimit -n 4096, or LimitNOFILE= of the systemd unit.',
    }),
  ],
  [
    (failure) => hasAny(['EACCES', 'EPERM', 'EROFS'])(failure) || [8, 14, 23].includes(primaryCode(failure)),
    ({ subject }, { dataDir }) => ({
      what: `${subject || `A file in DATA_DIR (${dataDir})`} cannot be read or written by this user (${userName()}).`,
      todo: `Run as the user who owns ${dataDir}, make that user the owner with chown -R, or set DATA_DIR to a folder that can be written.`,
    }),
  ],
  [
    (failure) => primaryCode(failure) === 10,
    ({ message }, { dataDir }) => ({
      what: `A database in ${dataDir} cannot be read or written (${message}).`,
      todo: 'Check whether the disk is full or broken. If it is not, the file is damaged: restore a backup.',
    }),
  ],
  [
    (failure) => [11, 26].includes(primaryCode(failure)),
    (_, { dataDir }) => ({ what: `A database in ${dataDir} is damaged.`, todo: 'Restore a backup.' }),
  ],
  [
    hasAny(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET']),
    ({ message, code }) => ({
      what: `The database server cannot be reached (${message || code}).`,
      todo: 'Check that PostgreSQL runs, and that DATABASE_URL has its host and port.',
    }),
  ],
  [
    hasAny(['25006']),
    ({ message }) => ({
      what: `The database is read-only: ${message}.`,
      todo: 'DATABASE_URL must name the primary server, not a standby. If it does, check default_transaction_read_only.',
    }),
  ],
  [
    hasAny(['28P01', '28000', '3D000', '42501']),
    ({ message }) => ({
      what: `PostgreSQL refused the connection: ${message}.`,
      todo: 'Correct user, password and database in DATABASE_URL. The user must be allowed to create tables.',
    }),
  ],
];

/** null: the error is unexpected and needs its stack trace. */
export function findStartupProblem(error: unknown, place: Place): StartupProblem | null {
  const failure = toFailure(error);
  if (failure === null) return null;
  const row = rows.find(([matches]) => matches(failure));
  return row === undefined ? null : row[1](failure, place);
}

/**
 * The text about an error that the terminal shows. If the error has a message for the operator, the text is this
 * message.
 */
export function explainStartup(error: unknown, place: Place): string | null {
  if (error instanceof ConfigError) return `These settings are wrong:\n${error.message}`;
  if (error instanceof StartupError) return error.message;
  const problem = findStartupProblem(error, place);
  return problem === null ? null : `${problem.what}\n${problem.todo}`;
}

export function isFullDisk(error: unknown): boolean {
  const failure = toFailure(error);
  return failure !== null && isFull(failure);
}

function isFull({ code, sqlite }: Failure): boolean {
  return (
    ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'].includes(code) ||
    [sqliteFull, sqliteWriteFailed].includes(sqlite ?? 0)
  );
}

function toFailure(error: unknown): Failure | null {
  // Several addresses of one host were tried. All failed in the same way, so the first error is enough.
  if (error instanceof AggregateError && error.errors.length > 0) return toFailure(error.errors[0]);
  if (!(error instanceof Error)) return null;
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : '';
  };
  const errcode: unknown = Reflect.get(error, 'errcode');
  return {
    code: text('code'),
    sqlite: typeof errcode === 'number' ? errcode : null,
    call: text('syscall'),
    subject: text('path') || text('address'),
    message: error.message,
  };
}

function userName(): string {
  return typeof process.getuid === 'function' ? `uid ${process.getuid()}` : 'this account';
}
