import type { Metadata } from 'next';
import { MemberAudiences } from '@/components/office/member-audiences';
import { MemberLocations } from '@/components/office/member-locations';
import { MemberPicture } from '@/components/office/member-picture';
import { MemberPublicView } from '@/components/office/member-public-view';
import { chapterhouse } from '@/lib/chapterhouse';
import { membersText } from '@/lib/messages/office-members';
import { officerAccessOf } from '@/lib/office/hidden-fields';
import { mayUse } from '@/lib/office/may-use';
import { changeAudiences, savePicture } from '../../actions';
import { MemberPage, type MemberPageProps } from '../member-page';

export const metadata: Metadata = { title: membersText.title };

export default function DirectoryPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="directory">
      {async ({ office: { me }, member, tag, path, may }) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <MemberPublicView member={member} entry={chapterhouse().directory.find(member.ID)} />
          <div className="grid gap-6">
            <MemberPicture
              member={member}
              mayChange={
                mayUse(me, 'POST members/{MembershipID}/pictures') &&
                officerAccessOf(me)?.editsField('Picture') !== false
              }
              path={path}
              action={savePicture}
            />
            <MemberLocations
              member={member}
              mayChange={
                mayUse(me, 'PATCH members/{MembershipID}') &&
                officerAccessOf(me)?.editsField('Locations') !== false
              }
            />
            {may('Directory.Listed') && (
              <MemberAudiences member={member} tag={tag} path={path} action={changeAudiences} />
            )}
          </div>
        </div>
      )}
    </MemberPage>
  );
}
