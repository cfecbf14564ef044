import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const folders = ['app', 'components', 'faults', 'lib', 'scripts'];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`.replaceAll('\\', '/')),
);
// Tests that replace modules run separately, because all other tests load each module only once.
const isolated = files.filter((file) => /\bvi\.(do)?[mM]ock\(/.test(readFileSync(file, 'utf8')));

/** The tests of `faults/` come first, because they take long. At the end, one of them would run alone. */
class FaultsFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const isFault = ({ moduleId }: TestSpecification) => moduleId.startsWith(`${folderOfProject}/faults/`);
    return [...sorted.filter(isFault), ...sorted.filter((one) => !isFault(one))];
  }
}

const folderOfProject = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

export default defineConfig({
  resolve: {
    alias: {
      '@': folderOfProject,
      '@node-rs/argon2': `${folderOfProject}/lib/sign-in/accounts/quick-argon2.fixture.ts`,
    },
  },
  test: {
    projects: [
      // Loading each module once instead of for each file saves a third of the processor time.
      {
        extends: true,
        test: { name: 'tests', include: files, exclude: isolated, isolate: false },
      },
      { extends: true, test: { name: 'with replaced modules', include: isolated } },
    ],
    // Vite would set BASE_URL to its own base path, but BASE_URL is one of our settings.
    env: { BASE_URL: '' },
    globalSetup: 'lib/store/prepared-stores.fixture.ts',
    sequence: { sequencer: FaultsFirst },
    // With `long`, seeded tests try far more cases (lib/base/test-strength.ts). On a busy machine, tests may take four times
    // as long, but none fails.
    testTimeout: process.env.TEST_STRENGTH === 'long' ? 3_600_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than the cores: many tests here wait for processes and databases.
    maxWorkers: availableParallelism() + 1,
  },
});
