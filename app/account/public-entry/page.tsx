import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { PublicEntryPreview } from '@/components/account/public-entry-preview';
import { RemovedAccount } from '@/components/account/removed-account';
import { requireSignedIn } from '@/lib/account/current-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { accountText } from '@/lib/messages/account';
import { publicEntryText } from '@/lib/messages/public-entry';
import { preferencesAddress } from '@/lib/sso/service-addresses';

export const metadata: Metadata = { title: accountText.publicEntry, robots: { index: false } };

const path = '/account/public-entry';
const title = accountText.publicEntry;

export default async function PublicEntryPage() {
  const member = await requireSignedIn(path);
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  const app = chapterhouse();
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <AccountMenu current={path} />
      {member.standing.memberships.length === 0 && <p>{publicEntryText.noMembership}</p>}
      {member.standing.memberships.map((standing) => (
        <PublicEntryPreview
          key={standing.membership.ID}
          standing={standing}
          entry={app.directory.find(standing.membership.ID)}
          country={app.directory.about().country}
          preferencesUrl={preferencesAddress(app)}
        />
      ))}
    </div>
  );
}
