import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { refuseOthers } from '@/components/account/require-member';
import { placeOf } from '@/components/directory/hit-place';
import { buttonStyle } from '@/components/ui/button';
import { MemberSearch } from '@/components/ui/member-search';
import { chapterhouse } from '@/lib/chapterhouse';
import { emptyFilter } from '@/lib/directory/filter';
import { membersPath } from '@/lib/directory/member-address';
import { accountText, forMembersText } from '@/lib/messages/account';
import { memberPagesText } from '@/lib/messages/member-pages';
import { say } from '@/lib/messages/say';
import { readMemberPages } from '@/lib/office-pages/own-entry';

export const metadata: Metadata = { title: accountText.forMembers, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function MembersOnlyPage({ searchParams }: Props) {
  const refused = await refuseOthers('/members-only', accountText.forMembers);
  if (refused !== null) return refused;
  const { q } = await searchParams;
  const { ownSignIns, site } = chapterhouse();
  const hasDirectory = site().hasMembersDirectory === true;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{accountText.forMembers}</h1>
      <AccountMenu current="/members-only" />
      <p>{accountText.membersContent}</p>
      {hasDirectory && <DirectoryLink />}
      <MemberPages />
      {/* If `ownSignIns` is null, another site provides the API. That API does not have the answers that only
          members see. */}
      {ownSignIns !== null && !hasDirectory && <MembersFound q={typeof q === 'string' ? q : ''} />}
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

// A page of the directory also shows this number of members.
const shownAtMost = 24;

/** Searches only public text. Each result links to the profile page that only members see. */
function MembersFound({ q }: { q: string }) {
  const text = q.trim();
  return (
    <section aria-labelledby="find" className="grid gap-4">
      <h2 id="find" className="text-xl font-semibold tracking-tight">
        {forMembersText.find}
      </h2>
      <p>{forMembersText.intro}</p>
      <MemberSearch
        path="/members-only"
        label={forMembersText.byName}
        button={forMembersText.search}
        q={text}
      />
      {text !== '' && <Results text={text} />}
    </section>
  );
}

function Results({ text }: { text: string }) {
  const { total, hits } = chapterhouse().directory.search(
    { ...emptyFilter, text, asTyped: true },
    shownAtMost,
  );
  if (total === 0) return <p role="status">{forMembersText.nobody}</p>;
  return (
    <>
      <p role="status">{say(forMembersText.found, { count: total })}</p>
      <ul className="divide-y divide-line border-y border-line">
        {hits.map(({ entry }) => (
          <li key={entry.id} className="py-2 wrap-anywhere">
            <a
              href={membersPath(entry.slug)}
              className="inline-flex min-h-9 items-center font-medium text-accent underline"
            >
              {entry.name}
            </a>
            <p className="text-sm text-ink-soft">
              {[entry.membershipType?.name, placeOf(entry)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {total > hits.length && <p>{say(forMembersText.more, { count: hits.length })}</p>}
    </>
  );
}
