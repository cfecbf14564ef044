// Load this with `--import`, before the program. Sends `locked` to the parent process when a statement meets another
// process's lock on a SQLite file.
import { watchStatements } from './watch-statements.mjs';

watchStatements({
  failed: (error) => /database is locked/.test(String(error)) && process.send('locked'),
});
