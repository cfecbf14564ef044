/**
 * A response of another site that would remove many members. It is not shown until the operator confirms it. The server
 * and the command `directory accept` communicate through two files in `DATA_DIR`, because there may be no database.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';

const heldSchema = z.object({
  source: z.string(),
  /** The number of members that are shown now. */
  known: z.number().int(),
  /** The number of members that would be removed. */
  removed: z.number().int(),
});
export type HeldResponse = z.infer<typeof heldSchema>;

/**
 * How long a confirmation is valid. Short, because the operator confirms only what they see now, and a running server
 * finds the confirmation within seconds.
 */
const confirmationMs = 60 * 60_000;

export class HeldResponseError extends Error {
  override name = 'HeldAnswerError';
  constructor(readonly held: HeldResponse) {
    super(describeHeld(held));
  }
}

export function describeHeld({ known, removed }: HeldResponse): string {
  return `The API’s latest response would remove ${removed} of ${known} members. The directory still shows them all.`;
}

export function howToAccept({ removed }: HeldResponse): string {
  return `To remove them, run: ./chapterhouse directory accept --remove ${removed}`;
}

/** Saves the response for the commands `doctor` and `directory accept`. null: no response is held any more. */
export async function saveHeldResponse(dataDir: string, held: HeldResponse | null): Promise<void> {
  if (held === null) await rm(heldPath(dataDir), { force: true });
  else await writeWhole(heldPath(dataDir), held);
}

/** null: nothing is held, or another process wrote something else to the file. */
export async function readHeldResponse(dataDir: string): Promise<HeldResponse | null> {
  return readHeld(heldPath(dataDir));
}

export async function confirmHeldResponse(dataDir: string, held: HeldResponse): Promise<void> {
  await writeWhole(confirmedPath(dataDir), held);
}

/** The operator has confirmed exactly this response within the last hour. */
export async function isConfirmed(dataDir: string, held: HeldResponse): Promise<boolean> {
  try {
    const confirmed = await readHeld(confirmedPath(dataDir));
    const isSame =
      confirmed?.source === held.source &&
      confirmed.known === held.known &&
      confirmed.removed === held.removed;
    return isSame && Date.now() - (await stat(confirmedPath(dataDir))).mtimeMs < confirmationMs;
  } catch {
    // A file that cannot be read confirms nothing.
    return false;
  }
}

const heldPath = (dataDir: string) => join(dataDir, 'held-answer.json');
const confirmedPath = (dataDir: string) => join(dataDir, 'confirmed-answer.json');

async function readHeld(path: string): Promise<HeldResponse | null> {
  try {
    return heldSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** After a crash, the file is either the old or the new one. */
async function writeWhole(path: string, held: HeldResponse): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  await writeFile(draft, `${JSON.stringify(held)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
