// Holds the write lock of a SQLite file, like an import, from the message `lock` to the message `unlock`.
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(process.argv[2], { timeout: 5000 });
process.on('message', (message) => {
  database.exec(message === 'lock' ? 'BEGIN IMMEDIATE' : 'ROLLBACK');
  process.send(message);
});
process.send('ready');
