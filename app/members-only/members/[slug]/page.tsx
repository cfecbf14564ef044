import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { refuseOthers } from '@/components/account/require-member';
import { MemberProfile } from '@/components/profile/member-profile';
import { toMembersOnlyAnswers } from '@/lib/account/members-only-answers';
import { withOwnSignIns } from '@/lib/account/own-sign-ins';
import { chapterhouse } from '@/lib/chapterhouse';
import { decodedSegment, membersPath } from '@/lib/directory/member-address';
import { parseCookies } from '@/lib/base/http/cookies';
import { membersDirectory } from '@/lib/account/members-directory/current';
import { forMembersText } from '@/lib/messages/account';

export const metadata: Metadata = { title: forMembersText.profile, robots: { index: false } };

interface Props {
  params: Promise<{ slug: string }>;
}

/**
 * Shows a member's profile to other members with a valid membership: what the directory for members shows, or without
 * it what everybody sees, and the answers to the questions (extras) that are only for members. It is never cached.
 */
export default async function MembersProfilePage({ params }: Props) {
  const segment = decodedSegment((await params).slug);
  const path = membersPath(segment);
  const refused = await refuseOthers(path, forMembersText.profile);
  if (refused !== null) return refused;
  const app = chapterhouse();
  const directory = membersDirectory()?.directory;
  const entry = (directory ?? app.directory).find(segment.split('-', 1)[0] ?? '');
  // If `ownSignIns` is null, another site provides the API. That API does not return the answers that are only for
  // members.
  if (app.ownSignIns === null || entry === null || entry === 'removed') notFound();
  if (entry.slug !== segment) redirect(membersPath(entry.slug));
  const jar = parseCookies((await headers()).get('cookie'));
  const found = await withOwnSignIns(app, jar, (client, token) => client.membersAnswers(token, entry.id));
  if (found === null) return <NotAvailable kind="unavailable" path={path} title={forMembersText.profile} />;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <AccountMenu current="/members-only" />
      <MemberProfile
        entry={entry}
        country={app.directory.about().country}
        membersOnly={toMembersOnlyAnswers(found.result)}
        {...(directory !== undefined && { membersDirectory: directory })}
      />
    </div>
  );
}
