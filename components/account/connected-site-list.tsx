import type { ConnectedSites } from '@/lib/membership-api/own-sign-ins';
import { formatInstant } from '@/lib/messages/format-instant';
import { sitesText } from '@/lib/messages/own-sign-ins';
import { say, sayAround } from '@/lib/messages/say';
import { scopeText } from '@/lib/messages/service-sign-in';
import { buttonStyle } from '../ui/button';

export function ConnectedSiteList({ sites, timeZone }: { sites: ConnectedSites; timeZone: string }) {
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
