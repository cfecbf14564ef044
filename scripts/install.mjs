// Runs before anything is installed: plain JavaScript with only Node's modules.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a trailing slash. */
export const projectDir = fileURLToPath(new URL('..', import.meta.url));

/**
 * Ends the process when this Node is too old, and installs the locked packages unless they are installed.
 * @param {{ development?: boolean, output?: NodeJS.WriteStream }} options development: also the packages for tests,
 * which a server does not need; output: where npm writes
 */
export function ensureInstalled({ development = false, output = process.stdout } = {}) {
  requireNode([20, 19]);
  if (isInstalled(development)) return;
  output.write('Installing packages (once, and after an update) …\n');
  // package.json allows no install scripts, but older versions of npm do not read that setting.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev'], { output });
}

/**
 * Runs a command. If the command fails, ends the process with the command's exit code.
 * @param {{ env?: object, isQuiet?: boolean, output?: NodeJS.WriteStream }} options isQuiet: shows the command's output
 * only if it fails; output: where the command writes
 */
export function run(command, args, { env = {}, isQuiet = false, output = process.stdout } = {}) {
  const result = spawnSync(command, args, {
    cwd: projectDir,
    stdio: isQuiet ? ['inherit', 'pipe', 'pipe'] : ['inherit', output, 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
    maxBuffer: Infinity,
  });
  if (isQuiet && result.status > 0) process.stderr.write(Buffer.concat([result.stdout, result.stderr]));
  if (result.error) {
    console.error(`${command} could not be started: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function requireNode([major, minor]) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  console.error(`Node ${major}.${minor} or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

// npm writes what it installed into node_modules/.package-lock.json. This is compared with the lock file.
function isInstalled(development) {
  let installed;
  try {
    installed = JSON.parse(readFileSync(`${projectDir}node_modules/.package-lock.json`, 'utf8')).packages;
  } catch {
    return false;
  }
  const wanted = JSON.parse(readFileSync(`${projectDir}package-lock.json`, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, item]) =>
      path === '' ||
      item.optional ||
      item.peer ||
      (item.dev && !development) ||
      installed[path]?.version === item.version,
  );
}
