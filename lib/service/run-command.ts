import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface CommandResult {
  exitCode: number;
  out: string;
  err: string;
}

/** Checking 100,000 members takes half a minute. */
export const commandTimeoutMs = 10 * 60_000;
/** `doctor --json` prints each member without a place on the map, so the output can be large. */
const maxOutputBytes = 256 * 1024 * 1024;

/**
 * Runs `./chapterhouse` with this server's environment, in its own process, so that its work delays no request.
 * @throws Error if it cannot be started or takes too long
 */
export async function runCommand(
  projectDir: string,
  args: string[],
  nodeOptions: string[] = [],
): Promise<CommandResult> {
  const script = join(projectDir, 'scripts/chapterhouse.mjs');
  const options = { cwd: projectDir, timeout: commandTimeoutMs, maxBuffer: maxOutputBytes };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...nodeOptions, script, ...args], options, (error, out, err) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === 'number') resolve({ exitCode, out, err });
      else reject(error ?? new Error('The command has no exit code'));
    });
  });
}
