import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { LastUse } from '@/components/office/site-use';
import { OfficePage } from '@/components/office/office-page';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { purposeText, sitesText } from '@/lib/messages/office-sites';
import { webhooksText } from '@/lib/messages/office-webhooks';
import { say } from '@/lib/messages/say';
import { requireOffice } from '@/lib/office-pages/current-office';
import { readSites, sitesPath } from '@/lib/office-pages/read-sites';
import { webhooksPath } from '@/lib/office-pages/read-webhooks';
import { purposesOf } from '@/lib/office-pages/site-form';

export const metadata: Metadata = { title: sitesText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SitesPage({ searchParams }: Props) {
  const office = await requireOffice(sitesPath);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={sitesPath} />;
  const sites = await readSites(office);
  if (sites === null) notFound();
  const { done, name } = await searchParams;
  return (
    <OfficePage office={office} help="sites" current={sitesPath} title={sitesText.title}>
      {done === 'revoked' && typeof name === 'string' && (
        <Notice role="status">{say(sitesText.revoked, { name })}</Notice>
      )}
      <p>{sitesText.intro}</p>
      <p>
        <a href={`${sitesPath}/new`} className={buttonStyle('main')}>
          {sitesText.add}
        </a>
      </p>
      <ul data-rows className="grid gap-3">
        {sites.map((site) => (
          <li key={site.ID} className="rounded-lg border border-line bg-surface px-4 py-3 wrap-anywhere">
            {site.Own ? (
              <>
                <p className="font-medium">{site.Name}</p>
                <p className="text-ink-soft">{sitesText.own}</p>
              </>
            ) : (
              <>
                <a
                  href={`${sitesPath}/${site.ID}`}
                  className="inline-block py-1 font-medium text-accent underline"
                >
                  {site.Name}
                </a>
                <ul className="text-ink-soft">
                  {purposesOf(site).map((purpose) => (
                    <li key={purpose}>{purposeText[purpose]}</li>
                  ))}
                  {site.Rules !== null && <li>{sitesText.restricted}</li>}
                  <li>
                    <LastUse use={site} />
                  </li>
                  {site.Refused.length > 0 && (
                    <li>
                      {say(sitesText.refusedSome, {
                        count: site.Refused.reduce((sum, { Count }) => sum + Count, 0),
                      })}
                    </li>
                  )}
                </ul>
              </>
            )}
          </li>
        ))}
      </ul>
      <p>
        <a href={webhooksPath} className="text-accent underline">
          {webhooksText.link}
        </a>
      </p>
      {sites.every(({ Own }) => Own) && <p>{sitesText.none}</p>}
    </OfficePage>
  );
}
