/** Bodies that anybody may send take time in proportion to their length: these tests end in time only then. */
import { expect, test } from 'vitest';
import { countNames, findRepeated, refuseRepeated } from './parameters';

const count = 150_000;

test('a JSON body of quotes is searched once', () => {
  expect(countNames(JSON.stringify({ a: '"'.repeat(count), b: 1 }))).toBe(2);
});

test('each of many names is looked at once', () => {
  const names = Array.from({ length: count }, (_, index) => [`n${index}`, '']);
  expect(findRepeated(new URLSearchParams(names))).toBeNull();
  expect(() => refuseRepeated(new URLSearchParams([...names, ['n7', '']]))).toThrow('n7 must be sent once');
});
