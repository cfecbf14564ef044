import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { Installation } from './installation';

export { expect } from '@playwright/test';

/** The content of DATA_DIR/demo-credentials.json. */
export interface DemonstrationCredentials {
  organisationId: number;
  apiClient: { id: string; secret: string };
  members: { email: string; password: string; description: string }[];
}

interface Fixtures {
  /** The console may contain these messages. Any other error in the console fails the test. */
  expectedConsoleErrors: RegExp[];
  failOnConsoleErrors: void;
  demonstration: DemonstrationCredentials;
  /**
   * An installation for one test, which the test must start. The page is closed before the installation is stopped and
   * removed.
   */
  installation: Installation;
}

interface WorkerFixtures {
  /**
   * A demonstration with its own server, for tests that change settings of the association. These tests share it, so
   * each must work after the others of its worker, which run in the order of their files.
   */
  changeable: { address: string; installation: Installation; demonstration: DemonstrationCredentials };
}

/**
 * Playwright's `test` with our fixtures. An unexpected error in the console or an uncaught exception fails the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  expectedConsoleErrors: [[], { option: true }],
  failOnConsoleErrors: [
    async ({ page, expectedConsoleErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use();
      const unexpected = errors.filter(
        (text) => !expectedConsoleErrors.some((expected) => expected.test(text)),
      );
      base.expect(unexpected, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
  demonstration: async ({}, use) => {
    await use(readDemonstration());
  },
  changeable: [
    async ({}, use) => {
      const installation = new Installation();
      const address = await installation.startDemonstration({ RATE_LIMITS: 'off' });
      await use({ address, installation, demonstration: readDemonstration(installation.dataDir) });
      await installation.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  installation: async ({ page }, use) => {
    const installation = new Installation();
    await use(installation);
    // After the installation has stopped, requests of the page would fail and cause errors in the console.
    await page.goto('about:blank');
    await installation.stop();
  },
});

/** Without an argument, reads the credentials of the installation that the tests share. */
export function readDemonstration(dataDir = process.env.E2E_DATA_DIR): DemonstrationCredentials {
  if (dataDir === undefined) throw new Error('E2E_DATA_DIR is not set: run the tests through Playwright');
  return JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8'));
}
