import { expect, test } from 'vitest';
import { countryKeys, countryName, findCountry } from './countries';

test.each([
  ['Australia', 'AU', null],
  ['AU', 'AU', null],
  ['united states', 'US', null],
  ['U.S.A.', 'US', null],
  ['Ireland', 'IE', null],
  ['Republic of Ireland', 'IE', null],
  ['South Korea', 'KR', null],
  ['Isle of Man', 'IM', null],
  ['Türkiye', 'TR', null],
  ['Turkey', 'TR', null],
  ['Côte d’Ivoire', 'CI', null],
  ['England', 'GB', 'England'],
  ['scotland', 'GB', 'Scotland'],
])('"%s" is %s', (text, code, state) => {
  expect(findCountry(text)).toEqual({ code, state });
});

test.each(['', ' ', 'Atlantis', 'ZZ', 'EU', '??', 'constructor', '__proto__'])(
  '"%s" is not a country',
  (text) => {
    expect(findCountry(text)).toBeNull();
  },
);

test('a country is found by each of its names', () => {
  for (const code of ['AU', 'US', 'GB', 'HK', 'CD', 'MM']) {
    for (const key of [countryName(code), ...countryKeys(code)]) expect(findCountry(key)?.code).toBe(code);
  }
});
