import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';
import type { Site } from '@/lib/contract/site';
import { Initials } from '../ui/initials';

/**
 * All links are plain `<a>` elements, not links of Next.js. Next.js would prefetch the linked page, but the account
 * page is private and must not be prefetched. Most pages have no scripts, so Next.js could not prefetch there anyway.
 */
export function SiteHeader({ site }: { site: Site }) {
  return (
    <header className="border-b border-line bg-surface print:border-0">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-4 px-4 py-1.5 sm:px-6 sm:py-3">
        <a
          href="/"
          className="flex min-h-11 items-center gap-3 rounded leading-tight font-semibold tracking-tight text-ink no-underline lg:text-lg"
        >
          <Logo site={site} />
          <span>{site.name}</span>
        </a>
        <nav aria-label={siteText.navigation} className="sm:ml-auto print:hidden">
          <ul className="flex flex-wrap items-center max-sm:-ml-2 lg:gap-x-1">
            <NavigationItem href="/" keepsSearch>
              {siteText.directory}
            </NavigationItem>
            <NavigationItem href="/map" keepsSearch>
              {siteText.map}
            </NavigationItem>
            <ShortlistItem />
            <NavigationItem href="/account">{siteText.account}</NavigationItem>
          </ul>
        </nav>
      </div>
      {site.isDemonstration && (
        <p className="bg-accent-soft px-4 py-1.5 text-center text-sm text-ink print:hidden">
          {say(siteText.demonstration)}
        </p>
      )}
    </header>
  );
}

function Logo({ site }: { site: Site }) {
  const { name, logoUrl, darkLogoUrl } = site;
  if (logoUrl === null) return <Initials name={name} size="small" />;
  // The logo does not use next/image, which would resize it on our server and add inline styles. The association's name
  // is next to the logo, so the text alternative of the logo is empty.
  return (
    <picture>
      {darkLogoUrl !== null && (
        <source media="(prefers-color-scheme: dark) and screen" srcSet={darkLogoUrl} />
      )}
      <img src={logoUrl} alt="" className="h-9 w-auto max-w-32 object-contain" />
    </picture>
  );
}

interface NavigationItemProps {
  href: string;
  /** Whether the link leads to the visitor's last search (public/kept-search.js). */
  keepsSearch?: boolean;
  children: string;
}

function NavigationItem({ href, keepsSearch = false, children }: NavigationItemProps) {
  return (
    <li>
      <a href={href} data-keep-search={keepsSearch || undefined} className={navigationStyle}>
        {children}
      </a>
    </li>
  );
}

/** public/shortlist.js shows this link, with the number of members, if the visitor's shortlist has members. */
function ShortlistItem() {
  return (
    // A hidden link in a list item would leave an empty item for screen readers.
    <li className="has-[[hidden]]:hidden">
      <a
        href="/shortlist"
        data-shortlist-link
        hidden
        suppressHydrationWarning
        className={`${navigationStyle} gap-1.5 after:rounded-full after:bg-accent-soft after:px-2 after:text-sm after:text-accent after:content-[attr(data-count)]`}
      >
        {siteText.shortlist}
      </a>
    </li>
  );
}

const navigationStyle =
  'flex min-h-11 items-center rounded px-2 font-medium text-ink-soft no-underline hover:bg-sunken hover:text-ink lg:px-3 max-lg:text-sm [[hidden]]:hidden';
