import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { openGraph, twitterCard } from '@/components/layout/open-graph';
import { SiteHeader } from '@/components/layout/site-header';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { placesAttribution } from '@/lib/map/geo/attribution';
import { formatInstant } from '@/lib/messages/format';
import { locale } from '@/lib/messages/locale';
import { withArticle } from '@/lib/base/noun';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';
import { palette } from '@/lib/base/palette';
import type { Site } from '@/lib/contract/site';
import { themeName } from '@/lib/base/theme';
import './globals.css';

/** Every page contains the request's nonce and current data, so no page can be built in advance. */
export const dynamic = 'force-dynamic';

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: palette.light.surface },
    { media: '(prefers-color-scheme: dark)', color: palette.dark.surface },
  ],
};

export function generateMetadata(): Metadata {
  const { config, site } = chapterhouse();
  const { name, noun, squareLogoUrl } = site();
  return {
    metadataBase: new URL(config.baseUrl),
    title: { default: say(siteText.titleOf, { name, one: noun.one }), template: `%s · ${name}` },
    description: say(siteText.description, { name, aNoun: withArticle(noun.one) }),
    icons: {
      icon:
        squareLogoUrl === null
          ? [
              { url: '/favicon.ico', sizes: '48x48' },
              { url: '/icon.svg', type: 'image/svg+xml' },
            ]
          : { url: squareLogoUrl },
      apple: squareLogoUrl ?? '/apple-touch-icon.png',
    },
    manifest: '/site.webmanifest',
    openGraph: openGraph(site()),
    twitter: twitterCard(site()),
    formatDetection: { telephone: false, date: false, address: false, email: false },
  };
}

export default function RootLayout({ children }: { children: ReactNode }) {
  const { directory, site } = chapterhouse();
  const organisation = site();
  const about = directory.about();
  return (
    <html lang={locale.slice(0, 2)}>
      <head>
        <link rel="stylesheet" href={`/theme.css?${themeName(organisation)}`} />
        <script src="/kept-search.js" defer />
        <script src="/actions.js" defer />
        <script src="/shortlist.js" defer />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a href="#content" className="skip-link">
          {siteText.skip}
        </a>
        <SiteHeader site={organisation} />
        {about.isStale && <StaleNotice loadedAt={about.loadedAt} timeZone={organisation.timeZone} />}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[90rem] grow px-4 pt-8 outline-none sm:px-6"
        >
          {children}
        </main>
        <SiteFooter site={organisation} />
      </body>
    </html>
  );
}

function SiteFooter({ site: { name, footerLinks } }: { site: Site }) {
  return (
    <footer className="mt-16 border-t border-line print:mt-6">
      <div className="mx-auto flex max-w-[90rem] flex-wrap gap-x-8 gap-y-2 px-4 py-6 text-sm text-ink-soft sm:px-6">
        <p>{name}</p>
        {footerLinks.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 print:hidden">
            {footerLinks.map(({ text, url }) => (
              <li key={text + url}>
                <a href={url} className="inline-flex min-h-6 items-center text-accent underline">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className="print:hidden">{placesAttribution}</p>
        <p className="print:hidden lg:ml-auto">
          <a href="/about" className="inline-flex min-h-6 items-center text-accent underline">
            {siteText.about}
          </a>
        </p>
      </div>
    </footer>
  );
}

/** This notice is above every page while the API is down and the directory uses older data. */
function StaleNotice({ loadedAt, timeZone }: { loadedAt: Date | null; timeZone: string }) {
  return (
    <div className="mx-auto w-full max-w-[90rem] px-4 pt-4 sm:px-6">
      <Notice role="status">
        {loadedAt === null
          ? siteText.dataNone
          : say(siteText.dataStale, { time: formatInstant(loadedAt, timeZone) })}
      </Notice>
    </div>
  );
}
