import type { Metadata } from 'next';
import { BackToMember } from '@/components/office/back-to-member';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { ShortForm, type ShortField } from '@/components/office/short-form';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { mayUse } from '@/lib/office-pages/may-use';
import { nameOfMember, requireMember } from '@/lib/office-pages/read-member';
import { readList, removalPath } from '@/lib/office-pages/read-family';
import { membersPath } from '@/lib/office-pages/members-view';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { removeMembership } from './actions';

export const metadata: Metadata = { title: membersText.title };

export default async function RemovalPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const path = removalPath(id);
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept')
    return <KeptForm action={removeMembership} start={emptyShortForm} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (!mayUse(office.me, 'DELETE members/{MembershipID}')) notFound();
  const { member, tag } = await requireMember(office, id);
  const parts = member.Kind === 'corporate' ? await readList(office, { Parent: id }) : null;
  const count = parts === null ? 0 : (parts.Count ?? parts.Members.length);
  const name = nameOfMember(member);
  const choice: ShortField = {
    name: 'parts',
    label: say(familyText.removeParts, { count }),
    type: 'choice',
    options: [
      { ID: '', Name: memberText.choose },
      { ID: 'detach', Name: familyText.keepParts },
      { ID: 'remove', Name: familyText.dropParts },
    ],
  };
  return (
    <OfficePage
      office={office}
      help="removal"
      current={membersPath}
      title={say(familyText.removeTitle, { name })}
      hasForm
    >
      <BackToMember id={id} name={name} />
      <Panel id="removal" title={familyText.removeLink}>
        <p className="max-w-prose">{familyText.removeIntro}</p>
        <ShortForm
          id="removal"
          action={removeMembership}
          path={path}
          hidden={{ id, etag: tag, hasParts: String(count > 0) }}
          fields={[
            ...(count > 0 ? [choice] : []),
            { name: 'reason', label: memberText.reason, type: 'text', maxLength: 500 },
          ]}
          button={familyText.removeButton}
          style="main"
        />
      </Panel>
    </OfficePage>
  );
}
