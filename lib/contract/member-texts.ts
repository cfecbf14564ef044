import { lookUp } from '@/lib/base/look-up';
import { memberKindText, memberStatusText, membersText, standingText } from '@/lib/messages/office-members';
import { ownCaptionOf } from './fields/office-fields';
import { officeListColumns, type officeListFields } from './fields/office-list';
import { extraOfColumn, isAnswerColumn, type MemberColumn, type OfficeMemberRow } from './office-members';

export function columnText(column: MemberColumn): string {
  return lookUp<string>(membersText, column) ?? ownCaptionOf(column);
}

/** A column of the office's list: one text for each of its fields. A field without a value or a hidden field is ''. */
export function textsOf(row: OfficeMemberRow, column: MemberColumn): string[] {
  if (isAnswerColumn(column)) return [(lookUp(row.Answers ?? {}, extraOfColumn(column)) ?? []).join(', ')];
  if (column === 'signedIn') return [row.SignedIn ?? ''];
  if (column === 'invited') return [row.Invited ?? ''];
  return officeListColumns[column].map((name) => textOf(row, name));
}

/** The texts of values that are words of the API. */
const words: Partial<Record<keyof OfficeMemberRow, Readonly<Record<string, string>>>> = {
  Kind: memberKindText,
  Status: memberStatusText,
  Standing: { ...standingText, none: '' },
};

function textOf(row: OfficeMemberRow, name: keyof typeof officeListFields): string {
  const value = row[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? membersText.yes : membersText.no;
  if (typeof value === 'string') return lookUp(words[name] ?? {}, value) ?? value;
  return [value]
    .flat()
    .map(({ Name }) => Name)
    .join(', ');
}
