import { chapterhouse } from '@/lib/chapterhouse';
import { whyHidden } from '@/lib/account/why-hidden';
import type { MembershipStanding } from '@/lib/contract/standing';
import type { OwnEntries } from '@/lib/contract/own-entries';
import { publicEntryText } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';

interface Props {
  standing: MembershipStanding;
  /** null: another site has the members. */
  entries: OwnEntries | null;
}

/** Says to the owner of a membership why visitors do not see it. */
export function HiddenEntry({ standing, entries }: Props) {
  const own = entries?.Members.find(({ Member }) => Member.ID === standing.membership.ID);
  const site = chapterhouse().site();
  const reason = whyHidden(standing, {
    isChosen: own?.Member.Directory.Listed ?? null,
    isDirectoryClosed: site.isDirectoryClosed === true,
    isForMembers: site.hasMembersDirectory === true && own?.Member.MembersEntry?.Listed === true,
  });
  return <p>{say(publicEntryText.hidden, { reason })}</p>;
}
