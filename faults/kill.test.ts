import { expect, it } from 'vitest';
import { testEngines } from '@/lib/store/stores.fixture';
import { sampleSize } from '@/lib/base/test-strength';
import { runKillRounds } from './kill-rounds';
import { newSettings } from './new-settings';

const rounds = {
  sqlite: sampleSize({ usual: 2, long: 100 }),
  postgres: sampleSize({ usual: 1, long: 100 }),
};

it.each(testEngines)(
  'on %s, kill -9 at any moment of writing loses no confirmed response and no journal row, and leaves nothing half done',
  { timeout: sampleSize({ usual: 600_000, long: 6_000_000 }) },
  async (engine) => {
    const { settings, remove } = await newSettings(engine);
    try {
      const summary = await runKillRounds(settings, { seed: 20_261_121, rounds: rounds[engine] });
      expect(summary.tokens).toBeGreaterThan(rounds[engine]);
      expect(summary.signIns).toBeGreaterThan(0);
      expect(summary.exchanges).toBeGreaterThan(0);
      expect(summary.writes).toBeGreaterThan(rounds[engine]);
      // A writer always has a request in progress, so some kills interrupt a write.
      expect(summary.writesUndone + summary.writesUnanswered).toBeGreaterThan(0);
      expect(summary.importsUndone + summary.importsDone).toBe(rounds[engine]);
    } finally {
      await remove();
    }
  },
);
