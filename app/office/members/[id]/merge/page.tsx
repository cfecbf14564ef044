import type { Metadata } from 'next';
import { KeptForm } from '@/components/office/kept-form';
import { MergeForm } from '@/components/office/merge-form';
import { MemberSearch } from '@/components/ui/member-search';
import { Notice } from '@/components/ui/notice';
import type { OfficeMember, OfficeStructure } from '@/lib/contract/office';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { membersText } from '@/lib/messages/office-members';
import { mergeText } from '@/lib/messages/office-merge';
import { say } from '@/lib/messages/say';
import type { Office } from '@/lib/office-pages/find-office';
import {
  noMerge,
  firstChoice,
  isSameKind,
  lostParts,
  mergePath,
  mergeRows,
} from '@/lib/office-pages/merge-members';
import { nameOfRow, readList } from '@/lib/office-pages/read-family';
import { nameOfMember, requireMember, type OpenMember } from '@/lib/office-pages/read-member';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { MemberTask } from '../member-task';
import { mergeMembers } from './actions';

export const metadata: Metadata = { title: membersText.title };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Two members side by side or, before the other one is chosen, the members to choose from. */
export default async function MergePage({ params, searchParams }: Props) {
  const { id } = await params;
  const { with: other, q, changed } = await searchParams;
  const path = mergePath(id, typeof other === 'string' ? other : null);
  return (
    <MemberTask
      id={id}
      path={path}
      help="merge"
      titleFor={(name) => say(mergeText.title, { name })}
      needs="POST members/{MembershipID}/merge"
      kept={<KeptForm action={mergeMembers} start={noMerge} path={path} />}
    >
      {async ({ office, member, etag }) => {
        const shown = await readMerge(
          office,
          { member, etag },
          {
            other: typeof other === 'string' && other !== id ? other : null,
            q: typeof q === 'string' ? q : null,
          },
        );
        return (
          <>
            {changed !== undefined && <Notice role="alert">{mergeText.changed}</Notice>}
            <p className="max-w-prose">{mergeText.intro}</p>
            {'theirs' in shown ? <Comparison {...shown} path={path} /> : <Candidates {...shown} />}
          </>
        );
      }}
    </MemberTask>
  );
}

const maxCandidates = 10;

/**
 * Without another member, the members to choose from are read: those who match the typed text `q` or, if nothing was
 * typed, those with the same name, email address or phone number as this member.
 */
async function readMerge(
  office: Office,
  mine: FoundMember,
  { other, q }: { other: string | null; q: string | null },
): Promise<Compared | Choice> {
  if (other !== null) {
    const theirs = await requireMember(office, other);
    return { mine, theirs, structure: await readOfficeStructure(office.api) };
  }
  const { FirstName, LastName, Email, Mobile, Organisation } = mine.member.User;
  const name = `${FirstName ?? ''} ${LastName ?? ''}`.trim() || (Organisation ?? '');
  const found = new Map<string, OfficeMemberRow>();
  for (const search of q === null ? [name, Email ?? '', Mobile ?? ''] : [q]) {
    if (search.trim() === '') continue;
    const { Members: rows } = await readList(office, { Search: search }, maxCandidates);
    for (const row of rows) found.set(row.ID, row);
  }
  found.delete(mine.member.ID);
  return { mine, search: q ?? name, rows: [...found.values()] };
}

type FoundMember = Pick<OpenMember, 'member' | 'etag'>;

interface Compared {
  mine: FoundMember;
  theirs: FoundMember;
  structure: OfficeStructure;
}

function Comparison({ mine, theirs, structure, path }: Compared & { path: string }) {
  const [member, other] = [mine.member, theirs.member];
  const rows = mergeRows(member, other, structure).map((row) => ({ ...row, first: firstChoice(row) }));
  const lost = lostParts(member, other);
  const titled = (one: OfficeMember) => ({ name: nameOfMember(one), number: one.MembershipNumber });
  return (
    <>
      {!isSameKind(member, other) && <Notice>{mergeText.moves}</Notice>}
      {lost.length > 0 && <Notice>{say(mergeText.lost, { what: lost.join(', ') })}</Notice>}
      <MergeForm
        action={mergeMembers}
        start={noMerge}
        path={path}
        rows={rows}
        id={member.ID}
        tag={mine.etag}
        other={other.ID}
        otherTag={theirs.etag}
        thisTitle={say(mergeText.this, titled(member))}
        otherTitle={say(mergeText.other, titled(other))}
      />
      <p>
        <a href={mergePath(member.ID)} className="text-accent underline">
          {mergeText.otherChoice}
        </a>
      </p>
    </>
  );
}

interface Choice {
  mine: FoundMember;
  /** What the search field contains. */
  search: string;
  rows: readonly OfficeMemberRow[];
}

function Candidates({ mine: { member }, search, rows }: Choice) {
  return (
    <>
      <MemberSearch
        path={mergePath(member.ID)}
        label={mergeText.search}
        hint={mergeText.searchHint}
        button={mergeText.searchButton}
        q={search}
      />
      {rows.length === 0 ? (
        <p role="status">{mergeText.none}</p>
      ) : (
        <ul data-rows className="grid gap-3">
          {rows.map((row) => (
            <li key={row.ID} className="rounded-lg border border-line bg-surface px-4 py-3 wrap-anywhere">
              <a
                href={mergePath(member.ID, row.ID)}
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
