import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Measured } from './timed';

/** The file runs in its own process, and prints its measurements as a line of JSON. */
export async function runWorker(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return JSON.parse(output) as Measured;
}
