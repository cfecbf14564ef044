/**
 * Replaces `@node-rs/argon2` in unit tests (vitest.config.ts). A hash with the cost of production takes 12 ms of a
 * core, and the tests sign in thousands of times.
 */
import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

// `require` does not use the aliases of vitest, so this is the real package.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');

/** The 19 MiB of production divided by this number are 8 KiB, the least that argon2 accepts. */
const divisor = 2_432;

/** The hash names its own cost, so other processes can verify it. Only the asked 19 MiB give 8 KiB. */
export function hash(password: string | Uint8Array, cost: Options & { memoryCost: number }): Promise<string> {
  return argon2.hash(password, { ...cost, memoryCost: cost.memoryCost / divisor });
}

export const { verify } = argon2;

/** The start of a hash for which argon2id with 19 MiB, two passes and one lane was asked. */
export const usualCost = /^\$argon2id\$v=19\$m=8,t=2,p=1\$/;
