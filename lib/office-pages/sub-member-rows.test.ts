import { expect, it } from 'vitest';
import {
  firstRows,
  inputOfError,
  labelOfInput,
  readRows,
  toSubMembers,
  withMoreRows,
} from './sub-member-rows';

function formOf(rows: [first: string, last: string, email: string][]): FormData {
  const form = new FormData();
  for (const [at, [first, last, email]] of rows.entries()) {
    form.set(`part.${at}.first`, first);
    form.set(`part.${at}.last`, last);
    form.set(`part.${at}.email`, email);
  }
  return form;
}

const typed = readRows(
  formOf([
    ['', '', ''],
    [' Ida ', 'Berg', ''],
    ['', '', 'jon@example.org'],
  ]),
);

it('sends the rows that are not empty, with the type, approval and listing of the company', () => {
  const company = { 'MembershipType.ID': '2', Checked: 'true', 'Directory.Listed': 'false' };
  const shared = { MembershipType: { ID: '2' }, Checked: true, Directory: { Listed: false } };
  expect(toSubMembers(typed, company)).toEqual([
    { ...shared, User: { FirstName: 'Ida', LastName: 'Berg', Email: '' } },
    { ...shared, User: { FirstName: '', LastName: '', Email: 'jon@example.org' } },
  ]);
});

it('shows an error at the row that was typed, although empty rows are not sent', () => {
  expect(inputOfError('SubMembers[1].User.Email', typed)).toBe('part.2.email');
  expect(inputOfError('SubMembers[0].User', typed)).toBe('part.1.first');
  expect(inputOfError('SubMembers[2].User', typed)).toBeNull();
  expect(inputOfError('User.Email', typed)).toBeNull();
  expect(labelOfInput('part.2.email')).toBe('Sub-member 3, Email');
  expect(labelOfInput('User.Email')).toBeNull();
});

it('adds three more rows on request, up to 100', () => {
  expect(withMoreRows(typed)).toEqual([...typed, ...firstRows()]);
  const most = Array.from({ length: 99 }, () => typed)
    .flat()
    .slice(0, 100);
  expect(withMoreRows(most)).toHaveLength(100);
  const many = Array.from({ length: 120 }, (): [string, string, string] => ['Ida', '', '']);
  expect(readRows(formOf(many))).toHaveLength(100);
});
