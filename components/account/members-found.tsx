import { chapterhouse } from '@/lib/chapterhouse';
import { emptyFilter } from '@/lib/directory/filter';
import { membersPath } from '@/lib/directory/member-address';
import { forMembersText } from '@/lib/messages/for-members';
import { say } from '@/lib/messages/say';
import { placeOf } from '../directory/hit-place';
import { MemberSearch } from '../ui/member-search';

// A page of the directory also shows this number of members.
const shownAtMost = 24;

/** Searches only public text. Each result links to the profile page that only members see. */
export function MembersFound({ q }: { q: string }) {
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
