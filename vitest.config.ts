import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    include: ['{app,components,faults,lib,scripts}/**/*.test.{ts,tsx}'],
    // Vite would set it to its own base path, but it is one of our settings.
    env: { BASE_URL: '' },
    // Seeded tests then try far more cases (lib/test-strength.ts).
    // A busy machine may be four times slower: tests take longer, but none fails.
    testTimeout: process.env.TEST_STRENGTH === 'long' ? 3_600_000 : 120_000,
    hookTimeout: 120_000,
    // Vitest leaves one core for itself, half of a two-core machine; many tests here wait for processes and databases.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
