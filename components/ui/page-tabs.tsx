interface PageTabsProps {
  label: string;
  current: string;
  pages: readonly { href: string; text: string }[];
}

export function PageTabs({ label, current, pages }: PageTabsProps) {
  return (
    <nav aria-label={label} className="border-b border-line print:hidden">
      <ul className="-ml-3 flex flex-wrap">
        {pages.map(({ href, text }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="flex min-h-11 items-center -mb-px border-b-2 border-transparent px-3 font-medium text-ink-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
