// Loaded into a process with `--import`, before its program. It counts the process's statements on SQLite and
// PostgreSQL, ends it with KILL_SIGNAL before statement KILL_AT, and prints the count to standard error when the process
// ends by itself. A thread counts its own statements, up to KILL_THREAD_AT.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const killAt = Number((isMainThread ? process.env.KILL_AT : process.env.KILL_THREAD_AT) ?? 0);
const signal = process.env.KILL_SIGNAL ?? 'SIGKILL';
let count = 0;

// The methods of SQLite's driver cannot be replaced on its classes, only on their instances.
function counted(object, names) {
  for (const name of names) {
    const original = object[name];
    const value = function (...values) {
      count += 1;
      if (count === killAt) process.kill(process.pid, signal);
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
    const database = counted(Reflect.construct(target, values, newTarget), ['exec']);
    const prepare = database.prepare;
    const value = (...given) => counted(prepare.apply(database, given), ['run', 'all', 'get']);
    Object.defineProperty(database, 'prepare', { value });
    return database;
  },
});
counted(createRequire(import.meta.url)('pg').Client.prototype, ['query']);
process.on('exit', () => isMainThread && count > 0 && process.stderr.write(`${count} statements\n`));
