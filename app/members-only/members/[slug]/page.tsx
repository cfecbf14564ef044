import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAMember } from '@/components/account/not-a-member';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { MemberProfile } from '@/components/profile/member-profile';
import { requireSignedIn } from '@/lib/account/current-member';
import { membersPath, toMembersOnlyAnswers } from '@/lib/account/members-only-answers';
import { withOwnSignIns } from '@/lib/account/own-sign-ins';
import { chapterhouse } from '@/lib/chapterhouse';
import { decodedSegment } from '@/lib/directory/member-address';
import { parseCookies } from '@/lib/http/cookies';
import { forMembersText } from '@/lib/messages/for-members';

export const metadata: Metadata = { title: forMembersText.profile, robots: { index: false } };

interface Props {
  params: Promise<{ slug: string }>;
}

/**
 * Shows a member's profile to other members with a valid membership. The profile includes this member's answers to the
 * questions (extras) that are only for members. This page is never cached.
 */
export default async function MembersProfilePage({ params }: Props) {
  const segment = decodedSegment((await params).slug);
  const path = membersPath(segment);
  const member = await requireSignedIn(path);
  const title = forMembersText.profile;
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  if (!member.standing.isMember) return <NotAMember title={title} />;
  const app = chapterhouse();
  const entry = app.directory.find(segment.split('-', 1)[0] ?? '');
  // If `ownSignIns` is null, another site provides the API. That API does not return the answers that are only for
  // members.
  if (app.ownSignIns === null || entry === null || entry === 'removed') notFound();
  if (entry.slug !== segment) redirect(membersPath(entry.slug));
  const jar = parseCookies((await headers()).get('cookie'));
  const found = await withOwnSignIns(app, jar, (client, token) => client.membersAnswers(token, entry.id));
  if (found === null) return <NotAvailable kind="unavailable" path={path} title={title} />;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <AccountMenu current="/members-only" />
      <MemberProfile
        entry={entry}
        country={app.directory.about().country}
        membersOnly={toMembersOnlyAnswers(found.result)}
      />
    </div>
  );
}
