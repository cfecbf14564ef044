import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ChoiceForm } from '@/components/office/choice-form';
import { KeptForm } from '@/components/office/kept-form';
import { MemberSearch } from '@/components/ui/member-search';
import { Panel } from '@/components/office/panel';
import { ShortForm } from '@/components/office/short-form';
import { chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import { familyText } from '@/lib/messages/office-family';
import { fieldHintText } from '@/lib/messages/office-member';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { reasonField } from '@/lib/office-pages/reason-field';
import type { Office } from '@/lib/office-pages/find-office';
import { isFixed } from '@/lib/office-pages/read-member';
import { companyPath, nameOfRow, readList } from '@/lib/office-pages/read-family';
import { formFields } from '@/lib/office-pages/member-form';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { MemberTask, type Task } from '../member-task';
import { leaveCompany, moveToCompany } from './actions';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CompanyPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = companyPath(id);
  const { q } = await searchParams;
  const sought = typeof q === 'string' ? q : '';
  return (
    <MemberTask
      id={id}
      path={path}
      help="company"
      titleFor={(name) => say(familyText.companyTitle, { name })}
      kept={
        <>
          <KeptForm action={moveToCompany} start={emptyShortForm} path={path} />
          <KeptForm action={leaveCompany} start={emptyShortForm} path={path} />
        </>
      }
    >
      {({ office, member, tag }) => {
        if (member.Kind === 'corporate' || formFields.some((field) => isFixed(office, field))) notFound();
        const isPart = member.ParentID !== null;
        return (
          <>
            {isPart && <Leave member={member} tag={tag} path={path} />}
            <Panel id="move" title={isPart ? familyText.move : familyText.join}>
              <p className="max-w-prose">{familyText.moveIntro}</p>
              <MemberSearch
                path={path}
                label={familyText.searchCompany}
                hint={familyText.searchCompanyHint}
                button={familyText.searchButton}
                q={sought}
              />
              <Companies
                office={office}
                q={sought}
                path={path}
                member={{ id, etag: tag, company: member.ParentID }}
              />
            </Panel>
          </>
        );
      }}
    </MemberTask>
  );
}

function Leave({ member, tag, path }: Pick<Task, 'member' | 'tag'> & { path: string }) {
  const { site, clock } = chapterhouse();
  const hidden = { id: member.ID, etag: tag };
  return (
    <Panel id="leave" title={familyText.leave}>
      <p className="max-w-prose">{familyText.leaveIntro}</p>
      <ShortForm
        id="end"
        action={leaveCompany}
        path={path}
        hidden={hidden}
        fields={[
          {
            name: 'date',
            label: familyText.lastDayThere,
            type: 'date',
            value: dateInZone(clock(), site().timeZone),
          },
          reasonField,
        ]}
        button={familyText.leaveAndEnd}
        style="main"
      />
      <p className="max-w-prose">{familyText.independentIntro}</p>
      <ShortForm
        id="leave"
        action={leaveCompany}
        path={path}
        hidden={hidden}
        fields={[
          {
            name: 'date',
            label: familyText.lastDay,
            type: 'date',
            value: member.ExpiryDate ?? '',
            hint: fieldHintText.ExpiryDate,
          },
          reasonField,
        ]}
        button={familyText.leaveButton}
      />
    </Panel>
  );
}

/** If nothing was typed, all companies are listed. */
async function Companies({
  office,
  q,
  path,
  member,
}: {
  office: Office;
  q: string;
  path: string;
  member: { id: string; etag: string; company: string | null };
}) {
  const { Members: rows } = await readList(office, { Kind: 'corporate', ...(q === '' ? {} : { Search: q }) });
  if (rows.length === 0) return <p role="status">{familyText.noCompany}</p>;
  const isPart = member.company !== null;
  return (
    <ChoiceForm
      action={moveToCompany}
      path={path}
      hidden={{ id: member.id, etag: member.etag }}
      choices={rows.map((row) => {
        const name = nameOfRow(row);
        return {
          value: row.ID,
          name,
          details: [row.MembershipNumber, row.MembershipType.Name, row.Suburb]
            .filter((part) => part)
            .join(' · '),
          button: say(isPart ? familyText.moveTo : familyText.joinThis, { name }),
          taken: row.ID === member.company ? familyText.here : null,
        };
      })}
    />
  );
}
