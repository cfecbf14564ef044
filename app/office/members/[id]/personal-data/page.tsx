import type { Metadata } from 'next';
import { ErasureForm } from '@/components/office/erasure-form';
import { FormatChoice } from '@/components/office/format-choice';
import { KeptForm } from '@/components/office/kept-form';
import { Panel } from '@/components/office/panel';
import { RecentSignIn } from '@/components/office/recent-sign-in';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { membersText } from '@/lib/messages/office-members';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { say } from '@/lib/messages/say';
import { erasureSchema, noErasure, personalDataPath } from '@/lib/office-pages/personal-data';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { sendForm } from '@/lib/office-pages/send-form';
import { MemberTask } from '../member-task';
import { erasePerson } from './actions';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PersonalDataPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = personalDataPath(id);
  const { failed } = await searchParams;
  return (
    <MemberTask
      id={id}
      path={path}
      help="personalData"
      titleFor={(name) => say(personalDataText.title, { name })}
      needs="POST members/{MembershipID}/erase"
      kept={<KeptForm action={erasePerson} start={noErasure} path={path} />}
    >
      {async ({ office, member, name }) => {
        const trial = isSignInRecent(office.me, chapterhouse().clock())
          ? await sendForm(office, { method: 'POST', path: `members/${id}/erase`, body: {}, isTrial: true })
          : null;
        return (
          <>
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
          </>
        );
      }}
    </MemberTask>
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
