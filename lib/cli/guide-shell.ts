/** Runs the shell blocks of the operators' guide as they stand, on a machine that is a folder. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What the blocks call and no test may: each tells in `calls` what it was asked, or does its part inside the folder. */
const stubs: Record<string, string> = {
  npm: 'echo "npm $*" >> "$MACHINE/calls"',
  useradd: 'echo "useradd $*" >> "$MACHINE/calls"',
  systemctl: 'echo "systemctl $*" >> "$MACHINE/calls"',
  npx: 'shift; exec "$MACHINE/opt/chapterhouse/scripts/chapterhouse.mjs" "$@"',
  // sudo -u NAME
  sudo: 'shift 2; exec "$@"',
  // Without -o NAME and -g NAME, which only root may give.
  install: `isName=
for word; do
  shift
  if [ "$isName" ]; then isName=; continue; fi
  case "$word" in -o|-g) isName=1;; *) set -- "$@" "$word";; esac
done
exec /usr/bin/install "$@"`,
  // What would run in the container `web` runs here; the rest is told.
  docker: `all="$*"
while [ $# -gt 0 ] && [ "$1" != web ]; do shift; done
if [ $# -eq 0 ]; then echo "docker $all" >> "$MACHINE/calls"; exit; fi
shift 2; exec "$MACHINE/opt/chapterhouse/scripts/chapterhouse.mjs" "$@"`,
};

/** Makes `machine`: the release in its /opt/chapterhouse, and a folder of commands that leads its PATH. */
export function makeMachine(machine: string): void {
  const release = join(machine, 'opt/chapterhouse');
  for (const path of ['opt/chapterhouse', 'etc/systemd/system', 'var/lib', 'usr/local/bin', 'bin', 'home'])
    mkdirSync(join(machine, path), { recursive: true });
  // The command looks for its settings beside its scripts.
  cpSync('scripts', join(release, 'scripts'), { recursive: true });
  for (const path of ['lib', 'node_modules', 'package.json', 'package-lock.json', 'tsconfig.json', 'deploy'])
    symlinkSync(resolve(path), join(release, path));
  for (const [name, script] of Object.entries(stubs)) {
    writeFileSync(join(machine, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(machine, 'bin', name), 0o755);
  }
}

/** Moves the absolute paths of a block into the machine; what a container sees in /import is in the home. */
export function inMachine(text: string, machine: string): string {
  return text
    .replace(/(?<=^|[\s='"])\/(?=(?:etc|opt|var|usr)\/)/gm, `${machine}/`)
    .replace(/ \/import\//g, ' ');
}

/** Runs a block in the machine's home; stops at the first command that fails. */
export function runBlock(block: string, machine: string, settings: Record<string, string>) {
  const path = [
    join(machine, 'bin'),
    join(machine, 'usr/local/bin'),
    process.execPath.replace(/\/[^/]*$/, ''),
  ];
  const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', inMachine(block, machine)], {
    cwd: join(machine, 'home'),
    encoding: 'utf8',
    env: {
      NODE_ENV: 'production',
      MACHINE: machine,
      HOME: join(machine, 'home'),
      PATH: [...path, '/usr/bin', '/bin'].join(':'),
      ...settings,
    },
  });
  return { status, said: stdout + stderr };
}
