import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BackToMember } from '@/components/office/back-to-member';
import { ClosedOffice } from '@/components/office/closed-office';
import { ErasureForm } from '@/components/office/erasure-form';
import { FormatChoice } from '@/components/office/format-choice';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { RecentSignIn } from '@/components/office/recent-sign-in';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { membersText } from '@/lib/messages/office-members';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { mayUse } from '@/lib/office-pages/may-use';
import { membersPath } from '@/lib/office-pages/members-view';
import { erasureSchema, noErasure, personalDataPath } from '@/lib/office-pages/personal-data';
import { nameOfMember, requireMember } from '@/lib/office-pages/read-member';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { sendForm } from '@/lib/office-pages/send-form';
import { erasePerson } from './actions';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PersonalDataPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = personalDataPath(id);
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={erasePerson} start={noErasure} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (!mayUse(office.me, 'POST members/{MembershipID}/erase')) notFound();
  const { member } = await requireMember(office, id);
  const name = nameOfMember(member);
  const isRecent = isSignInRecent(office.me, chapterhouse().clock());
  const trial = isRecent
    ? await sendForm(office, { method: 'POST', path: `members/${id}/erase`, body: {}, isTrial: true })
    : null;
  const { failed } = await searchParams;
  return (
    <OfficePage
      office={office}
      help="personalData"
      current={membersPath}
      title={say(personalDataText.title, { name })}
      hasForm
    >
      <BackToMember id={id} name={name} />
      {failed !== undefined && <Notice role="alert">{personalDataText.exportFailed}</Notice>}
      {trial === null ? (
        <RecentSignIn path={path} />
      ) : (
        <>
          <PersonExportForm path={path} />
          <ErasureForm
            action={erasePerson}
            start={noErasure}
            path={path}
            member={id}
            name={name}
            plan={trial.isDone ? erasureSchema.parse(trial.answer.body) : null}
            problems={trial.isDone ? [] : trial.refusal.problems}
            hasCompany={member.Kind === 'corporate'}
          />
        </>
      )}
    </OfficePage>
  );
}

function PersonExportForm({ path }: { path: string }) {
  return (
    <Panel id="export" title={personalDataText.exportTitle}>
      <p className="max-w-prose">{personalDataText.exportText}</p>
      <form method="post" action={`${path}/file`} className="grid gap-3">
        <FormatChoice
          legend={personalDataText.exportFormat}
          formats={[
            { value: 'html', text: personalDataText.html },
            { value: 'json', text: personalDataText.json },
          ]}
        />
        <p>
          <button type="submit" className={buttonStyle('quiet')}>
            {personalDataText.exportButton}
          </button>
        </p>
      </form>
    </Panel>
  );
}
