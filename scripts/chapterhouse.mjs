#!/usr/bin/env node
// The chapterhouse command. It installs what is missing, as `npm start` does, and runs lib/cli/main.ts.
import { setFlagsFromString } from 'node:v8';
import { loadEnv } from './env.mjs';
import { ensureInstalled, projectDir } from './install.mjs';
import { importProgram } from './program.mjs';

// `npm run` starts in the project's folder, but relative file names refer to the caller's folder.
const isNpmRun = process.env.npm_lifecycle_event === 'chapterhouse' && process.env.INIT_CWD !== undefined;
const calledFrom = isNpmRun ? process.env.INIT_CWD : process.cwd();

// Garbage is collected when the heap has grown by a fifth: an import of 100,000 rows then needs a third less memory and
// no more time (bench/import.ts).
setFlagsFromString('--heap-growing-percent=20');
process.chdir(projectDir);
// Standard output is only for the command's result (`--json`).
ensureInstalled({ output: process.stderr });
loadEnv();

const { runChapterhouse } = await importProgram('lib/cli/main.ts');
process.exitCode = await runChapterhouse(process.argv.slice(2), { calledFrom });
