import { expect, test } from 'vitest';
import { plural } from './plural';

test('only a count of one takes the singular', () => {
  expect([0, 1, 2].map((count) => plural(count, 'member'))).toEqual(['0 members', '1 member', '2 members']);
  expect([0, 1, 2].map((count) => plural(count, 'thing is', 'things are'))).toEqual([
    '0 things are',
    '1 thing is',
    '2 things are',
  ]);
});
