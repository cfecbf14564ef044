import { setTimeout as pause } from 'node:timers/promises';
import { Installation } from '../e2e/installation';
import { organisationPath, Product } from './product';

/** The time between a response and the next request. */
const pauseMs = 5;
const aloneMs = 5000;

/** The time of the slowest of many responses, in milliseconds. */
export interface Waits {
  alone: number;
  whileImporting: number;
}

/**
 * Steadily requests one member of organisation 1 from the server, first without an import, then while organisation 2 is
 * imported.
 * @param importInto imports a file as an organisation into the SQLite database of a folder, and runs in another process
 */
export async function measureWaits(
  files: { first: string; second: string },
  importInto: (dataDir: string, organisationId: number, file: string) => Promise<unknown>,
): Promise<Waits> {
  const installation = new Installation();
  const { dataDir } = installation;
  try {
    await importInto(dataDir, 1, files.first);
    const api = await Product.start(installation);
    // The first responses wait until the code is compiled.
    await longestResponse(api, pause(1000));
    const alone = await longestResponse(api, pause(aloneMs));
    const whileImporting = await longestResponse(api, importInto(dataDir, 2, files.second));
    return { alone, whileImporting };
  } finally {
    await installation.stop();
  }
}

async function longestResponse(api: Product, done: Promise<unknown>): Promise<number> {
  let isDone = false;
  const ended = done.finally(() => (isDone = true));
  let longest = 0;
  for (let at = 0; !isDone; at += 1) {
    const { totalMs, body } = await api.read(
      `${organisationPath('v2')}/members?User[LastName]=Last${1 + (at % 1000)}`,
    );
    if (!body.includes('"LastName"')) throw new Error(`an answer has no member: ${body}`);
    longest = Math.max(longest, totalMs);
    await pause(pauseMs);
  }
  await ended;
  return longest;
}
