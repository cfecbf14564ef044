import { accountText } from '@/lib/messages/account';

/** Links to the pages for one's own membership. */
export function AccountMenu({ current }: { current: (typeof entries)[number]['href'] }) {
  return (
    <nav aria-label={accountText.menu} className="print:hidden">
      <ul className="-mx-3 flex flex-wrap border-b border-line">
        {entries.map(({ href, text }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent px-3 font-medium text-ink-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const entries = [
  { href: '/account', text: accountText.memberships },
  { href: '/account/card', text: accountText.card },
  { href: '/account/public-entry', text: accountText.publicEntry },
  { href: '/members-only', text: accountText.forMembers },
] as const;
