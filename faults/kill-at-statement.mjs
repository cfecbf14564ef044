// Load this with `--import`, before the program. It counts the process's statements on SQLite and PostgreSQL, and ends
// the process with KILL_SIGNAL before statement KILL_AT or commit KILL_AT_COMMIT. If the process ends by itself, it
// prints both counts to standard error. Each worker thread counts its own statements, and uses KILL_THREAD_AT instead
// of KILL_AT.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

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

// The methods of SQLite's driver can be replaced only on instances, not on classes.
function counted(object, names, sqlOf) {
  for (const name of names) {
    const original = object[name];
    const value = function (...values) {
      countStatement(sqlOf(values));
      return original.apply(this, values);
    };
    Object.defineProperty(object, name, { value });
  }
  return object;
}

const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
const binding = createRequire(driver)('node-gyp-build')(join(dirname(driver), '..'));
binding.DatabaseSync = new Proxy(binding.DatabaseSync, {
  construct(target, values, newTarget) {
    const database = counted(Reflect.construct(target, values, newTarget), ['exec'], ([sql]) => sql);
    const prepare = database.prepare;
    const value = (...given) =>
      counted(prepare.apply(database, given), ['run', 'all', 'get'], () => given[0]);
    Object.defineProperty(database, 'prepare', { value });
    return database;
  },
});
counted(createRequire(import.meta.url)('pg').Client.prototype, ['query'], ([query]) =>
  typeof query === 'string' ? query : (query?.text ?? ''),
);
process.on(
  'exit',
  () => isMainThread && count > 0 && process.stderr.write(`${count} statements\n${commits} commits\n`),
);
