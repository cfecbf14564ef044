/** Load from wrk (Debian's package), which needs a tenth of the processor time that a generator in Node needs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

export interface Load {
  base: string;
  paths: string[];
  headers: Record<string, string>[];
  seconds: number;
  connections: number;
}

export interface LoadResult {
  done: number;
  failed: number;
  seconds: number;
}

const printed = z.object({ requests: z.number(), failed: z.number(), microseconds: z.number() });

/**
 * Each request uses the next path and the next set of headers. Each connection sends its next request when it has the
 * response.
 */
export function loadFromWrk(wrk: string, { base, paths, headers, seconds, connections }: Load): LoadResult {
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-wrk-'));
  try {
    const script = join(folder, 'load.lua');
    writeFileSync(script, scriptOf(paths, headers));
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout=20s', '-s', script, base];
    const { stdout } = spawnSync(wrk, args, { encoding: 'utf8' });
    const { requests, failed, microseconds } = printed.parse(JSON.parse(/^\{.*\}$/m.exec(stdout)?.[0] ?? ''));
    return { done: requests - failed, failed, seconds: microseconds / 1e6 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function scriptOf(paths: string[], headers: Record<string, string>[]): string {
  const formatted = paths.map((path, at) => {
    const fields = Object.entries(headers[at % headers.length] ?? {});
    const table = fields.map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
    return `wrk.format("GET", ${JSON.stringify(path)}, {${table.join()}})`;
  });
  return `local requests, at = {}, 0
init = function()
${formatted.map((request) => `requests[#requests + 1] = ${request}`).join('\n')}
end
request = function() at = at % #requests + 1; return requests[at] end
done = function(summary)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"failed":%d,"microseconds":%d}\\n', summary.requests,
    e.connect + e.read + e.write + e.status + e.timeout, summary.duration))
end
`;
}
