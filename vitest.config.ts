import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    include: ['{app,components,faults,lib,scripts}/**/*.test.{ts,tsx}'],
    // Vite would set it to its own base path, and it is a setting of ours.
    env: { BASE_URL: '' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Vitest leaves a core for itself, of two every second; much here waits for processes and databases.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
