import type { ReactNode } from 'react';
import { changeMemberNotices } from '@/app/office/notices/actions';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Notice } from '@/components/ui/notice';
import { PageTabs } from '@/components/ui/page-tabs';
import { lookUp } from '@/lib/base/look-up';
import { doneText, memberText, sectionText } from '@/lib/messages/office-member';
import { mergeText } from '@/lib/messages/office-merge';
import { noAccountAction } from '@/lib/office-pages/account-form';
import { noAnswers } from '@/lib/office-pages/answers-form';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import type { Office } from '@/lib/office-pages/find-office';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { mayUse } from '@/lib/office-pages/may-use';
import { formFields } from '@/lib/office-pages/member-form';
import { memberSections, sectionPath, type MemberSection } from '@/lib/office-pages/member-sections';
import { membersPath } from '@/lib/office-pages/members-view';
import { noNoticesAction } from '@/lib/office-pages/notice-form';
import { noPicture } from '@/lib/office-pages/picture-form';
import { isFixed, nameOfMember, requireMember, type OpenMember } from '@/lib/office-pages/read-member';
import { emptyState } from '@/lib/office-pages/save-member';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import {
  addNote,
  changeAccount,
  changeAudiences,
  endMembership,
  extendMembership,
  hideMember,
  receivePayment,
  saveAnswers,
  saveMemberForm,
  savePicture,
  showMember,
} from '../actions';
import { MemberHeader } from './member-header';

export interface MemberPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

interface Props extends MemberPageProps {
  section: MemberSection;
  children: (opened: OpenMember) => Promise<ReactNode>;
}

/** What all sections of a member have: the header, the tabs, and the result of the last action. */
export async function MemberPage({ section, params, searchParams, children }: Props) {
  const { id } = await params;
  const path = sectionPath(id, section);
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForms path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const { member, etag, tag } = await requireMember(office, id);
  // The company pays for its sub-members.
  const fields = formFields.filter((one) => !(member.ParentID !== null && one.isPaymentAddress));
  const may = (name: string) => fields.some((one) => one.name === name && !isFixed(office, one));
  const { done = '', run } = await searchParams;
  const opened = { office, member, etag, tag, path, fields, may, done: String(done) };
  const tabs = memberSections
    .filter((one) => maySee(office, one))
    .map((one) => ({ href: sectionPath(member.ID, one), text: sectionText[one] }));
  return (
    <OfficePage office={office} help="member" current={membersPath} title={nameOfMember(member)} hasForm>
      <Done word={opened.done} run={String(run)} />
      <MemberHeader {...opened} section={section} />
      <PageTabs label={memberText.sections} current={path} pages={tabs} />
      {await children(opened)}
    </OfficePage>
  );
}

function maySee({ me }: Office, section: MemberSection): boolean {
  if (section === 'sign-in') return mayUse(me, 'GET members/{MembershipID}/account');
  if (section === 'notes')
    return mayUse(me, 'GET members/{MembershipID}/notes') && officerAccessOf(me)?.sees('notes') !== false;
  return true;
}

function Done({ word, run }: { word: string; run: string }) {
  const done = lookUp<string>(doneText, word);
  if (done === undefined) return null;
  return (
    <Notice role="status">
      {done}
      {word === 'merged' && /^\d{1,15}$/.test(run) && (
        <>
          {' '}
          <a href={`/office/journal/undo?Run=${run}`} className="underline">
            {mergeText.undo}
          </a>
        </>
      )}
    </Notice>
  );
}

/** If a form of a section was sent without a session, the page shows only that form. */
function KeptForms({ path }: { path: string }) {
  return (
    <>
      <KeptForm action={saveMemberForm} start={emptyState} path={path} />
      <KeptForm action={saveAnswers} start={noAnswers} path={path} />
      <KeptForm action={savePicture} start={noPicture} path={path} />
      <KeptForm action={changeAccount} start={noAccountAction} path={path} />
      <KeptForm action={changeMemberNotices} start={noNoticesAction} path={path} />
      {[
        extendMembership,
        receivePayment,
        endMembership,
        hideMember,
        showMember,
        changeAudiences,
        addNote,
      ].map((action, at) => (
        <KeptForm key={at} action={action} start={emptyShortForm} path={path} />
      ))}
    </>
  );
}
