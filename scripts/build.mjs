import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
 * Builds the pages into `distDir` unless the build there was made from these very sources.
 * @param {string} distDir relative to the project
 */
export function ensureBuilt(distDir) {
  const stamp = join(projectDir, distDir, 'chapterhouse-sources');
  const digest = sourcesDigest();
  if (readStamp(stamp) === digest) return;
  console.log('Building the pages (once, and after a change) …');
  run(process.execPath, [join(projectDir, 'node_modules/next/dist/bin/next'), 'build'], {
    NODE_ENV: 'production',
    NEXT_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: '1',
  });
  writeFileSync(stamp, digest);
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
