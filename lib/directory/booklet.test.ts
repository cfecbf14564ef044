import { expect, test } from 'vitest';
import { toBooklet } from './booklet';
import { entryOf } from '@/lib/directory/model/entry.fixture';
import type { PublicEntry } from '@/lib/directory/model/entry';

const collator = new Intl.Collator('en');

function booklet(members: [id: string, place: Partial<PublicEntry>][]) {
  const hits = members.map(([id, place]) => ({ entry: entryOf(id, place), nearest: null }));
  return toBooklet(hits, collator).map(({ name, suburbs }) => [
    name,
    suburbs.map((suburb) => [suburb.name, suburb.hits.map(({ entry }) => entry.id)]),
  ]);
}

test('members are grouped by state and suburb, and keep their order within a suburb', () => {
  expect(
    booklet([
      ['4', { state: 'VIC', suburb: 'Geelong' }],
      ['2', { state: 'TAS', suburb: 'Hobart' }],
      ['1', { state: 'VIC', suburb: 'Ballarat' }],
      ['3', { state: 'VIC', suburb: 'Geelong' }],
    ]),
  ).toEqual([
    ['TAS', [['Hobart', ['2']]]],
    [
      'VIC',
      [
        ['Ballarat', ['1']],
        ['Geelong', ['4', '3']],
      ],
    ],
  ]);
});

test('a member without a state is under the country, and one without any place is last', () => {
  expect(
    booklet([
      ['1', {}],
      ['2', { country: 'Fiji', suburb: 'Taveuni' }],
      ['3', { state: 'VIC' }],
      ['4', { state: 'VIC', suburb: 'Zeerust' }],
    ]),
  ).toEqual([
    ['Fiji', [['Taveuni', ['2']]]],
    [
      'VIC',
      [
        ['Zeerust', ['4']],
        ['', ['3']],
      ],
    ],
    ['', [['', ['1']]]],
  ]);
});
