import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { MemberForm } from '@/components/office/member-form';
import { OfficePage } from '@/components/office/office-page';
import { memberText } from '@/lib/messages/office-member';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import { startOfNew } from '@/lib/office/member-form-start';
import { emptyState } from '@/lib/office/save-member';
import { membersPath } from '@/lib/office/members-view';
import { groupsOf } from '@/lib/office/read-member';
import { readOfficeStructure } from '@/lib/office/read-members';
import { saveMemberForm } from '../actions';
import { mayUse } from '@/lib/office/may-use';

export const metadata: Metadata = { title: memberText.newTitle };

const path = `${membersPath}/new`;

export default async function NewMemberPage() {
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={saveMemberForm} start={emptyState} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (!mayUse(office.me, 'POST members')) notFound();
  const structure = await readOfficeStructure(office.api);
  return (
    <OfficePage office={office} help="newMember" current={membersPath} title={memberText.newTitle} hasForm>
      <MemberForm
        action={saveMemberForm}
        start={startOfNew(randomUUID())}
        groups={groupsOf(office)}
        structure={structure}
        id={null}
        path={path}
      />
    </OfficePage>
  );
}
