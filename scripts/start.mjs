// `npm start`: the whole set-up and the server. With PROCESSES, it runs again in each process that the server starts.
// With `--dev`, for work on the code, pages are built on request. With `--build`, only the set-up is done, for a folder
// that the server may not write to.
import { resolve } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { loadEnv } from './env.mjs';
import { ensureInstalled, projectDir } from './install.mjs';
import { ensureBundle, importProgram } from './program.mjs';

const isDevelopment = process.argv.includes('--dev');
/** Whether the primary process has started this process as one of several. */
const isWorker = process.argv.includes('--process');

process.chdir(projectDir);
if (!isWorker) ensureInstalled();
loadEnv();
process.env.NODE_ENV = isDevelopment ? 'development' : 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
const primary = 'lib/server/processes/primary.ts';
const isBuildOnly = process.argv.includes('--build');
if (!isDevelopment && !isWorker) ensureBuilt(process.env.NEXT_DIST_DIR || '.next', { isQuiet: !isBuildOnly });
if (isBuildOnly) {
  for (const program of ['server.ts', primary, 'lib/cli/main.ts']) await ensureBundle(program);
  process.exit();
}

const isPrimary = !isDevelopment && !isWorker && !['', '1'].includes(process.env.PROCESSES ?? '');
// Next.js caches its settings. They are loaded silently here, because Next.js would print how long loading them took.
if (!isDevelopment && !isPrimary) {
  const { default: settings } = await import('next/dist/server/config.js');
  await settings.default('phase-production-server', resolve(projectDir));
}

await importProgram(isPrimary ? primary : 'server.ts');
