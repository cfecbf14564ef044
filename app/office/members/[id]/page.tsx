import type { Metadata } from 'next';
import { AccountForms } from '@/components/office/account-forms';
import { AnswersForm } from '@/components/office/answers-form';
import { ClosedOffice } from '@/components/office/closed-office';
import { ExpiryForms } from '@/components/office/expiry-forms';
import { ListingForm } from '@/components/office/listing-form';
import { MemberAccount } from '@/components/office/member-account';
import { MemberFacts } from '@/components/office/member-facts';
import { KeptForm } from '@/components/office/kept-form';
import { MemberForm } from '@/components/office/member-form';
import { MemberLocations } from '@/components/office/member-locations';
import { MemberNotices } from '@/components/office/member-notices';
import { MemberHistory } from '@/components/office/member-history';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/clock';
import { formatDay } from '@/lib/messages/format-day';
import { memberNoticesText, noticeStateText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office/format-time';
import { describeDays, readMemberNotices } from '@/lib/office/read-notices';
import { changeMemberNotices } from '@/app/office/notices/actions';
import { memberPath } from '@/lib/directory/member-address';
import { lookUp } from '@/lib/look-up';
import { doneText, memberText } from '@/lib/messages/office-member';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { mergeText } from '@/lib/messages/office-merge';
import { membersText } from '@/lib/messages/office-members';
import { startOfAnswers } from '@/lib/office/answers-form';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import { startOfForm, unchangeableGroups } from '@/lib/office/member-form-start';
import { emptyState } from '@/lib/office/save-member';
import { mergePath } from '@/lib/office/merge-members';
import { membersPath } from '@/lib/office/members-view';
import { personalDataPath } from '@/lib/office/personal-data';
import { groupsOf, nameOfMember, readAccount, readHistory, requireMember } from '@/lib/office/read-member';
import { readOfficeStructure } from '@/lib/office/read-members';
import {
  changeAccount,
  endMembership,
  extendMembership,
  hideMember,
  saveAnswers,
  saveMemberForm,
  showMember,
} from '../actions';
import { mayUse } from '@/lib/office/may-use';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OfficeMemberPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `${membersPath}/${id}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={saveMemberForm} start={emptyState} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const { member, etag } = await requireMember(office, id);
  const [structure, history, account, notices] = await Promise.all([
    readOfficeStructure(office.api),
    readHistory(office, id),
    readAccount(office, id),
    readMemberNotices(office, id),
  ]);
  const { directory, site, clock } = chapterhouse();
  const { timeZone } = site();
  const groups = groupsOf(office);
  const hasAllFields = unchangeableGroups(groups).length === 0;
  const { done: doneWord, run } = await searchParams;
  const done = lookUp<string>(doneText, String(doneWord ?? ''));
  const entry = directory.find(member.ID);
  return (
    <OfficePage
      office={office}
      help="member"
      current={membersPath}
      title={nameOfMember(member)}
      hasForm={groups.length > 0}
    >
      {done !== undefined && (
        <Notice role="status">
          {done}
          {doneWord === 'merged' && /^\d{1,15}$/.test(String(run)) && (
            <>
              {' '}
              <a href={`/office/journal/undo?Run=${String(run)}`} className="underline">
                {mergeText.undo}
              </a>
            </>
          )}
        </Notice>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href={membersPath} className="text-accent underline">
          {memberText.back}
        </a>
        {entry === null || entry === 'removed' ? (
          <span className="text-ink-soft">{memberText.notPublic}</span>
        ) : (
          <a href={memberPath(entry.slug)} className="text-accent underline">
            {memberText.seePublic}
          </a>
        )}
      </p>
      {groups.includes('membership') && (
        <ExpiryForms
          member={member}
          etag={etag}
          today={dateInZone(clock(), timeZone)}
          extend={extendMembership}
          end={endMembership}
        />
      )}
      {groups.includes('directory') && (
        <ListingForm member={member} etag={etag} hide={hideMember} show={showMember} />
      )}
      {groups.length > 0 && (
        <MemberForm
          key={etag}
          action={saveMemberForm}
          start={startOfForm(member, etag)}
          groups={groups}
          structure={structure}
          id={member.ID}
          path={path}
        />
      )}
      {hasAllFields && (
        <AnswersForm
          key={`answers ${etag}`}
          action={saveAnswers}
          start={startOfAnswers(member)}
          structure={structure}
          id={member.ID}
          path={path}
        />
      )}
      <MemberLocations member={member} mayChange={mayUse(office.me, 'PATCH members/{MembershipID}')} />
      <MemberFacts
        member={member}
        structure={structure}
        groups={unchangeableGroups(groups)}
        hasAnswers={!hasAllFields}
      />
      {account !== null && (
        <MemberAccount account={account}>
          <AccountForms
            action={changeAccount}
            member={member.ID}
            hasEmail={(member.User.Email ?? '') !== ''}
            hasPasskeys={account.Passkeys > 0}
          />
        </MemberAccount>
      )}
      {notices !== null && (
        <MemberNotices
          action={changeMemberNotices}
          member={member.ID}
          isExcluded={notices.Excluded}
          isSub={member.ParentID !== null}
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
      {mayUse(office.me, 'POST members/{MembershipID}/erase') && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <a href={mergePath(member.ID)} className="text-accent underline">
            {mergeText.link}
          </a>
          <a href={personalDataPath(member.ID)} className="text-accent underline">
            {personalDataText.link}
          </a>
        </p>
      )}
      {office.me.Role !== 'reader' && <MemberHistory changes={history} me={office.me} />}
    </OfficePage>
  );
}
