import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs `run` of install.mjs in a separate process, because `run` may end its process. */
function runQuietly(program: string) {
  const source = `
    import { run } from './scripts/install.mjs';
    run(process.execPath, ['-e', ${JSON.stringify(program)}], { isQuiet: true });
    console.log('after');
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('the output of a successful build is hidden', () => {
  const result = runQuietly("console.log('use with caution'); console.error('Warning')");
  expect(result).toEqual({ status: 0, stdout: 'after\n', stderr: '' });
});

it('the output of a failed build is shown, and its exit code is passed on', () => {
  const result = runQuietly("console.log('step one'); console.error('no such module'); process.exit(7)");
  expect(result).toEqual({ status: 7, stdout: '', stderr: 'step one\nno such module\n' });
});
