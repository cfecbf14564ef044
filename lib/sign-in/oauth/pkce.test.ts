import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isChallenge, matchesChallenge } from './pkce';

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

describe('a code verifier', () => {
  it.each([
    ['42 characters', 'v'.repeat(42), false],
    ['43 characters', 'v'.repeat(43), true],
    ['128 characters', 'v'.repeat(128), true],
    ['129 characters', 'v'.repeat(129), false],
    ['every kind of unreserved character', `Aa0-._~${'v'.repeat(43)}`, true],
    ['another character', `+${'v'.repeat(43)}`, false],
    ['a line break at its end', `${'v'.repeat(43)}\n`, false],
  ])('of %s', (_what, verifier, isAccepted) => {
    expect(matchesChallenge(verifier, challengeOf(verifier))).toBe(isAccepted);
  });

  it('that belongs to another challenge does not match', () => {
    expect(matchesChallenge('v'.repeat(43), challengeOf('w'.repeat(43)))).toBe(false);
  });
});

describe('a code challenge', () => {
  it.each([
    ['42 characters', 'c'.repeat(42), false],
    ['43 characters', 'c'.repeat(43), true],
    ['44 characters', 'c'.repeat(44), false],
    ['a character of plain base64', `+${'c'.repeat(42)}`, false],
  ])('of %s', (_what, text, isAccepted) => expect(isChallenge(text)).toBe(isAccepted));
});
