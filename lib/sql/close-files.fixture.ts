import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The driver closes a database's file, which other processes may wait for, after it has collected its statements. */
export async function closeFiles(): Promise<void> {
  // Statements are finalized in a later turn of the event loop than the one in which they are collected.
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage();
    await setImmediate();
  }
}
