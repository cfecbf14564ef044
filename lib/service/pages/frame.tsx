import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { locale } from '@/lib/messages/locale';
import { say } from '@/lib/messages/say';
import { serviceText } from '@/lib/messages/sign-in';
import { picturePath } from '@/lib/contract/site';
import type { Theme } from '@/lib/base/theme';
import type { Branding } from './branding';
import { passkeyScriptPath } from './passkey-script';
import { stylesheetPath, themePath } from './stylesheet';

export interface Page {
  title: string;
  status?: ContentfulStatusCode;
  /** null: the page names no organisation. */
  organisation: Branding | null;
  /** Other origins to which a form on this page may redirect. */
  formTargets?: readonly string[];
  /** The form came back with errors, so the title says so (WCAG technique G199). */
  hasErrors?: boolean;
  /** The page has settings, and not just one question. */
  isWide?: boolean;
  /** The page is not part of a sign-in. If a site opens the page in a pop-up, the site needs no access to it. */
  isOutsideFlow?: boolean;
  /** The page has the script for passkeys. Pages work without it. */
  hasScript?: boolean;
}

/** Includes the headers that password pages need (RFC 9700 §4.2 and §4.16). */
export function renderPage(context: Context, page: Page, children: ReactNode): Response {
  const { title, organisation, formTargets = [], status = 200 } = page;
  // Browsers also apply form-action to redirects after a form. So form-action names the origins to which these
  // redirects may lead.
  const formAction = ["'self'", ...formTargets].join(' ');
  context.header(
    'Content-Security-Policy',
    `default-src 'none'; ${page.hasScript ? "script-src 'self'; " : ''}style-src 'self'; img-src 'self'; font-src 'self'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
  );
  context.header('X-Frame-Options', 'DENY');
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Permissions-Policy', 'geolocation=(), camera=(), microphone=(), payment=(), usb=()');
  context.header('Cache-Control', 'no-store');
  // Some sites open the sign-in in a pop-up. When the sign-in ends, the pop-up reloads the site's page and closes. If
  // any page or redirect of the sign-in had `Cross-Origin-Opener-Policy`, the pop-up could not do this.
  if (page.isOutsideFlow) context.header('Cross-Origin-Opener-Policy', 'same-origin');
  const name = organisation?.name ?? null;
  const ownTitle = page.hasErrors ? say(serviceText.errorTitle, { title }) : title;
  const fullTitle = name === null ? ownTitle : say(serviceText.pageTitle, { title: ownTitle, name });
  const document = (
    <html lang={locale.slice(0, 2)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        {/* With no-referrer, browsers send "Origin: null" with a form, so its origin could not be checked. This
            value shows the origin only to our own pages. */}
        <meta name="referrer" content="same-origin" />
        <title>{fullTitle}</title>
        <link rel="stylesheet" href={stylesheetPath} />
        <link rel="stylesheet" href={themePath(organisation ?? plainTheme)} />
        {page.hasScript && <script src={passkeyScriptPath} defer />}
      </head>
      <body>
        {name !== null && (
          <header>
            {organisation !== null && <Logo {...organisation} />}
            <p className="organisation">{name}</p>
          </header>
        )}
        <main className={page.isWide ? 'wide' : undefined}>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
  return context.html(`<!doctype html>${renderToStaticMarkup(document)}`, status);
}

const plainTheme: Theme = { colour: null, font: 'system' };

/** The name is beside the logo, so the logo's text alternative is empty. */
function Logo({ id, logo, darkLogo }: Branding) {
  if (logo === null) return null;
  return (
    <picture>
      {darkLogo !== null && (
        <source media="(prefers-color-scheme: dark)" srcSet={picturePath(id, darkLogo)} />
      )}
      <img className="logo" src={picturePath(id, logo)} alt="" />
    </picture>
  );
}
