// Load this with `--import`, before the program. It counts the calls that change the names and contents of
// files, ends the process with SIGKILL before call KILL_AT_FILE_CALL, and prints the count to standard error when the
// process exits.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT_FILE_CALL ?? 0);
let count = 0;
for (const name of [
  'renameSync',
  'mkdirSync',
  'rmSync',
  'copyFileSync',
  'writeFileSync',
  'fsyncSync',
  'writeSync',
]) {
  const original = fs[name];
  fs[name] = (...values) => {
    count += 1;
    if (count === killAt) process.kill(process.pid, 'SIGKILL');
    return original(...values);
  };
}
syncBuiltinESMExports();
process.on('exit', () => process.stderr.write(`${count} file calls\n`));
