import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { ConnectedSiteList } from '@/components/account/connected-site-list';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { withOwnSignIns } from '@/lib/account/own-sign-ins';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/http/cookies';
import { sitesText } from '@/lib/messages/own-sign-ins';

export const metadata: Metadata = { title: sitesText.title, robots: { index: false } };

const path = '/account/sites';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SitesPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  const member = await requireSignedIn(path);
  if (member.kind === 'member' && member.standing.isRemoved) return <RemovedAccount />;
  const jar = parseCookies((await headers()).get('cookie'));
  const found = await withOwnSignIns(app, jar, (client, token) => client.sites(token));
  if (member.kind !== 'member' || found === null) {
    const kind = member.kind === 'member' ? 'unavailable' : member.kind;
    return <NotAvailable kind={kind} path={path} title={sitesText.title} />;
  }
  const isWithdrawn = (await searchParams)['withdrawn'] !== undefined;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{sitesText.title}</h1>
      <AccountMenu current={path} />
      {isWithdrawn && <Notice role="status">{sitesText.withdrawn}</Notice>}
      <ConnectedSiteList sites={found.result} timeZone={app.site().timeZone} />
    </div>
  );
}
