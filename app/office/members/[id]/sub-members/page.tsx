import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ChoiceForm, type Choice } from '@/components/office/choice-form';
import { KeptForm } from '@/components/office/kept-form';
import { MemberSearch } from '@/components/ui/member-search';
import { Panel } from '@/components/office/panel';
import { ShortForm } from '@/components/office/short-form';
import type { OfficeMember } from '@/lib/contract/office';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { familyText } from '@/lib/messages/office-family';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { reasonField } from '@/lib/office-pages/reason-field';
import type { Office } from '@/lib/office-pages/find-office';
import { nameOfRow, readList, subMembersPath } from '@/lib/office-pages/read-family';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { captionOf } from '@/lib/office-pages/member-form';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { MemberTask } from '../member-task';
import { addKnownSubMember, addNewSubMember } from './actions';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SubMembersPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = subMembersPath(id);
  const { q } = await searchParams;
  const sought = typeof q === 'string' ? q : '';
  const hidden = { company: id, key: randomUUID() };
  return (
    <MemberTask
      id={id}
      path={path}
      help="subMembers"
      titleFor={(name) => say(familyText.addTitle, { name })}
      needs="POST members"
      kept={
        <>
          <KeptForm action={addNewSubMember} start={emptyShortForm} path={path} />
          <KeptForm action={addKnownSubMember} start={emptyShortForm} path={path} />
        </>
      }
    >
      {async ({ office, member: company }) => {
        if (company.Kind !== 'corporate') notFound();
        const structure = await readOfficeStructure(office.api);
        return (
          <>
            <Panel id="new-person" title={familyText.newPerson}>
              <p className="max-w-prose">{familyText.newPersonIntro}</p>
              <ShortForm
                id="part"
                action={addNewSubMember}
                path={path}
                hidden={hidden}
                fields={[
                  { name: 'first', label: captionOf('User.FirstName'), type: 'text' },
                  { name: 'last', label: captionOf('User.LastName'), type: 'text' },
                  { name: 'email', label: captionOf('User.Email'), type: 'email' },
                  {
                    name: 'type',
                    label: captionOf('MembershipType.ID'),
                    type: 'choice',
                    options: structure.MembershipTypes,
                    value: company.MembershipType.ID,
                  },
                  { name: 'listed', label: captionOf('Directory.Listed'), type: 'tick', value: 'true' },
                  reasonField,
                ]}
                button={familyText.addButton}
                style="main"
              />
            </Panel>
            <Panel id="existing" title={familyText.existing}>
              <p className="max-w-prose">{familyText.existingIntro}</p>
              <MemberSearch
                path={path}
                label={familyText.search}
                button={familyText.searchButton}
                q={sought}
              />
              {sought !== '' && (
                <Known office={office} company={company} q={sought} path={path} hidden={hidden} />
              )}
            </Panel>
          </>
        );
      }}
    </MemberTask>
  );
}

async function Known({
  office,
  company,
  q,
  path,
  hidden,
}: {
  office: Office;
  company: OfficeMember;
  q: string;
  path: string;
  hidden: Record<string, string>;
}) {
  const { Members: rows } = await readList(office, { Search: q });
  const individuals = new Set(rows.filter(({ Kind }) => Kind === 'individual').map((row) => row.PersonID));
  const choices = rows
    .filter((row) => row.Kind === 'individual' || !individuals.has(row.PersonID))
    .map((row) => toChoice(row, company.ID));
  if (choices.length === 0) return <p role="status">{familyText.none}</p>;
  return (
    <ChoiceForm
      action={addKnownSubMember}
      path={`${path}?q=${encodeURIComponent(q)}`}
      hidden={{ ...hidden, type: company.MembershipType.ID }}
      choices={choices}
    />
  );
}

function toChoice(row: OfficeMemberRow, company: string): Choice {
  const person = `${row.FirstName} ${row.LastName}`.trim() || nameOfRow(row);
  const isElsewhere = row.ParentID !== null && row.ParentID !== company;
  return {
    value: row.Kind === 'individual' ? `membership ${row.ID}` : `person ${row.PersonID}`,
    name: person,
    details: [
      row.MembershipNumber,
      row.MembershipType.Name,
      row.Kind === 'corporate' ? row.Organisation : '',
      row.Email,
      isElsewhere ? familyText.elsewhere : '',
    ]
      .filter((part) => part)
      .join(' · '),
    button: say(familyText.addThis, { name: person }),
    taken: row.ParentID === company ? familyText.alreadyHere : null,
  };
}
