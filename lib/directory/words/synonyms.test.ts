import { expect, test } from 'vitest';
import { entryOf, modelOf } from '@/lib/directory/model/entry.fixture';
import { emptyFilter } from '@/lib/directory/filter';
import { searchDirectory } from '@/lib/directory/search-directory';
import { createSearchWords, plainSearchWords, plainWordSettings } from './search-words';
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

test('words of a group have one key, also as part of a longer text', () => {
  const { canonical } = plainSearchWords.synonyms;
  const keys = (...stems: string[]) => canonical(stems).map(({ key }) => key);
  expect(keys('kid', 'physio')).toEqual(keys('child', 'physiotherap'));
  expect(keys('accept', 'new', 'client')).toEqual(keys('new', 'patient'));
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

const members = [
  { name: 'Knee Replacement Clinic' },
  { name: 'Arthroplasty Rooms' },
  { name: 'Bone Setter Brown' },
  { name: 'Osteo West' },
  { name: 'Hill Rooms', suburb: 'Knee' },
].map((change, at) => entryOf(String(at + 1), change));

async function finder(settings: Partial<typeof plainWordSettings>) {
  const model = await modelOf(members);
  const words = { ...model, words: createSearchWords({ ...plainWordSettings, ...settings }) };
  return (text: string) =>
    searchDirectory(words, { ...emptyFilter, text }, new Set()).hits.map(({ entry }) => entry.name);
}

test('an association’s own words and phrases find each other, and exact matches come first', async () => {
  const plain = await finder({});
  expect(plain('arthroplasty')).toEqual(['Arthroplasty Rooms']);
  expect(plain('osteo')).toEqual(['Osteo West']);
  const found = await finder({ synonyms: 'knee replacement, arthroplasty\nosteo, bone setter' });
  expect(found('arthroplasty')).toEqual(['Arthroplasty Rooms', 'Knee Replacement Clinic']);
  expect(found('knee replacement')).toEqual(['Knee Replacement Clinic', 'Arthroplasty Rooms']);
  expect(found('replacement')).toEqual(['Knee Replacement Clinic']);
  expect(found('bone setter')).toEqual(['Bone Setter Brown', 'Osteo West']);
  expect(found('bone setter west')).toEqual(['Osteo West']);
});

test('a phrase is not matched with typing errors, even if there is no exact match', async () => {
  const found = await finder({ synonyms: 'arthroplasti, knie replacment' });
  expect(found('knie replacment')).toEqual(['Knee Replacement Clinic']);
});

test('the noun alone finds everybody, members with the word first, and does not narrow a search', async () => {
  const noun = { one: 'bone setter', many: 'bone setters' };
  const found = await finder({ noun });
  expect(found('Bone Setters')[0]).toBe('Bone Setter Brown');
  expect(found('bone setter')).toHaveLength(members.length);
  expect(found('bone setter rooms').sort()).toEqual(['Arthroplasty Rooms', 'Hill Rooms']);
  // A single word of the noun "bone setter" is an ordinary word.
  expect(found('bone')).toEqual(['Bone Setter Brown']);
  const usual = await finder({});
  expect(usual('bone setter')).toEqual(['Bone Setter Brown']);
});

test('a synonym of the noun finds everybody too, and another profession does not', async () => {
  const found = await finder({ noun: { one: 'physiotherapist', many: 'physiotherapists' } });
  expect(found('physio')).toHaveLength(members.length);
  expect(found('dentist')).toEqual([]);
});
