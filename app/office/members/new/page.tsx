import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { MemberForm } from '@/components/office/member-form';
import { OfficePage } from '@/components/office/office-page';
import { memberText } from '@/lib/messages/office-member';
import { requireOffice } from '@/lib/office/current-office';
import { startOfNew } from '@/lib/office/member-form-start';
import { membersPath } from '@/lib/office/members-view';
import { groupsOf, mayAdd } from '@/lib/office/read-member';
import { readOfficeStructure } from '@/lib/office/read-members';
import { saveMemberForm } from '../actions';

export const metadata: Metadata = { title: memberText.newTitle };

const path = `${membersPath}/new`;

export default async function NewMemberPage() {
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (!mayAdd(office)) notFound();
  const structure = await readOfficeStructure(office.api);
  return (
    <OfficePage office={office} current={membersPath} title={memberText.newTitle} hasForm>
      <MemberForm
        action={saveMemberForm}
        start={startOfNew(randomUUID())}
        groups={groupsOf(office)}
        structure={structure}
        id={null}
      />
    </OfficePage>
  );
}
