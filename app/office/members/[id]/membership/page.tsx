import type { Metadata } from 'next';
import { changeMemberNotices } from '@/app/office/notices/actions';
import { MemberCompany } from '@/components/office/member-company';
import { MemberMemberships } from '@/components/office/member-memberships';
import { MemberNotices } from '@/components/office/member-notices';
import { Panel } from '@/components/office/panel';
import { ShortForm } from '@/components/office/short-form';
import { chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import { formatDay } from '@/lib/messages/format';
import { memberText } from '@/lib/messages/office-member';
import { membersText } from '@/lib/messages/office-members';
import { memberNoticesText, noticeStateText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { reasonField } from '@/lib/office-pages/reason-field';
import { formatTime } from '@/lib/office-pages/format-time';
import { mayUse } from '@/lib/office-pages/may-use';
import type { OpenMember } from '@/lib/office-pages/read-member';
import { readFamily } from '@/lib/office-pages/read-family';
import { describeDays, readMemberNotices } from '@/lib/office-pages/read-notices';
import { endMembership } from '../../actions';
import { MemberPage, type MemberPageProps } from '../member-page';
import { isLimitedToChapters } from '@/lib/contract/fields/role';

export const metadata: Metadata = { title: membersText.title };

export default function MembershipPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="membership">
      {async (opened) => {
        const { office, member, path, may } = opened;
        const [family, notices] = await Promise.all([
          readFamily(office, member),
          readMemberNotices(office, member.ID),
        ]);
        return (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <MemberMemberships
              rows={family.own}
              current={member.ID}
              mayAdd={mayUse(office.me, 'POST members')}
            />
            <MemberCompany
              id={member.ID}
              family={family}
              mayChange={may('MembershipType.ID')}
              isOfficer={isLimitedToChapters(office.me.Role)}
            />
            <End {...opened} />
            {notices !== null && (
              <MemberNotices
                action={changeMemberNotices}
                path={path}
                member={member.ID}
                isExcluded={notices.Excluded}
                isSub={member.ParentID !== null}
                neverEnds={member.ExpiryDate === null}
                mails={notices.Mails.map((mail) =>
                  say(memberNoticesText.item, {
                    reminder: describeDays(mail.Days),
                    day: formatDay(mail.LastDay),
                    result: noticeStateText[mail.State],
                    time: formatTime(mail.ChangedAt),
                  }),
                )}
              />
            )}
          </div>
        );
      }}
    </MemberPage>
  );
}

/** A sub-membership ends on the same day as its company's membership, so it has no such form. */
function End({ member: { ID: id, ExpiryDate: last, ParentID: parent }, etag, tag, path, may }: OpenMember) {
  const { clock, site } = chapterhouse();
  const today = dateInZone(clock(), site().timeZone);
  if (!may('ExpiryDate') || parent !== null || last === undefined || (last !== null && last < today))
    return null;
  return (
    <Panel id="end" title={memberText.end}>
      <ShortForm
        key={etag}
        id="end"
        action={endMembership}
        path={path}
        hidden={{ id, etag: tag }}
        fields={[
          { name: 'date', label: memberText.endOn, type: 'date', value: today, hint: memberText.endHint },
          reasonField,
        ]}
        button={memberText.endButton}
      />
    </Panel>
  );
}
