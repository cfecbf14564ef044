/** Runs the shell blocks of the operators' guide unchanged, on a machine that is simulated by a folder. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Replacements for commands that a test must not run. Each records its arguments in `calls`, or does its work inside
 * the folder.
 */
const stubs: Record<string, string> = {
  npm: 'echo "npm $*" >> "$MACHINE/calls"',
  useradd: 'echo "useradd $*" >> "$MACHINE/calls"',
  systemctl: 'echo "systemctl $*" >> "$MACHINE/calls"',
  // The arguments are `-u NAME` and the command.
  sudo: 'shift 2; exec "$@"',
  // The options -o NAME and -g NAME are left out, because only root may set them.
  install: `isName=
for word; do
  shift
  if [ "$isName" ]; then isName=; continue; fi
  case "$word" in -o|-g) isName=1;; *) set -- "$@" "$word";; esac
done
exec /usr/bin/install "$@"`,
  // Commands for the container `web` run here. The others are only recorded.
  docker: `all="$*"
while [ $# -gt 0 ] && [ "$1" != web ]; do shift; done
if [ $# -eq 0 ]; then echo "docker $all" >> "$MACHINE/calls"; exit; fi
shift 2; exec "$MACHINE/opt/chapterhouse/chapterhouse" "$@"`,
};

/**
 * Creates the folder `machine`, with the release in its /opt/chapterhouse. A folder with the stubs comes first on the
 * machine's PATH.
 */
export function makeMachine(machine: string): void {
  const release = join(machine, 'opt/chapterhouse');
  for (const path of ['opt/chapterhouse', 'etc/systemd/system', 'var/lib', 'usr/local/bin', 'bin', 'home'])
    mkdirSync(join(machine, path), { recursive: true });
  // The command looks for its settings next to its scripts.
  for (const path of ['chapterhouse', 'scripts']) cpSync(path, join(release, path), { recursive: true });
  symlinkSync(join(release, 'chapterhouse'), join(machine, 'home/chapterhouse'));
  for (const path of ['lib', 'node_modules', 'package.json', 'package-lock.json', 'tsconfig.json', 'deploy'])
    symlinkSync(resolve(path), join(release, path));
  for (const [name, script] of Object.entries(stubs)) {
    writeFileSync(join(machine, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(machine, 'bin', name), 0o755);
  }
}

/**
 * Replaces the absolute paths in a block with paths of the machine. The files of a container's /import are in the home
 * folder.
 */
export function inMachine(text: string, machine: string): string {
  return text
    .replace(/(?<=^|[\s='"])\/(?=(?:etc|opt|var|usr)\/)/gm, `${machine}/`)
    .replace(/ \/import\//g, ' ');
}

/** Stops at the first command that fails. */
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
