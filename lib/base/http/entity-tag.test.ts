import { expect, test } from 'vitest';
import { tagOf, tagOfJson } from './entity-tag';

test('the tag of a value stays the same, because clients store tags', () => {
  expect(tagOfJson({ ID: '1' })).toBe('"SZAojomtTHO7fRMIKQwAYo9f7CNvEwZyfw2Ss19pkdE"');
  expect(tagOfJson({ ID: '1' }, 22)).toBe('"SZAojomtTHO7fRMIKQwAYo"');
  expect(tagOf('{"ID":"1"}')).toBe('"SZAojomtTHO7fRMIKQwAYo9f7CN"');
});
