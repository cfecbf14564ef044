import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { membersText } from '@/lib/messages/office-members';

export function memberName(
  row: Pick<OfficeMemberRow, 'FirstName' | 'LastName' | 'Organisation' | 'Kind'>,
): string {
  const person = [row.FirstName, row.LastName].filter((part) => part !== '').join(' ');
  const isCompany = row.Kind === 'corporate' && row.Organisation !== '';
  return (isCompany ? row.Organisation : person) || membersText.unnamed;
}
