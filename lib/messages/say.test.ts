import { describe, expect, it } from 'vitest';
import { say } from './say';

describe('say', () => {
  const members = '{count, plural, =0 {No members} one {# member} other {# members}} in {place}';

  it.each([
    [0, 'No members in Geelong'],
    [1, '1 member in Geelong'],
    [2, '2 members in Geelong'],
    [11822, '11,822 members in Geelong'],
  ])('chooses the plural of %i and writes the number as the locale does', (count, text) => {
    expect(say(members, { count, place: 'Geelong' })).toBe(text);
  });

  it('fills values inside a plural case', () => {
    expect(
      say('{count, plural, one {only {name}} other {{name} and # more}}', { count: 3, name: 'Ada' }),
    ).toBe('Ada and 3 more');
  });

  it('leaves a value as it is: braces and hashes of a name are not read as a message', () => {
    expect(say('Remove filter: {name}', { name: 'C# {users}' })).toBe('Remove filter: C# {users}');
  });

  it('refuses a message whose brace is not closed', () => {
    expect(() => say('{count', { count: 1 })).toThrow('not closed');
  });
});
