import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

/**
 * How long a checkpoint waits for readers. Writers wait too, so this is short, and writers get a turn between attempts.
 */
const checkpointMs = 200;
const pauseMs = 300;

const { file, waitMs } = workerData;
const end = Date.now() + waitMs;
const database = new DatabaseSync(file, { timeout: waitMs });
let isEmptied = false;
try {
  database.exec('PRAGMA secure_delete = ON');
  database.exec('VACUUM');
  database.exec(`PRAGMA busy_timeout = ${checkpointMs}`);
  for (;;) {
    isEmptied = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get().busy === 0;
    if (isEmptied || Date.now() > end) break;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
} finally {
  database.close();
}
parentPort.postMessage(isEmptied);
