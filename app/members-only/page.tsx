import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { MembersFound } from '@/components/account/members-found';
import { refuseOthers } from '@/components/account/require-member';
import { buttonStyle } from '@/components/ui/button';
import { chapterhouse } from '@/lib/chapterhouse';
import { membersDirectory } from '@/lib/members-directory/current';
import { accountText } from '@/lib/messages/account';
import { forMembersText } from '@/lib/messages/for-members';
import { memberPagesText } from '@/lib/messages/member-pages';
import { readMemberPages } from '@/lib/office/own-entry';

export const metadata: Metadata = { title: accountText.forMembers, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function MembersOnlyPage({ searchParams }: Props) {
  const refused = await refuseOthers('/members-only', accountText.forMembers);
  if (refused !== null) return refused;
  const { q } = await searchParams;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{accountText.forMembers}</h1>
      <AccountMenu current="/members-only" />
      <p>{accountText.membersContent}</p>
      {membersDirectory() !== null && <DirectoryLink />}
      <MemberPages />
      {/* If `ownSignIns` is null, another site provides the API. That API does not have the answers that only
          members see. */}
      {chapterhouse().ownSignIns !== null && membersDirectory() === null && (
        <MembersFound q={typeof q === 'string' ? q : ''} />
      )}
    </div>
  );
}

function DirectoryLink() {
  return (
    <div className="grid justify-items-start gap-3">
      <p>{forMembersText.directoryIntro}</p>
      <a href="/members-only/directory" className={buttonStyle('main')}>
        {forMembersText.openDirectory}
      </a>
    </div>
  );
}

async function MemberPages() {
  const pages = (await readMemberPages())?.Pages ?? [];
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby="pages" className="grid gap-3">
      <h2 id="pages" className="text-xl font-semibold tracking-tight">
        {memberPagesText.title}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {pages.map(({ ID, Title }) => (
          <li key={ID} className="py-1 wrap-anywhere">
            <a
              href={`/members-only/pages/${ID}`}
              className="inline-flex min-h-11 items-center font-medium text-accent underline"
            >
              {Title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
