import type { Metadata } from 'next';
import { AccountForms } from '@/components/office/account-forms';
import { AnswersForm } from '@/components/office/answers-form';
import { ClosedOffice } from '@/components/office/closed-office';
import { ExpiryForms } from '@/components/office/expiry-forms';
import { ListingForm } from '@/components/office/listing-form';
import { MemberAccount } from '@/components/office/member-account';
import { MemberCompany } from '@/components/office/member-company';
import { MemberFacts } from '@/components/office/member-facts';
import { KeptForm } from '@/components/office/kept-form';
import { MemberForm } from '@/components/office/member-form';
import { MemberLocations } from '@/components/office/member-locations';
import { MemberNotices } from '@/components/office/member-notices';
import { MemberMemberships } from '@/components/office/member-memberships';
import { MemberNotes } from '@/components/office/member-notes';
import { MemberPublicView } from '@/components/office/member-public-view';
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
import { lookUp } from '@/lib/look-up';
import { doneText, memberText } from '@/lib/messages/office-member';
import { familyText } from '@/lib/messages/office-family';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { mergeText } from '@/lib/messages/office-merge';
import { membersText } from '@/lib/messages/office-members';
import { noAccountAction } from '@/lib/office/account-form';
import { noAnswers, startOfAnswers } from '@/lib/office/answers-form';
import { noNoticesAction } from '@/lib/office/notice-form';
import { requireOfficeOrForm } from '@/lib/office/current-office';
import { startOfForm } from '@/lib/office/member-form-start';
import { emptyState } from '@/lib/office/save-member';
import { officerAccessOf } from '@/lib/office/hidden-fields';
import { mergePath } from '@/lib/office/merge-members';
import { formFields, toFormParts } from '@/lib/office/member-form';
import { membersPath } from '@/lib/office/members-view';
import { personalDataPath } from '@/lib/office/personal-data';
import { isFixed, nameOfMember, readAccount, readHistory, requireMember } from '@/lib/office/read-member';
import { readOfficeStructure } from '@/lib/office/read-members';
import {
  addNote,
  changeAccount,
  endMembership,
  extendMembership,
  hideMember,
  saveAnswers,
  saveMemberForm,
  showMember,
} from '../actions';
import { mayUse } from '@/lib/office/may-use';
import { readFamily, removalPath } from '@/lib/office/read-family';
import { readNotes } from '@/lib/office/read-notes';
import { emptyShortForm } from '@/lib/office/short-form';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OfficeMemberPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `${membersPath}/${id}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForms path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const { member, etag } = await requireMember(office, id);
  const [structure, history, account, family, notices, notes] = await Promise.all([
    readOfficeStructure(office.api),
    readHistory(office, id),
    readAccount(office, id),
    readFamily(office, member),
    readMemberNotices(office, id),
    readNotes(office, id),
  ]);
  const { directory, site, clock } = chapterhouse();
  const { timeZone } = site();
  const isPart = member.ParentID !== null;
  // The company pays for its sub-members.
  const fields = formFields.filter(({ isPaymentAddress }) => !(isPart && isPaymentAddress));
  const fixed = fields.filter((field) => isFixed(office, field));
  const parts = toFormParts(fields.filter((field) => !fixed.includes(field)));
  const hasAllFields = fixed.length === 0;
  const may = (name: string) => !fixed.some((field) => field.name === name);
  const officer = officerAccessOf(office.me);
  const { done: doneWord, run } = await searchParams;
  const done = lookUp<string>(doneText, String(doneWord ?? ''));
  return (
    <OfficePage
      office={office}
      help="member"
      current={membersPath}
      title={nameOfMember(member)}
      hasForm={parts.length > 0}
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
      <p>
        <a href={membersPath} className="text-accent underline">
          {memberText.back}
        </a>
      </p>
      <div className="flex flex-wrap items-start gap-4">
        {may('ExpiryDate') && (
          <ExpiryForms
            key={`expiry ${etag}`}
            member={member}
            etag={etag}
            today={dateInZone(clock(), timeZone)}
            path={path}
            extend={extendMembership}
            end={endMembership}
          />
        )}
        {may('Directory.Listed') && (
          <ListingForm
            key={`listing ${etag}`}
            member={member}
            etag={etag}
            path={path}
            hide={hideMember}
            show={showMember}
          />
        )}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <MemberMemberships rows={family.own} current={member.ID} mayAdd={mayUse(office.me, 'POST members')} />
        <MemberPublicView member={member} entry={directory.find(member.ID)} />
      </div>
      <MemberCompany
        id={member.ID}
        family={family}
        mayChange={may('MembershipType.ID')}
        isOfficer={office.me.Role === 'officer'}
      />
      {notes !== null && (
        <MemberNotes
          key={`notes ${notes.length}`}
          member={member.ID}
          notes={notes}
          path={path}
          add={officer?.edits('notes') === false ? null : addNote}
        />
      )}
      {parts.length > 0 && (
        <MemberForm
          key={etag}
          action={saveMemberForm}
          start={startOfForm(member, etag)}
          parts={parts}
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
      <MemberLocations
        member={member}
        mayChange={
          mayUse(office.me, 'PATCH members/{MembershipID}') && officer?.editsField('Locations') !== false
        }
      />
      <MemberFacts member={member} structure={structure} fields={fixed} hasAnswers={!hasAllFields} />
      {account !== null && (
        <MemberAccount account={account}>
          <AccountForms
            action={changeAccount}
            member={member.ID}
            hasEmail={(member.User.Email ?? '') !== ''}
            hasPassword={account.PasswordSetAt !== null}
            hasPasskeys={account.Passkeys > 0}
            isLocked={account.LockedUntil !== null}
            path={path}
          />
        </MemberAccount>
      )}
      {notices !== null && (
        <MemberNotices
          action={changeMemberNotices}
          path={path}
          member={member.ID}
          isExcluded={notices.Excluded}
          isSub={isPart}
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
      {mayUse(office.me, 'POST members/{MembershipID}/erase') && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <a href={mergePath(member.ID)} className="text-accent underline">
            {mergeText.link}
          </a>
          <a href={personalDataPath(member.ID)} className="text-accent underline">
            {personalDataText.link}
          </a>
          <a href={removalPath(member.ID)} className="text-accent underline">
            {familyText.removeLink}
          </a>
        </p>
      )}
      <MemberHistory changes={history} me={office.me} />
    </OfficePage>
  );
}

/** If a form of this page was sent without a session, the page shows only that form. */
function KeptForms({ path }: { path: string }) {
  return (
    <>
      <KeptForm action={saveMemberForm} start={emptyState} path={path} />
      <KeptForm action={saveAnswers} start={noAnswers} path={path} />
      <KeptForm action={changeAccount} start={noAccountAction} path={path} />
      <KeptForm action={changeMemberNotices} start={noNoticesAction} path={path} />
      {[extendMembership, endMembership, hideMember, showMember, addNote].map((action, at) => (
        <KeptForm key={at} action={action} start={emptyShortForm} path={path} />
      ))}
    </>
  );
}
