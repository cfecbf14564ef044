import { vi } from 'vitest';

/** Repeats `check` until it throws nothing. Vitest's own limit of one second is too short for a slow machine. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  // eslint-disable-next-line no-restricted-syntax -- the only call
  return vi.waitFor(check, { timeout: 60_000 });
}
