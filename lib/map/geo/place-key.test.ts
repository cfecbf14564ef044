import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeKey, postcodeKey, stateKey } from './place-key';

test.each([
  ['St. Kilda', 'saint kilda'],
  ['SAINT  KILDA ', 'saint kilda'],
  ['Mt Eliza', 'mount eliza'],
  ['Coeur d’Alene', 'coeur dalene'],
  ['Sankt Pölten', 'sankt polten'],
  ['Łódź', 'lodz'],
  ['Stratford-upon-Avon', 'stratford upon avon'],
  ['Gee\u200Blong\uFEFF', 'geelong'],
  ['st', 'st'],
  ['constructor valueOf toString', 'constructor valueof tostring'],
])('"%s" is compared as "%s"', (text, key) => {
  expect(placeKey(text)).toBe(key);
});

test('the key of a key is the same key, so that a key can be searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      expect(placeKey(placeKey(text))).toBe(placeKey(text));
    }),
    { seed: 17, numRuns: 500 },
  );
});

test('a state has one key, with or without a word for its kind', () => {
  expect(stateKey('Otago Region')).toBe(stateKey('Otago'));
  expect(stateKey('County Cork')).toBe(stateKey('Cork'));
  expect(stateKey('Free State')).not.toBe(stateKey('State'));
});

test('postcodes are compared in capitals, ZIP+4 as ZIP', () => {
  expect(postcodeKey(' sw1a  1aa ')).toBe('SW1A 1AA');
  expect(postcodeKey('97205-1234')).toBe('97205');
  expect(postcodeKey('0800')).toBe('0800');
  expect(postcodeKey('  ')).toBe('');
});
