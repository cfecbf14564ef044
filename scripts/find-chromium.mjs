import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, a Chromium on the PATH, or Playwright's own. If none is found, this
 * function installs one. If the user is root on Debian, Debian's package is installed, and otherwise Playwright's
 * download.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const found = onPath(['chromium', 'chromium-browser', 'google-chrome']) ?? (await playwrightsOwn());
  if (found !== null) return found;
  console.log('Installing Chromium …');
  if (canUseApt()) aptInstall(['chromium']);
  else spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
  const installed = onPath(['chromium']) ?? (await playwrightsOwn());
  if (installed !== null) return installed;
  throw new Error('No Chromium could be found or installed: install one and set CHROMIUM_PATH to it.');
}

/**
 * The path of Chromium's headless shell, or of a whole Chromium if there is none. The shell draws the same pages with a
 * third less processor time. It has no window, no PDF viewer, and no cache for the Back button.
 */
export async function findHeadlessShell() {
  return findOwnShell() ?? (await findChromium());
}

/** The path of the headless shell, or of the browser in CHROMIUM_PATH. null: there is none. */
export function findOwnShell() {
  return process.env.CHROMIUM_PATH ?? onPath(['chromium-headless-shell']);
}

/** Whether the user is root on a Debian-like system. */
export function canUseApt() {
  return process.getuid?.() === 0 && onPath(['apt-get']) !== null;
}

/** Installs packages of Debian. @returns whether all are installed */
export function aptInstall(packages) {
  // RUNLEVEL is set, so that packages of servers do not start the servers.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
  const args = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

/** The first of `names` that is executable on the PATH, or null. */
export function onPath(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
