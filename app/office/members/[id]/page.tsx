import type { Metadata } from 'next';
import { AnswersForm } from '@/components/office/answers-form';
import { MemberFacts } from '@/components/office/member-facts';
import { MemberForm } from '@/components/office/member-form';
import { NewestChanges } from '@/components/office/member-history';
import { familyText } from '@/lib/messages/office-family';
import { membersText } from '@/lib/messages/office-members';
import { mergeText } from '@/lib/messages/office-merge';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { startOfAnswers } from '@/lib/office-pages/answers-form';
import { mayUse } from '@/lib/office-pages/may-use';
import { toFormParts } from '@/lib/office-pages/member-form';
import { startOfForm } from '@/lib/office-pages/member-form-start';
import { mergePath } from '@/lib/office-pages/merge-members';
import { personalDataPath } from '@/lib/office-pages/personal-data';
import { readHistory } from '@/lib/office-pages/read-member';
import { removalPath } from '@/lib/office-pages/read-family';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { saveAnswers, saveMemberForm } from '../actions';
import { MemberPage, type MemberPageProps } from './member-page';

export const metadata: Metadata = { title: membersText.title };

export default function DetailsPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="details">
      {async (opened) => {
        const { office, member, etag, path, fields, may } = opened;
        const structure = await readOfficeStructure(office.api);
        const parts = toFormParts(fields.filter(({ name }) => may(name)));
        const fixed = fields.filter(({ name }) => !may(name));
        return (
          <div className="grid min-w-0 gap-3">
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
            {fixed.length > 0 && <MemberFacts member={member} structure={structure} fields={fixed} />}
            {fixed.length === 0 && (
              <AnswersForm
                key={`answers ${etag}`}
                action={saveAnswers}
                start={startOfAnswers(member)}
                structure={structure}
                id={member.ID}
                path={path}
              />
            )}
            <div className="flex flex-wrap justify-between gap-x-10 gap-y-3">
              {mayUse(office.me, 'POST journal/undo') && (
                <NewestChanges changes={await readHistory(office, member.ID)} />
              )}
              {mayUse(office.me, 'POST members/{MembershipID}/erase') && (
                <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
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
            </div>
          </div>
        );
      }}
    </MemberPage>
  );
}
