import { describe, expect, expectTypeOf, it } from 'vitest';
import { say, sayAround, type ValuesOf } from './say';

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
    expect(() => say('{count')).toThrow('not closed');
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

  it.each(['no tag', '<link>not closed', '<a>one</a> and <b>another</b>'] as const)(
    'refuses %j',
    (message) => {
      expect(() => sayAround(message)).toThrow('has not one tag');
    },
  );
});

describe('the type of a message’s values', () => {
  type Nested =
    '{count, plural, =0 {none of {name}} one {only {name}} other {# more}} {size, number} {place}';

  it('names each value once, within plural cases and after them, and knows which are numbers', () => {
    expectTypeOf<ValuesOf<Nested>>().toEqualTypeOf<{
      count: number;
      name: string | number;
      size: number;
      place: string | number;
    }>();
    expectTypeOf<ValuesOf<'{count, plural, one {is} other {are}}'>>().toEqualTypeOf<{ count: number }>();
    expectTypeOf<ValuesOf<'{count} of {count, number}'>>().toEqualTypeOf<{ count: number }>();
    expectTypeOf<keyof ValuesOf<'no values'>>().toEqualTypeOf<never>();
    expectTypeOf<ValuesOf<'{a}' | '{b}'>>().toEqualTypeOf<Record<'a' | 'b', string | number>>();
  });

  it('makes a missing value, an unknown one, and a text for a number errors', () => {
    // @ts-expect-error "name" is missing
    say('{count, plural, one {only {name}} other {# more}}', { count: 1 });
    // @ts-expect-error "place" is missing
    say('in {place}');
    // @ts-expect-error there is no value "size"
    say('in {place}', { place: 'Geelong', size: 1 });
    // @ts-expect-error a plural needs a number
    say('{count, plural, one {one} other {#}}', { count: '1' });
    const unknown: string = 'in {place}';
    // @ts-expect-error nothing is known of the values of a string
    say(unknown, { place: 'Geelong' });
    expect(say('in {place}', { place: 'Geelong' })).toBe('in Geelong');
  });
});
