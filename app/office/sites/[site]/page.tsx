import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { Panel } from '@/components/office/panel';
import { DisconnectSite, NewSecret } from '@/components/office/site-end';
import { SiteUse } from '@/components/office/site-use';
import { SiteForm } from '@/components/office/site-form';
import { SiteConnection } from '@/components/office/site-secret';
import { buttonStyle, fieldStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { sitesText } from '@/lib/messages/office-sites';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { isSignInRecent } from '@/lib/office-pages/recent';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { readSites, sitesPath } from '@/lib/office-pages/read-sites';
import { startOfSite } from '@/lib/office-pages/site-form';
import {
  findSoftware,
  mayOmitIss,
  readSiteAddress,
  valuesFor,
  softwareList,
  type Software,
} from '@/lib/office-pages/site-settings';
import { issuerOf } from '@/lib/account/sso/provider';
import { disconnectSite, replaceSecret, saveSite } from '../actions';

export const metadata: Metadata = { title: sitesText.title };

interface Props {
  params: Promise<{ site: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** If the ID is `new`, this is the form for a site that is not connected yet. */
export default async function SitePage({ params, searchParams }: Props) {
  const { site: id } = await params;
  const path = `${sitesPath}/${id}`;
  const office = await requireOfficeOrForm(path);
  if (office.kind === 'kept') return <KeptForm action={saveSite} start={startOfSite(null)} path={path} />;
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const sites = await readSites(office);
  const isNew = id === 'new';
  const site = sites?.find(({ ID, Own }) => ID === id && !Own) ?? null;
  if (sites === null || (!isNew && site === null)) notFound();
  const structure = await readOfficeStructure(office.api);
  const app = chapterhouse();
  const issuer = issuerOf(app);
  const { done, software: named, at } = await searchParams;
  const software = isNew && typeof named === 'string' ? findSoftware(named) : null;
  const typed = typeof at === 'string' ? at.trim() : '';
  const address = readSiteAddress(typed);
  const ofNew = software === null || address === null ? {} : valuesFor(software, address);
  const ofSite = site !== null && mayOmitIss(site) ? { omitIss: site.OmitIss } : {};
  const query = software === null ? '' : `?${new URLSearchParams({ software: software.id, at: typed })}`;
  return (
    <OfficePage office={office} help="sites" current={sitesPath} title={site?.Name ?? sitesText.add} hasForm>
      {done === 'saved' && <Notice role="status">{sitesText.saved}</Notice>}
      <p>
        <a href={sitesPath} className="text-accent underline">
          {sitesText.back}
        </a>
      </p>
      <SiteForm
        action={saveSite}
        start={startOfSite(site, isNew ? ofNew : ofSite)}
        path={path + query}
        client={site?.ID ?? ''}
        types={structure.MembershipTypes}
        chapters={structure.Chapters}
        issuer={issuer}
        software={software?.id ?? null}
        signInPath={isSignInRecent(office.me, app.clock()) ? null : path + query}
      >
        {isNew && (
          <SoftwareChoice software={software} typed={typed} isWrong={software !== null && address === null} />
        )}
      </SiteForm>
      {site !== null && (
        <>
          <SiteUse use={site} />
          <SiteConnection
            connection={{ issuer, clientId: site.ID, secret: null, redirectUris: site.RedirectURIs }}
            chosen={null}
          />
          {!site.Public && <NewSecret action={replaceSecret} client={site.ID} />}
          <DisconnectSite action={disconnectSite} client={site.ID} name={site.Name} />
        </>
      )}
    </OfficePage>
  );
}

interface SoftwareChoiceProps {
  software: Software | null;
  /** What somebody typed as the site's address. */
  typed: string;
  isWrong: boolean;
}

/** Asks which software a new site is and where, so that the form below can be filled in. */
function SoftwareChoice({ software, typed, isWrong }: SoftwareChoiceProps) {
  return (
    <Panel id="choose" title={sitesText.chooseTitle}>
      {software === null || isWrong ? (
        <p>{sitesText.chooseText}</p>
      ) : (
        <p role="status">{say(sitesText.chosen, { software: software.name })}</p>
      )}
      <form method="get" className="grid gap-4">
        <div className="grid gap-1">
          <label htmlFor="site-software" className="font-medium">
            {sitesText.softwareLabel}
          </label>
          <select id="site-software" name="software" defaultValue={software?.id ?? ''} className={fieldStyle}>
            <option value="">{sitesText.noSoftware}</option>
            {softwareList.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="grid gap-1">
          <label htmlFor="site-at" className="font-medium">
            {sitesText.at}
          </label>
          <p id="site-at-hint" className={isWrong ? 'text-sm text-warn' : 'text-sm text-ink-soft'}>
            {isWrong ? sitesText.atWrong : sitesText.atHint}
          </p>
          <input
            id="site-at"
            name="at"
            defaultValue={typed}
            inputMode="url"
            autoComplete="off"
            aria-describedby="site-at-hint"
            aria-invalid={isWrong || undefined}
            className={fieldStyle}
          />
        </div>
        <p>
          <button type="submit" className={buttonStyle('quiet')}>
            {sitesText.fill}
          </button>
        </p>
      </form>
    </Panel>
  );
}
