import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const port = process.env.E2E_PORT ?? '3210';
const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), `chapterhouse-e2e-${process.pid}`);
// Workers read the passwords of the demonstration from this folder.
process.env.E2E_DATA_DIR = dataDir;
// One fixed font on Linux, because the height of a page depends on it. Other systems do not read this variable.
process.env.FONTCONFIG_FILE = join(import.meta.dirname, 'e2e/fonts/fonts.conf');

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/prepare-demonstration.ts',
  workers: 2,
  fullyParallel: true,
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', teardown: 'afterwards' },
    { name: 'afterwards', testMatch: 'afterwards.ts' },
  ],
  // On a machine that is four times slower, tests take longer but do not fail.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        // Scripts run only for seconds here. So V8 compiles each function at once, and collects garbage less often.
        '--js-flags=--always-sparkplug --min-semi-space-size=16',
      ],
    },
  },
  webServer: {
    // The command in the README. Its output is searched for secrets afterwards.
    command: `npm start > "${dataDir}.log" 2>&1`,
    url: `http://localhost:${port}/`,
    timeout: 300_000,
    // All tests together would exceed what one network may request.
    env: { PORT: port, DATA_DIR: dataDir, RATE_LIMITS: 'off' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
