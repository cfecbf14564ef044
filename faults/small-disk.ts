/**
 * A disk that a test can fill. If the test is allowed to mount a file system, the disk is a small one in memory.
 * Otherwise, a limit on the size of files takes the place of the disk.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  /** From now on, no file can grow. `pid` is the service's process ID. */
  fill(pid: number): void;
  free(pid: number): void;
  /** Call only when no process uses the disk any more. */
  close(): void;
}

/** Mounts a file system of 16 MB at the empty folder. If the mount fails, `fill` limits the size of files instead. */
export function openSmallDisk(folder: string): SmallDisk {
  const isMounted = run('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'tmpfs', folder]);
  return isMounted ? smallFileSystem(folder) : limitedFiles();
}

function smallFileSystem(folder: string): SmallDisk {
  const ballast = join(folder, 'ballast');
  return {
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    },
    free: () => rmSync(ballast),
    close: () => void run('umount', [folder]),
  };
}

/**
 * A write beyond the limit causes an error and a signal. Node ignores the signal.
 * @see setrlimit(2), RLIMIT_FSIZE
 */
function limitedFiles(): SmallDisk {
  const limit = (pid: number, bytes: string) => {
    if (!run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]))
      throw new Error('neither mount nor prlimit works here');
  };
  return {
    fill: (pid) => limit(pid, '8192'),
    free: (pid) => limit(pid, 'unlimited'),
    close: () => undefined,
  };
}

function run(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
