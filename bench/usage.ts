/**
 * Records the CPU time and the peak memory of the Node processes of an installation. Each process writes them when it
 * gets SIGTERM or ends.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from '../e2e/installation';

/**
 * `env`: the environment variables for the processes to measure. `read`: returns the CPU time and the peak memory of
 * the process that ran `script`.
 */
export function reportUsage({ dataDir }: Pick<Installation, 'dataDir'>) {
  const file = join(dataDir, 'usage.txt');
  rmSync(file, { force: true });
  const source = `
    import { appendFileSync } from 'node:fs';
    let isNoted = false;
    function note() {
      if (isNoted) return;
      isNoted = true;
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      const line = [process.argv[1], (userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024].join('\\t');
      appendFileSync(${JSON.stringify(file)}, line + '\\n');
    }
    process.once('SIGTERM', note).once('exit', note);`;
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` },
    read(script: string) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const [, cpu, mb] = lines.find((line) => line.split('\t')[0]?.endsWith(script))?.split('\t') ?? [];
      return { 'CPU seconds': Number(cpu), 'MB at most': Number(mb) };
    },
  };
}
