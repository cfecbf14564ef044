import { describe, expect, it } from 'vitest';
import { say, sayAround } from './say';

describe('say', () => {
  const members = '{count, plural, =0 {No members} one {# member} other {# members}} in {place}';

  it.each([
    [0, 'No members in Geelong'],
    [1, '1 member in Geelong'],
    [2, '2 members in Geelong'],
    [11822, '11,822 members in Geelong'],
  ])('chooses the plural of %i and formats the number for the locale', (count, text) => {
    expect(say(members, { count, place: 'Geelong' })).toBe(text);
  });

  it('fills values inside a plural case', () => {
    expect(
      say('{count, plural, one {only {name}} other {{name} and # more}}', { count: 3, name: 'Ada' }),
    ).toBe('Ada and 3 more');
  });

  it('inserts a value unchanged: braces and hashes in a name are not syntax', () => {
    expect(say('Remove filter: {name}', { name: 'C# {users}' })).toBe('Remove filter: C# {users}');
  });

  it('refuses a message whose brace is not closed', () => {
    expect(() => say('{count', { count: 1 })).toThrow('not closed');
  });
});

describe('sayAround', () => {
  it('splits a sentence around its link, and does not parse tags in a value', () => {
    expect(sayAround('See <link>{name}</link> for more.', { name: '<link>Ada</link>' })).toEqual({
      before: 'See ',
      within: '<link>Ada</link>',
      after: ' for more.',
    });
  });

  it.each(['no tag', '<link>not closed', '<a>one</a> and <b>another</b>'])('refuses %j', (message) => {
    expect(() => sayAround(message)).toThrow('has not one tag');
  });
});
