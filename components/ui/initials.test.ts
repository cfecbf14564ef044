import { expect, it } from 'vitest';
import { initialsOf } from './initials';

it.each([
  ['Dr Ada Lovelace', 'AL'],
  ['A/Prof Niamh Chen', 'NC'],
  ['Geelong Hand & Upper Limb Therapy', 'GT'],
  ['Łukasz van der Berg', 'ŁB'],
  ['Kookaburra', 'K'],
  ['zoë o’brien', 'ZO'],
  ['', ''],
  ['Dr', ''],
])('%s is drawn as "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
