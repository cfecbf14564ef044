import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { familyText } from '@/lib/messages/office-family';
import type { OfficeHelpTopic } from '@/lib/messages/office-pages';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import type { OfficeLookup } from '@/lib/office-pages/find-office';
import { mayUse, type Endpoint } from '@/lib/office-pages/may-use';
import { memberPath } from '@/lib/office-pages/member-sections';
import { membersPath } from '@/lib/office-pages/members-view';
import { nameOfMember, requireMember, type OpenMember } from '@/lib/office-pages/read-member';

interface Props {
  /** The ID of the member. */
  id: string;
  path: string;
  help: OfficeHelpTopic;
  titleFor: (name: string) => string;
  /** The page exists only for people who may use this. */
  needs?: Endpoint;
  /** Shown instead if a form of the page was sent without a session. */
  kept: ReactNode;
  children: (task: Task) => ReactNode | Promise<ReactNode>;
}

export interface Task extends Pick<OpenMember, 'member' | 'etag' | 'tag'> {
  office: Extract<OfficeLookup, { kind: 'office' }>;
  name: string;
}

/** A page for one thing that the office does with a member, such as merging. It leads back to the member's own page. */
export async function MemberTask({ id, path, help, titleFor, needs, kept, children }: Props) {
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return kept;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (needs !== undefined && !mayUse(office.me, needs)) notFound();
  const opened = await requireMember(office, id);
  const name = nameOfMember(opened.member);
  const content = await children({ office, name, ...opened });
  return (
    <OfficePage office={office} help={help} current={membersPath} title={titleFor(name)} hasForm>
      <p>
        <a href={memberPath(id)} className="text-accent underline">
          {say(familyText.backTo, { name })}
        </a>
      </p>
      {content}
    </OfficePage>
  );
}
