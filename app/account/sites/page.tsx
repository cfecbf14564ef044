import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { withOwnSignIns } from '@/lib/account/own-sign-ins';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import type { ConnectedSites } from '@/lib/contract/own-sign-ins';
import { formatInstant } from '@/lib/messages/format';
import { sitesText } from '@/lib/messages/account';
import { say, sayAround } from '@/lib/messages/say';
import { scopeText } from '@/lib/messages/sign-in';

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

function ConnectedSiteList({ sites, timeZone }: { sites: ConnectedSites; timeZone: string }) {
  if (sites.length === 0) return <p>{sitesText.none}</p>;
  return (
    <>
      <p>{sitesText.lead}</p>
      <ul className="grid gap-3">
        {sites.map((site) => (
          <ConnectedSite key={site.ID} site={site} timeZone={timeZone} />
        ))}
      </ul>
      {sites.some(({ IsOwn }) => !IsOwn) && <p className="text-ink-soft">{sitesText.withdrawText}</p>}
    </>
  );
}

function ConnectedSite({ site, timeZone }: { site: ConnectedSites[number]; timeZone: string }) {
  const timeOf = (text: string) => ({ time: formatInstant(new Date(text), timeZone) });
  const { before, within, after } = sayAround(sitesText.withdraw, { site: site.Name });
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{site.Name}</h2>
          <p className="text-sm text-ink-soft">
            {site.IsOwn && (
              <>
                {sitesText.isOwn}
                <br />
              </>
            )}
            {say(sitesText.since, timeOf(site.Since))}
            <br />
            {site.LastUsedAt === null ? sitesText.notUsed : say(sitesText.lastUsed, timeOf(site.LastUsedAt))}
          </p>
        </div>
        {!site.IsOwn && (
          <form method="post" action="/account/sites/withdraw">
            <button name="site" value={site.ID} className={buttonStyle('quiet')}>
              <span>
                {before}
                <span className="sr-only">{within}</span>
                {after}
              </span>
            </button>
          </form>
        )}
      </div>
      <div>
        <p>{sitesText.sees}</p>
        <ul className="list-disc pl-5">
          {site.Scopes.map((scope) => (
            <li key={scope}>{scopeText[scope]}</li>
          ))}
        </ul>
      </div>
    </li>
  );
}
