import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { projectDir, run } from './install.mjs';

const sources = [
  'app',
  'components',
  'lib',
  'next.config.js',
  'proxy.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/**
 * Builds the pages into `distDir` unless the existing build was made from the same sources.
 * @param {string} distDir relative to the project
 * @param {{ isQuiet?: boolean }} options isQuiet: shows the output of the build only if the build fails, because an
 * operator cannot act on notes and warnings about the code.
 */
export function ensureBuilt(distDir, { isQuiet = false } = {}) {
  const stamp = join(projectDir, distDir, 'chapterhouse-sources');
  const digest = sourcesDigest();
  if (readStamp(stamp) === digest) return;
  requireWritable(join(projectDir, distDir));
  console.log('Building the pages: about a minute, once and after each update …');
  run(process.execPath, [join(projectDir, 'node_modules/next/dist/bin/next'), 'build'], {
    env: { NODE_ENV: 'production', NEXT_DIST_DIR: distDir, NEXT_TELEMETRY_DISABLED: '1' },
    isQuiet,
  });
  prepareStatic(join(projectDir, distDir, 'static'));
  writeFileSync(stamp, digest);
}

/**
 * With this comment, browsers compile all functions of a script while it arrives, outside the main thread. Otherwise
 * they compile each function at its first call. The start of React and Next was the longest task of a first visit; it
 * now takes a third of the time. Other browsers ignore the comment.
 * @see https://github.com/explainers-by-googlers/explicit-javascript-compile-hints-file-based
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Compresses scripts and styles with Brotli's best level (zlib's default), which is too slow for a running server. */
function prepareStatic(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (!/\.(js|css)$/.test(name)) continue;
    const text = (name.endsWith('.js') ? compileHint : '') + readFileSync(file, 'utf8');
    writeFileSync(file, text);
    writeFileSync(`${file}.br`, brotliCompressSync(text));
  }
}

function requireWritable(folder) {
  const target = existsSync(folder) ? folder : projectDir;
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    console.error(`The pages must be built again, and this user cannot write to ${target} (${error.code}).`);
    console.error('Run npm run build as the user that installed Chapterhouse, or build the image again.');
    process.exit(1);
  }
}

function sourcesDigest() {
  const hash = createHash('sha256');
  for (const source of sources) addToDigest(hash, source);
  return hash.digest('hex');
}

function addToDigest(hash, path) {
  const children = listFolder(path);
  if (children === null) {
    if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0`).update(readFileSync(join(projectDir, path)));
    return;
  }
  for (const child of children.sort()) addToDigest(hash, `${path}/${child}`);
}

function listFolder(path) {
  try {
    return readdirSync(join(projectDir, path));
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
