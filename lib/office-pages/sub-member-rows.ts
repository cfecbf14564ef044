import { familyText } from '@/lib/messages/office-family';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { textOf } from './form-text';
import type { FormValues } from './member-form';

export interface SubMemberRow {
  first: string;
  last: string;
  email: string;
}

const emptyRow: SubMemberRow = { first: '', last: '', email: '' };
const rowsAtFirst = 3;
const maxRows = 100;

const fields = { first: 'User.FirstName', last: 'User.LastName', email: 'User.Email' } as const;
export const rowLabels = { first: membersText.first, last: membersText.last, email: membersText.mail };
// The cast is safe, because the object literal `fields` has no other keys.
export const rowParts = Object.keys(fields) as (keyof SubMemberRow)[];

export function firstRows(): SubMemberRow[] {
  return Array.from({ length: rowsAtFirst }, () => emptyRow);
}

export function withMoreRows(rows: readonly SubMemberRow[]): SubMemberRow[] {
  return [...rows, ...firstRows()].slice(0, maxRows);
}

export function inputOf(row: number, part: keyof SubMemberRow): string {
  return `part.${row}.${part}`;
}

export function labelOfInput(name: string): string | null {
  const found = rowParts.find((part) => name.endsWith(`.${part}`));
  const [, row] = /^part\.(\d+)\./.exec(name) ?? [];
  if (found === undefined || row === undefined) return null;
  return `${say(familyText.subMemberRow, { number: Number(row) + 1 })}, ${rowLabels[found]}`;
}

export function readRows(form: FormData): SubMemberRow[] {
  const rows: SubMemberRow[] = [];
  while (form.has(inputOf(rows.length, 'first')) && rows.length < maxRows) {
    const at = rows.length;
    const of = (part: keyof SubMemberRow) => textOf(form, inputOf(at, part));
    rows.push({ first: of('first'), last: of('last'), email: of('email') });
  }
  return rows;
}

/** Each sub-member has the type, the approval and the listing of the company. */
export function toSubMembers(rows: readonly SubMemberRow[], company: FormValues): object[] {
  return rows.filter(isFilled).map(({ first, last, email }) => ({
    MembershipType: { ID: company['MembershipType.ID'] ?? '' },
    Checked: company['Checked'] === 'true',
    Directory: { Listed: company['Directory.Listed'] === 'true' },
    User: { FirstName: first, LastName: last, Email: email },
  }));
}

export function inputOfError(path: string, rows: readonly SubMemberRow[]): string | null {
  const [, index, field = ''] = /^SubMembers\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (index === undefined) return null;
  const sent = rows.flatMap((row, at) => (isFilled(row) ? [at] : []));
  const row = sent[Number(index)];
  if (row === undefined) return null;
  // An error may be about no single input of the row. It is then shown at the row's first input.
  return inputOf(row, rowParts.find((part) => fields[part] === field) ?? 'first');
}

function isFilled(row: SubMemberRow): boolean {
  return rowParts.some((part) => row[part] !== '');
}
