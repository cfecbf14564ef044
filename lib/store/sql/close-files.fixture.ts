import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * The driver closes a file only when its statements have been garbage-collected. Other processes may wait for the file.
 */
export async function closeFiles(): Promise<void> {
  // Statements are collected in one turn of the event loop and finalized in a later one.
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage();
    await setImmediate();
  }
}
