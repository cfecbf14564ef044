import type { ReactNode } from 'react';
import type { OfficeMember, OfficeStructure } from '@/lib/contract/office';
import { lookUp } from '@/lib/base/look-up';
import { formatDay } from '@/lib/messages/format';
import { memberText } from '@/lib/messages/office-member';
import { memberKindText, memberStatusText, notApprovedText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { captionOf, describeValue, valuesOfRecord, type FormField } from '@/lib/office-pages/member-form';
import { FactList } from '../account/fact-list';
import { Panel } from './panel';

interface Props {
  member: OfficeMember;
  structure: OfficeStructure;
  /** The fields that the signed-in person may not change. They are shown here and not in the form. */
  fields: readonly FormField[];
}

export function MemberFacts({ member, structure, fields }: Props) {
  const { Status: status } = member;
  return (
    <Panel id="facts" title={memberText.facts}>
      <FactList
        facts={[
          [memberText.id, member.ID],
          [captionOf('Kind'), memberKindText[member.Kind]],
          [
            memberText.status,
            status === undefined ? '' : (lookUp<string>(memberStatusText, status) ?? status),
          ],
          [memberText.part, parentOf(member)],
          ...fixedFacts(member, structure, fields),
          ...answerFacts(member),
        ]}
      />
    </Panel>
  );
}

function answerFacts(member: OfficeMember): [string, ReactNode][] {
  return [
    [memberText.extras, list(member.Extras.map(({ Question, Answer }) => `${Question}: ${Answer}`))],
    [
      memberText.addons,
      list(
        member.Addons.map(({ Addon, ExpiryDate }) =>
          ExpiryDate ? `${Addon.Name} (${formatDay(ExpiryDate)})` : Addon.Name,
        ),
      ),
    ],
  ];
}

function fixedFacts(
  member: OfficeMember,
  structure: OfficeStructure,
  fields: readonly FormField[],
): [string, string][] {
  const values = valuesOfRecord(member);
  return fields
    .filter(({ isForNew }) => !isForNew)
    .map((field) => {
      const value = lookUp(values, field.name) ?? '';
      const isNotApproved = field.name === 'Checked' && value === 'false';
      return [field.caption, isNotApproved ? notApprovedText : describeValue(field, value, structure)];
    });
}

function parentOf({ ParentID: id }: OfficeMember) {
  if (id === null) return '';
  return (
    <a href={`/office/members/${id}`} className="text-accent underline">
      {say(memberText.parent, { id })}
    </a>
  );
}

function list(items: readonly string[]) {
  if (items.length === 0) return '';
  return (
    <ul>
      {items.map((item, index) => (
        <li key={`${item} ${index}`}>{item}</li>
      ))}
    </ul>
  );
}
