import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { FactList } from '@/components/account/fact-list';
import { ApproveForm, RefuseForm } from '@/components/office/approval-forms';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { waitingStandings } from '@/lib/contract/words';
import { isApiFailure } from '@/lib/contract/api-failure';
import { officeMemberSchema, type OfficeMember } from '@/lib/contract/office';
import { recordTag } from '@/lib/contract/record-tag';
import { isLimitedToChapters } from '@/lib/contract/fields/role';
import { approvalText } from '@/lib/messages/office-pages';
import type { ApprovalState, ApprovalValues } from '@/lib/office-pages/approval-form';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { memberFacts, memberName } from '@/lib/office-pages/member-facts';
import { approveOne, refuseOne } from '../actions';
import { mayUse } from '@/lib/office-pages/may-use';

const values: ApprovalValues = {
  ID: '',
  ETag: '',
  FirstName: '',
  LastName: '',
  Organisation: '',
  Email: '',
  Phone: '',
  Mobile: '',
  MembershipNumber: '',
  Type: '',
  Chapter: '',
  ExpiryDate: '',
  Reason: '',
};
const noState: ApprovalState = { values, problems: [], needsSignIn: 'no', kept: null };

export const metadata: Metadata = { title: approvalText.title };

export default async function ApprovalPage({ params }: { params: Promise<{ membership: string }> }) {
  const { membership: id } = await params;
  if (!/^[1-9]\d{0,14}$/.test(id)) notFound();
  const path = `/office/applications/${id}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') {
    return (
      <>
        <KeptForm action={approveOne} start={noState} path={path} />
        <KeptForm action={refuseOne} start={noState} path={path} />
      </>
    );
  }
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const { Role: role } = office.me;
  if (!mayUse(office.me, 'POST approvals/approve')) notFound();
  const answer = await office.api.read(`members/${id}`).catch((error: unknown) => {
    if (isApiFailure(error)) return null;
    throw error;
  });
  if (answer === null) return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  if (answer.status !== 200) notFound();
  const member = officeMemberSchema.parse(answer.body);
  if (member.Checked || !waitingStandings.some((one) => one === member.Standing)) notFound();
  const structure = await readOfficeStructure(office.api);
  const state = firstState(member);
  return (
    <OfficePage
      office={office}
      help="approvals"
      current="/office/applications"
      title={memberName(member)}
      hasForm
    >
      <FactList facts={memberFacts(member)} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <ApproveForm
          first={state}
          structure={structure}
          hasFields={!isLimitedToChapters(role)}
          action={approveOne}
          path={path}
        />
        <RefuseForm first={state} action={refuseOne} path={path} />
      </div>
    </OfficePage>
  );
}

function firstState(member: OfficeMember): ApprovalState {
  const { FirstName = '', LastName = '', Organisation = '' } = member.User;
  const { Email = '', Phone = '', Mobile = '' } = member.User;
  const values = {
    FirstName,
    LastName,
    Organisation,
    Email,
    Phone,
    Mobile,
    ID: member.ID,
    ETag: recordTag(member),
    MembershipNumber: member.MembershipNumber,
    Type: member.MembershipType.ID,
    Chapter: member.Chapter?.ID ?? '',
    ExpiryDate: member.ExpiryDate ?? '',
    Reason: '',
  };
  return { ...noState, values };
}
