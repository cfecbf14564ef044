// `npm start`: the whole set-up and the main job. `--dev`: for work on the code, pages built as they are asked for.
// `--build`: the set-up alone, for a folder that the server may not write to.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, projectDir } from './install.mjs';

const isDevelopment = process.argv.includes('--dev');

process.chdir(projectDir);
ensureInstalled();
if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = isDevelopment ? 'development' : 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
if (!isDevelopment) ensureBuilt(process.env.NEXT_DIST_DIR || '.next');
if (process.argv.includes('--build')) process.exit();

const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(projectDir, 'server.ts')).href);
