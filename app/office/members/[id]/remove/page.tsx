import type { Metadata } from 'next';
import { KeptForm } from '@/components/office/kept-form';
import { Panel } from '@/components/office/panel';
import { ShortForm, type ShortField } from '@/components/office/short-form';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { reasonField } from '@/lib/office-pages/reason-field';
import { readList, removalPath } from '@/lib/office-pages/read-family';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { MemberTask } from '../member-task';
import { removeMembership } from './actions';

export const metadata: Metadata = { title: membersText.title };

export default async function RemovalPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const path = removalPath(id);
  return (
    <MemberTask
      id={id}
      path={path}
      help="removal"
      titleFor={(name) => say(familyText.removeTitle, { name })}
      needs="DELETE members/{MembershipID}"
      kept={<KeptForm action={removeMembership} start={emptyShortForm} path={path} />}
    >
      {async ({ office, member, tag }) => {
        const parts = member.Kind === 'corporate' ? await readList(office, { Parent: id }) : null;
        const count = parts === null ? 0 : (parts.Count ?? parts.Members.length);
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
          <Panel id="removal" title={familyText.removeLink}>
            <p className="max-w-prose">{familyText.removeIntro}</p>
            <ShortForm
              id="removal"
              action={removeMembership}
              path={path}
              hidden={{ id, etag: tag, hasParts: String(count > 0) }}
              fields={[...(count > 0 ? [choice] : []), reasonField]}
              button={familyText.removeButton}
              style="main"
            />
          </Panel>
        );
      }}
    </MemberTask>
  );
}
