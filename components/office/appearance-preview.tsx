import type { ReactNode } from 'react';
import { introductionHtml } from '@/lib/directory/introduction';
import { appearanceText } from '@/lib/messages/office-appearance';
import { settingsText } from '@/lib/messages/office-settings';
import { say } from '@/lib/messages/say';
import type { Site } from '@/lib/contract/site';
import { surfaceStyle, palette } from '@/lib/base/palette';
import { themeName, accentShades, contrast, parseColour, type Shades } from '@/lib/base/theme';
import { MemberIdCard } from '../account/member-id-card';
import { defaultHeading } from '../directory/default-heading';
import { buttonStyle } from '../ui/button';
import { Initials } from '../ui/initials';
import { SafeHtml } from '../ui/safe-html';
import { Panel } from './panel';

const logoStyle = 'grid h-20 place-items-center rounded-lg border border-line p-3';

export function AppearancePreview({ site }: { site: Site }) {
  const introduction = introductionHtml(site.introduction);
  const shared = site.socialPictureUrl ?? site.logoUrl;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {/* This style sheet contains the colours and fonts of the preview. It replaces the saved styles on this page. */}
      <link rel="stylesheet" href={`/auth/theme-${themeName(site)}.css`} />
      <Panel id="preview-front" title={appearanceText.front}>
        <Frame>
          <p className="flex flex-wrap items-center gap-3 border-b border-line pb-3 text-lg font-semibold">
            <Logo site={site} />
            {site.name}
          </p>
          <p className="mt-4 text-3xl font-bold tracking-tight">
            {site.heading ?? defaultHeading(site.noun)}
          </p>
          {introduction !== null && <SafeHtml html={introduction} />}
        </Frame>
      </Panel>
      <Panel id="preview-sign-in" title={appearanceText.signIn}>
        <Frame>
          <div className="grid justify-items-start gap-3">
            <Logo site={site} />
            <p className="border-l-4 border-accent pl-3 text-ink-soft">{site.name}</p>
            <span className={buttonStyle('main')}>{appearanceText.sampleButton}</span>
          </div>
        </Frame>
      </Panel>
      <Panel id="preview-card" title={appearanceText.card}>
        <Frame>
          <MemberIdCard card={sampleCard} association={site} />
        </Frame>
      </Panel>
      <Panel id="preview-icons" title={appearanceText.icons}>
        <p>{appearanceText.icon}</p>
        <img src={site.squareLogoUrl ?? '/icon.svg'} alt="" className="size-12 object-contain" />
        <p>{appearanceText.social}</p>
        {shared === null ? (
          <p className="text-ink-soft">{appearanceText.ownSocial}</p>
        ) : (
          <img
            src={shared}
            alt=""
            className="aspect-[1200/630] w-full max-w-sm rounded-lg border border-line object-contain"
          />
        )}
      </Panel>
      <Panel id="preview-logos" title={appearanceText.logos}>
        {site.logoUrl === null ? (
          <p>{appearanceText.noLogo}</p>
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <p className={`${logoStyle} ${surfaceStyle.light}`}>
              <img src={site.logoUrl} alt="" className="h-9 max-w-full object-contain" />
            </p>
            <p className={`${logoStyle} ${surfaceStyle.dark}`}>
              <img src={site.darkLogoUrl ?? site.logoUrl} alt="" className="h-9 max-w-full object-contain" />
            </p>
          </div>
        )}
        <ColourPreview colour={site.colour} />
      </Panel>
      <Panel id="preview-mail" title={appearanceText.mails}>
        <p className="text-sm text-ink-soft">{appearanceText.mailsText}</p>
        <iframe
          src={sampleMailAddress(site)}
          title={appearanceText.mailFrame}
          sandbox=""
          className="h-[32rem] w-full rounded-lg border border-line"
        />
      </Panel>
      <Panel id="preview-rest" title={appearanceText.footer}>
        {site.footerLinks.length === 0 ? (
          <p>{appearanceText.noLinks}</p>
        ) : (
          <ul className="flex flex-wrap gap-x-4">
            {site.footerLinks.map(({ text, url }) => (
              <li key={text + url}>
                <a href={url} className="inline-flex min-h-6 items-center text-accent underline">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
        <h3 className="font-semibold">{appearanceText.print}</h3>
        <p>{appearanceText.printText}</p>
      </Panel>
    </div>
  );
}

/** The service renders the sample exactly like an email that it sends. */
function sampleMailAddress(site: Site): string {
  const logo =
    site.logoUrl?.startsWith('/') === true ? site.logoUrl.slice(site.logoUrl.lastIndexOf('/') + 1) : '';
  const query = new URLSearchParams({ theme: themeName(site), logo });
  return `/auth/organisation/${site.organisationId}/sample-mail?${query.toString()}`;
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div inert className="rounded-lg border border-line bg-canvas p-4">
      {children}
    </div>
  );
}

function Logo({ site: { name, logoUrl, darkLogoUrl } }: { site: Site }) {
  if (logoUrl === null) return <Initials name={name} size="small" />;
  return (
    <picture>
      {darkLogoUrl !== null && <source media="(prefers-color-scheme: dark)" srcSet={darkLogoUrl} />}
      <img src={logoUrl} alt="" className="h-9 w-auto max-w-32 object-contain" />
    </picture>
  );
}

const sampleCard = {
  membershipId: '1',
  name: appearanceText.sampleName,
  type: appearanceText.sampleType,
  number: '1001',
  lastDay: null,
  checkUrl: '/',
  typed: { code: '0123-4567-89ABC', address: '' },
  // Draws only the three corner squares of a QR code.
  qr: Array.from({ length: 21 }, (_row, y) =>
    Array.from({ length: 21 }, (_cell, x) => {
      const isRing = (column: number, line: number) => {
        const far = Math.max(Math.abs(x - column), Math.abs(y - line));
        return far === 3 || far <= 1;
      };
      return isRing(3, 3) || isRing(17, 3) || isRing(3, 17);
    }),
  ),
};

function ColourPreview({ colour }: { colour: string | null }) {
  const shades = accentShades(colour);
  return (
    <section aria-labelledby="contrast" className="grid gap-3">
      <h3 id="contrast" className="text-lg font-semibold">
        {settingsText.contrastTitle}
      </h3>
      <p>{settingsText.contrastText}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <figure key={theme} className="grid gap-2">
            <figcaption className="text-sm">
              {theme === 'light' ? settingsText.onLight : settingsText.onDark}
              {': '}
              {say(settingsText.ratio, { ratio: ratioOn(shades[theme].accent, palette[theme].surface) })}
            </figcaption>
            <Sample shades={shades[theme]} surface={palette[theme].surface} />
          </figure>
        ))}
      </div>
    </section>
  );
}

/** The sample is an image, because styles in the page would need an exception in the Content-Security-Policy. */
function Sample({ shades, surface }: { shades: Shades; surface: string }) {
  return (
    <svg viewBox="0 0 240 72" className="w-full rounded-lg border border-line" aria-hidden="true">
      <rect width="240" height="72" fill={surface} />
      <text x="16" y="42" fontSize="16" fill={shades.accent} textDecoration="underline">
        {settingsText.sample}
      </text>
      <rect x="80" y="16" width="144" height="40" rx="8" fill={shades.fill} stroke={shades.accent} />
      <text x="152" y="42" fontSize="16" textAnchor="middle" fill={shades.onFill}>
        {settingsText.sampleButton}
      </text>
    </svg>
  );
}

function ratioOn(foreground: string, background: string): string {
  const [front, back] = [parseColour(foreground), parseColour(background)];
  return front === null || back === null ? '' : (Math.floor(contrast(front, back) * 10) / 10).toFixed(1);
}
