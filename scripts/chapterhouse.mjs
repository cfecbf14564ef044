#!/usr/bin/env node
// The chapterhouse command: installs what is missing, like `npm start`, and runs lib/cli/main.ts.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { projectDir } from './install.mjs';

// `npm run` starts in the project's folder; file names given are relative to where it was called.
const isNpmRun = process.env.npm_lifecycle_event === 'chapterhouse' && process.env.INIT_CWD !== undefined;
const calledFrom = isNpmRun ? process.env.INIT_CWD : process.cwd();

// Garbage is collected when the heap has grown by a fifth: two thirds of the memory for an import of 100,000 rows, which
// takes no longer (bench/import.ts).
setFlagsFromString('--heap-growing-percent=20');
process.chdir(projectDir);
ensureInstalledQuietly();
if (existsSync('.env')) process.loadEnvFile('.env');

const { register } = await import('tsx/esm/api');
register();
const { runChapterhouse } = await import(pathToFileURL(join(projectDir, 'lib/cli/main.ts')).href);
process.exitCode = await runChapterhouse(process.argv.slice(2), { calledFrom });

// Standard output is for the command's result alone (`--json`), so what npm says goes to standard error.
function ensureInstalledQuietly() {
  const source = "import { ensureInstalled } from './scripts/install.mjs'; ensureInstalled();";
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['inherit', process.stderr, process.stderr],
  });
  if (status !== 0) process.exit(status ?? 1);
}
