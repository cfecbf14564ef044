import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach } from 'vitest';

export interface Programs {
  /**
   * Starts a server, which is ended after the test.
   * @param started what the server prints when it can be used
   */
  start: (program: string, args: string[], started: RegExp, env?: Record<string, string>) => Promise<void>;
}

export function runPrograms(): Programs {
  const running: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of running.splice(0)) {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill()) await ended;
    }
  });
  return {
    start(program, args, started, env = {}) {
      const child = spawn(program, args, {
        env: { NODE_ENV: 'test', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.push(child);
      let printed = '';
      return new Promise<void>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => {
            printed += chunk.toString();
            if (started.test(printed)) resolve();
          });
        child.once('exit', () => reject(new Error(`${program} ended: ${printed}`)));
      });
    },
  };
}
