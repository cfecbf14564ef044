import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * Makes the driver close the files of databases. The driver closes them only when their statements have been
 * garbage-collected, and other processes may wait for the files.
 */
export async function closeFiles(): Promise<void> {
  // Statements are collected in one turn of the event loop and finalized in a later one.
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage();
    await setImmediate();
  }
}
