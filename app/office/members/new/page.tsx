import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { MemberForm } from '@/components/office/member-form';
import { OfficePage } from '@/components/office/office-page';
import { chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { startOfFurther, startOfNew, startOfNewCompany } from '@/lib/office-pages/member-form-start';
import { emptyState } from '@/lib/office-pages/save-member';
import { formFields, toFormParts } from '@/lib/office-pages/member-form';
import { nextYear } from '@/lib/office-pages/next-year';
import { membersPath } from '@/lib/office-pages/members-view';
import { isFixed, nameOfPerson, requireMember } from '@/lib/office-pages/read-member';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { saveMemberForm } from '../actions';
import { mayUse } from '@/lib/office-pages/may-use';

export const metadata: Metadata = { title: memberText.newTitle };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewMemberPage({ searchParams }: Props) {
  const { kind, of } = await searchParams;
  const isCompany = kind === 'corporate';
  const query = isCompany ? '?kind=corporate' : typeof of === 'string' ? `?of=${encodeURIComponent(of)}` : '';
  const path = `${membersPath}/new${query}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={saveMemberForm} start={emptyState} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (!mayUse(office.me, 'POST members')) notFound();
  const structure = await readOfficeStructure(office.api);
  // `of` is the ID of an existing membership. The person who has it gets the new membership.
  const known = typeof of === 'string' && !isCompany ? await requireMember(office, of) : null;
  const { clock, site } = chapterhouse();
  const lastDay = nextYear(dateInZone(clock(), site().timeZone));
  const fresh = { key: randomUUID(), country: site().country ?? '', lastDay };
  const start =
    known !== null
      ? startOfFurther(fresh, known.member)
      : isCompany
        ? startOfNewCompany(fresh)
        : startOfNew(fresh);
  const parts = toFormParts(formFields.filter((field) => !isFixed(office, field))).filter(
    ({ group }) => known === null || ['person', 'membership', 'directory'].includes(group),
  );
  const title =
    known !== null
      ? say(familyText.furtherTitle, { name: nameOfPerson(known.member) })
      : isCompany
        ? familyText.newCompanyTitle
        : memberText.newTitle;
  return (
    <OfficePage office={office} help="newMember" current={membersPath} title={title} hasForm>
      <MemberForm
        action={saveMemberForm}
        start={start}
        parts={parts}
        structure={structure}
        id={null}
        path={path}
      />
    </OfficePage>
  );
}
