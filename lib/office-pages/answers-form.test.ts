import { expect, it } from 'vitest';
import type { OfficeMember } from '@/lib/contract/office';
import { answersPatch, choicesOf, hasWholeQuantities, readAnswersForm, startOfAnswers } from './answers-form';

const answer = (ID: string, Answer: string) => ({ ID, Question: `Question ${ID}`, Answer });
const addon = { ID: '5', Name: 'Journal', Description: '', Cost: '0' };
const held = { Quantity: '1', Addon: addon, ExpiryDate: '2027-06-30', Extras: [answer('9', 'Print')] };
// This member has only the fields that the form reads.
const member = {
  MembershipType: { Extras: [answer('1', 'Dutch'), answer('1', 'German'), answer('2', '')] },
  Extras: [answer('3', 'one line\nand another'), answer('3', 'one line\nand another')],
  Addons: [held],
} as unknown as OfficeMember;

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

it('answers that were not changed stay, including those with several lines and those of addons', () => {
  const { values } = startOfAnswers(member);
  expect(values.answers).toEqual({
    1: ['Dutch', 'German'],
    3: ['one line\nand another', 'one line\nand another'],
  });
  const form = formOf([
    ['extra', '1'],
    ['answer.1', 'Dutch'],
    ['answer.1', 'German'],
    ['extra', '2'],
    ['lines.2', ''],
    ['extra', '3'],
    ['lines.3', 'one line\r\nand another\r\none line\r\nand another'],
    ['addon.0.id', '5'],
    ['addon.0.quantity', '1'],
    ['addon.0.expiry', '2027-06-30'],
    ['added.id', ''],
  ]);
  expect(answersPatch(readAnswersForm(form, 0).values, member)).toEqual({
    MembershipType: { Extras: [] },
    Extras: [
      { ID: '1', Answer: 'Dutch' },
      { ID: '1', Answer: 'German' },
      { ID: '3', Answer: 'one line\nand another' },
      { ID: '3', Answer: 'one line\nand another' },
    ],
    Addons: [
      { Quantity: '1', ExpiryDate: '2027-06-30', Extras: [{ ID: '9', Answer: 'Print' }], Addon: { ID: '5' } },
    ],
  });
});

it('answers are changed, an addon is removed and another one is added', () => {
  const form = formOf([
    ['extra', '1'],
    ['answer.1', 'Dutch'],
    ['extra', '3'],
    ['lines.3', ' first \n\nsecond\nfirst'],
    ['addon.0.id', '5'],
    ['addon.0.quantity', '0'],
    ['added.id', '6'],
    ['added.quantity', '2'],
    ['added.expiry', ''],
  ]);
  const { values, turn } = readAnswersForm(form, 3);
  expect([turn, hasWholeQuantities(values)]).toEqual([4, true]);
  expect(answersPatch(values, member)).toMatchObject({
    Extras: [
      { ID: '1', Answer: 'Dutch' },
      { ID: '3', Answer: 'first' },
      { ID: '3', Answer: 'second' },
    ],
    Addons: [{ Quantity: '2', ExpiryDate: null, Extras: [], Addon: { ID: '6' } }],
  });
});

it('a quantity that is not a whole number is refused', () => {
  const form = formOf([
    ['added.id', '6'],
    ['added.quantity', 'many'],
  ]);
  expect(hasWholeQuantities(readAnswersForm(form, 0).values)).toBe(false);
});

it('an answer that is not one of the options has a box to tick, as the options have', () => {
  const extra = {
    ID: '1',
    Question: 'Languages',
    AdminOnly: false,
    MembersOnly: false,
    IsOne: false,
    Options: ['Dutch', 'Greek'],
  };
  expect(choicesOf(extra, ['Latin', 'Dutch'])).toEqual(['Dutch', 'Greek', 'Latin']);
  expect(choicesOf({ ...extra, Options: [] }, ['Latin'])).toEqual([]);
});
