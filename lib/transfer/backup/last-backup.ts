import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';
import { writePrivateFile } from '@/lib/base/private-file';

const lastBackupSchema = z.object({
  madeAt: z.coerce.date(),
  /** An absolute path on this machine. */
  folder: z.string(),
  bytes: z.number(),
});

export type LastBackup = z.infer<typeof lastBackupSchema>;

export async function recordLastBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writePrivateFile(fileIn(dataDir), (write) => write(`${JSON.stringify(backup)}\n`));
}

/** null: no backup is recorded, or the file is damaged. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return lastBackupSchema.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError || hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'last-backup.json');
}
