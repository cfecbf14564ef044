// Load this with `--import`, before the program. It counts the process's statements on SQLite and PostgreSQL, and ends
// the process with KILL_SIGNAL before statement KILL_AT or commit KILL_AT_COMMIT. If the process ends by itself, it
// prints both counts to standard error. Each worker thread counts its own statements, and uses KILL_THREAD_AT instead
// of KILL_AT.
import { isMainThread } from 'node:worker_threads';
import { watchStatements } from './watch-statements.mjs';

const killAt = Number((isMainThread ? process.env.KILL_AT : process.env.KILL_THREAD_AT) ?? 0);
const killAtCommit = Number((isMainThread && process.env.KILL_AT_COMMIT) || 0);
const signal = process.env.KILL_SIGNAL ?? 'SIGKILL';
let count = 0;
let commits = 0;

function countStatement(sql) {
  count += 1;
  const isCommit = /^\s*commit\b/i.test(sql);
  if (isCommit) commits += 1;
  if (count === killAt || (isCommit && commits === killAtCommit)) process.kill(process.pid, signal);
}

watchStatements({ before: countStatement });
process.on(
  'exit',
  () => isMainThread && count > 0 && process.stderr.write(`${count} statements\n${commits} commits\n`),
);
