#!/usr/bin/env node
// The chapterhouse command: installs what is missing, like `npm start`, and runs lib/cli/main.ts.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { loadEnv } from './env.mjs';
import { projectDir } from './install.mjs';

// `npm run` starts in the project's folder, but relative file names refer to the caller's folder.
const isNpmRun = process.env.npm_lifecycle_event === 'chapterhouse' && process.env.INIT_CWD !== undefined;
const calledFrom = isNpmRun ? process.env.INIT_CWD : process.cwd();

// Garbage is collected when the heap has grown by a fifth: an import of 100,000 rows needs two thirds of the memory and
// no more time (bench/import.ts).
setFlagsFromString('--heap-growing-percent=20');
process.chdir(projectDir);
ensureInstalledQuietly();
loadEnv();

const { register } = await import('tsx/esm/api');
register();
const { runChapterhouse } = await import(pathToFileURL(join(projectDir, 'lib/cli/main.ts')).href);
process.exitCode = await runChapterhouse(process.argv.slice(2), { calledFrom });

// Standard output is only for the command's result (`--json`), so npm's output goes to standard error.
function ensureInstalledQuietly() {
  const source = "import { ensureInstalled } from './scripts/install.mjs'; ensureInstalled();";
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['inherit', process.stderr, process.stderr],
  });
  if (status !== 0) process.exit(status ?? 1);
}
