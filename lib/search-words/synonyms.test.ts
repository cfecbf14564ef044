import { expect, test } from 'vitest';
import { entryOf, modelOf } from '@/lib/directory/entry.fixture';
import { emptyFilter } from '@/lib/directory/filter';
import { searchDirectory } from '@/lib/directory/search-directory';
import { parseSynonyms, synonymLimits, synonymsOf } from './synonyms';
import { stemOf } from './word-stems';

test.each([
  ['children', 'child'],
  ["children's", 'child'],
  ['psychologists', 'psychology'],
  ['counselling', 'counselor'],
  ['counseling', 'counsellors'],
  ['paediatrician', 'pediatric'],
  ['physiotherapy', 'physiotherapists'],
  ['injuries', 'injury'],
  ['running', 'run'],
  ['taking', 'take'],
  ['headaches', 'headache'],
])('"%s" and "%s" have one stem', (a, b) => {
  expect(stemOf(a.replace("'", ''))).toBe(stemOf(b));
});

test.each([
  ['sport', 'port'],
  ['psychology', 'physiology'],
  ['law', 'lawn'],
  ['hand', 'handball'],
])('"%s" and "%s" have two stems', (a, b) => expect(stemOf(a)).not.toBe(stemOf(b)));

test('words of a group have one sign, also as part of a longer text', () => {
  const { canonical } = synonymsOf('');
  const signs = (...stems: string[]) => canonical(stems).map(({ sign }) => sign);
  expect(signs('kid', 'physio')).toEqual(signs('child', 'physiotherap'));
  expect(signs('accept', 'new', 'client')).toEqual(signs('new', 'patient'));
});

test('an association adds its own words, within limits', () => {
  const { canonical } = synonymsOf('osteo, osteopath\nalone\n');
  const sign = (word: string) => canonical([stemOf(word)])[0]?.sign;
  expect(sign('osteo')).toBe(sign('osteopaths'));
  expect(parseSynonyms('alone\n , \n')).toEqual([]);
  expect(parseSynonyms('a,b\n'.repeat(1_000))).toHaveLength(synonymLimits.groups);
});

test('members found by a stem or a synonym come after every match of the word itself, and none is hidden', async () => {
  const names = [
    'Kids Clinic',
    'Child Care',
    'Childcare',
    'Children First',
    'Paediatric Rooms',
    'Adult Rooms',
  ];
  const model = await modelOf(names.map((name, at) => entryOf(String(at + 1), { name })));
  const found = (text: string) =>
    searchDirectory(model, { ...emptyFilter, text }, new Set()).hits.map(({ entry }) => entry.name);
  expect(found('child').slice(0, 3)).toEqual(['Child Care', 'Childcare', 'Children First']);
  expect(found('child').slice(3).sort()).toEqual(['Kids Clinic', 'Paediatric Rooms']);
  expect(found('paediatric')[0]).toBe('Paediatric Rooms');
  expect(found('kids')[0]).toBe('Kids Clinic');
});
