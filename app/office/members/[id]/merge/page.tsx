import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BackToMember } from '@/components/office/back-to-member';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { MergeForm } from '@/components/office/merge-form';
import { OfficePage } from '@/components/office/office-page';
import { MemberSearch } from '@/components/ui/member-search';
import { Notice } from '@/components/ui/notice';
import type { OfficeMember } from '@/lib/contract/office';
import { officeMembersSchema, type OfficeMemberRow } from '@/lib/contract/office-members';
import { membersText } from '@/lib/messages/office-members';
import { mergeText } from '@/lib/messages/office-merge';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import type { Office } from '@/lib/office-pages/find-office';
import { mayUse } from '@/lib/office-pages/may-use';
import {
  noMerge,
  firstChoice,
  isSameKind,
  lostParts,
  mergePath,
  mergeRows,
} from '@/lib/office-pages/merge-members';
import { membersPath } from '@/lib/office-pages/members-view';
import { nameOfRow } from '@/lib/office-pages/read-family';
import { nameOfMember, requireMember } from '@/lib/office-pages/read-member';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { mergeMembers } from './actions';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function MergePage({ params, searchParams }: Props) {
  const { id } = await params;
  const { with: other, q, changed } = await searchParams;
  const path =
    typeof other === 'string' ? `${mergePath(id)}?with=${encodeURIComponent(other)}` : mergePath(id);
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={mergeMembers} start={noMerge} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  if (!mayUse(office.me, 'POST members/{MembershipID}/merge')) notFound();
  const { member, etag } = await requireMember(office, id);
  const name = nameOfMember(member);
  return (
    <OfficePage
      office={office}
      help="merge"
      current={membersPath}
      title={say(mergeText.title, { name })}
      hasForm
    >
      <BackToMember id={id} name={name} />
      {changed !== undefined && <Notice role="alert">{mergeText.changed}</Notice>}
      <p className="max-w-prose">{mergeText.intro}</p>
      {typeof other === 'string' && other !== id ? (
        <Comparison office={office} member={member} etag={etag} other={other} />
      ) : (
        <Candidates office={office} member={member} q={typeof q === 'string' ? q : null} />
      )}
    </OfficePage>
  );
}

async function Comparison({
  office,
  member,
  etag,
  other,
}: {
  office: Office;
  member: OfficeMember;
  etag: string;
  other: string;
}) {
  const found = await requireMember(office, other);
  const structure = await readOfficeStructure(office.api);
  const rows = mergeRows(member, found.member, structure).map((row) => ({ ...row, first: firstChoice(row) }));
  const lost = lostParts(member, found.member);
  const titled = (one: OfficeMember) => ({ name: nameOfMember(one), number: one.MembershipNumber });
  return (
    <>
      {!isSameKind(member, found.member) && <Notice>{mergeText.moves}</Notice>}
      {lost.length > 0 && <Notice>{say(mergeText.lost, { what: lost.join(', ') })}</Notice>}
      <MergeForm
        action={mergeMembers}
        start={noMerge}
        path={`${mergePath(member.ID)}?with=${encodeURIComponent(other)}`}
        rows={rows}
        id={member.ID}
        tag={etag}
        other={found.member.ID}
        otherTag={found.etag}
        thisTitle={say(mergeText.this, titled(member))}
        otherTitle={say(mergeText.other, titled(found.member))}
      />
      <p>
        <a href={mergePath(member.ID)} className="text-accent underline">
          {mergeText.otherChoice}
        </a>
      </p>
    </>
  );
}

const maxCandidates = 10;

/**
 * If nothing was typed: members with the same name, email address or phone number as this member. Otherwise: the
 * members who match the typed text.
 */
async function Candidates({ office, member, q }: { office: Office; member: OfficeMember; q: string | null }) {
  const { FirstName, LastName, Email, Mobile, Organisation } = member.User;
  const name = `${FirstName ?? ''} ${LastName ?? ''}`.trim() || (Organisation ?? '');
  const searches = q === null ? [name, Email ?? '', Mobile ?? ''] : [q];
  const found = new Map<string, OfficeMemberRow>();
  for (const search of searches.filter((text) => text.trim() !== '')) {
    const query = new URLSearchParams({ Search: search, 'Page[Size]': String(maxCandidates) });
    const { status, body } = await office.api.read(`members?${query}`);
    if (status !== 200) continue;
    for (const row of officeMembersSchema.parse(body).Members) found.set(row.ID, row);
  }
  found.delete(member.ID);
  const path = mergePath(member.ID);
  return (
    <>
      <MemberSearch
        path={path}
        label={mergeText.search}
        hint={mergeText.searchHint}
        button={mergeText.searchButton}
        q={q ?? name}
      />
      {found.size === 0 ? (
        <p role="status">{mergeText.none}</p>
      ) : (
        <ul data-rows className="grid gap-3">
          {[...found.values()].map((row) => (
            <li key={row.ID} className="rounded-lg border border-line bg-surface px-4 py-3 wrap-anywhere">
              <a
                href={`${path}?with=${encodeURIComponent(row.ID)}`}
                className="inline-block py-1 font-medium text-accent underline"
              >
                {say(mergeText.compare, { name: nameOfRow(row) })}
              </a>
              <p className="text-ink-soft">
                {[row.MembershipNumber, row.MembershipType.Name, row.Email, row.Suburb]
                  .filter((part) => part)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
