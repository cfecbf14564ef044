import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import { freePort } from './installation';

/**
 * npm provides these versions of Node as packages. `npm run test:long` tries all versions; `npm test` tries only the
 * newest.
 */
const versions = process.env.TEST_STRENGTH === 'long' ? [22, 24] : [24];
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-node-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const version of versions) {
  test(`on Node ${version} the built server shows the directory and stops by SIGTERM`, async ({ page }) => {
    test.setTimeout(300_000);
    const program = fetchNode(version);
    test.skip(program === null, `npm cannot provide Node ${version} for ${process.platform} ${process.arch}`);
    const found = execFileSync(program ?? '', ['--version'], { encoding: 'utf8' });
    expect(found).toMatch(new RegExp(`^v${version}\\.`));
    const port = await freePort();
    const server = spawn(program ?? '', ['scripts/start.mjs'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATA_DIR: join(folder, `data-${version}`), PORT: String(port), BASE_URL: '' },
    });
    let printed = '';
    server.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    server.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const ended = new Promise((resolve) => server.on('exit', (code, signal) => resolve([code, signal])));
    try {
      await expect.poll(() => printed, { timeout: 240_000 }).toContain('Chapterhouse is ready');
      // If Next.js loaded the settings from next.config, it would print the time that this took.
      expect(printed).not.toContain('next.config');
      await page.goto(`http://localhost:${port}/`);
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.goto('about:blank');
      server.kill('SIGTERM');
      expect(await ended, printed).toEqual([0, null]);
    } finally {
      server.kill('SIGKILL');
    }
  });
}

/** Returns the path of Node from npm's package for this machine. null: the package cannot be downloaded. */
function fetchNode(version: number): string | null {
  const into = mkdtempSync(join(folder, 'package-'));
  const name = `node-${process.platform}-${process.arch}@${version}`;
  const quiet = { cwd: into, stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'] };
  try {
    execFileSync('npm', ['pack', name, '--silent'], { ...quiet, timeout: 120_000 });
    const [archive = ''] = readdirSync(into).filter((file) => file.endsWith('.tgz'));
    execFileSync('tar', ['xzf', archive], quiet);
    return join(into, 'package', 'bin', 'node');
  } catch {
    // There is no network or no such package, or the system lacks npm or tar.
    return null;
  }
}
